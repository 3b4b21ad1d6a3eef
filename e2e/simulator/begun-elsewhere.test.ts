import { expect, test } from 'vitest';
import { PAIRING_CODE } from './actors/edge-actor.ts';
import { createWorld } from './world.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
const PROJECTS = 100;

interface Stored {
  snapshot: {
    sections: { projects: { data: { items: { projectId: string; run: { phase: string } | null }[] } } };
  };
}

// For minutes the browser asks in the same seconds as the edge: their reads of the list meet.
test('work begun elsewhere without webhooks is shown within 75 s, also where a browser asks at the same time', async () => {
  const world = await createWorld(1, { webhooks: false });
  const { control } = world.service;
  try {
    const now = world.timeline.now();
    for (let at = 0; at < PROJECTS; at++) {
      control.addProject({ projectId: `project-${at}`, createdAt: now - 6 * DAY_MS });
      control.setProject(`project-${at}`, { lastModifiedAt: now - ((at + 1) / PROJECTS) * 6 * DAY_MS });
    }
    const browser = await world.newBrowser('a');
    await world.until(browser.pair(PAIRING_CODE, 'browser'));
    await world.runFor(70 * MINUTE_MS);
    const phaseOf = (projectId: string) => {
      const { snapshot } = browser.state.local.get('snapshot') as Stored;
      const { items } = snapshot.sections.projects.data;
      return items.find((item) => item.projectId === projectId)?.run?.phase;
    };
    const longest = { start: 0, end: 0 };
    const wait = async (what: keyof typeof longest, isSeen: () => boolean) => {
      let seconds = 0;
      for (; seconds < 300 && !isSeen(); seconds++) await world.runFor(SECOND_MS);
      longest[what] = Math.max(longest[what], seconds);
      await world.runFor(97 * SECOND_MS);
    };
    for (let at = 0; at < 14; at++) {
      const projectId = `project-${99 - at * 7}`;
      control.startRun(projectId);
      await wait('start', () => phaseOf(projectId) === 'running');
      control.finishRun(projectId);
      await wait('end', () => phaseOf(projectId) !== 'running');
    }
    expect(longest.start).toBeLessThanOrEqual(75);
    expect(longest.end).toBeLessThanOrEqual(75);
  } finally {
    world.close();
  }
});
