import { expect, test } from 'vitest';
import type { BrowserActor } from './actors/browser-actor.ts';
import { PAIRING_CODE } from './actors/edge-actor.ts';
import { withinTheFreePlan } from './invariants/invariants.ts';
import { createWorld, type World } from './world.ts';

const MINUTE_MS = 60_000;
/** Minutes on a busy machine. */
const TIMEOUT_MS = 600_000;
const RUNNING = 12;
const VIEW_CLOSES_MINUTE = 15;

async function paired(projects: number): Promise<[World, BrowserActor, () => void]> {
  const world = await createWorld(7, { webhooks: true });
  world.service.control.addProjects(projects);
  for (let at = 1; at <= Math.min(RUNNING, projects); at++) {
    const projectId = `bulk-${String(projects + 1 - at).padStart(5, '0')}`;
    world.service.control.startRun(projectId);
    world.service.control.startDeployment(projectId);
  }
  const browser = await world.newBrowser('a');
  const response = await world.until(browser.pair(PAIRING_CODE, 'first'));
  expect(response?.ok).toBe(true);
  return [world, browser, browser.openView()];
}

/** How many reads in a row the service fails, again and again, while everybody looks. */
const FAILING_IN_A_ROW = 40;

test.each([
  { projects: 1, failing: false, hours: 2 },
  { projects: 60, failing: false, hours: 1 },
  { projects: 1_000, failing: false, hours: 1 },
  { projects: 60, failing: true, hours: 2 },
])(
  'no run makes more calls than the free plan allows, from pairing on: $projects projects, failing: $failing',
  { timeout: TIMEOUT_MS },
  async ({ projects, failing, hours }) => {
    const [world, browser, closeView] = await paired(projects);
    try {
      for (let minute = 0; minute < hours * 60; minute += 5) {
        if (failing)
          world.service.control.addFault({
            operation: '*',
            kind: 'error',
            status: 500,
            code: 'INTERNAL_ERROR',
            count: FAILING_IN_A_ROW,
            skip: minute % 30,
          });
        await world.until(browser.look());
        await world.until(browser.request('/snapshot?fresh=1'));
        await world.until(browser.request('/subscriptions/sync', { method: 'POST' }));
        world.service.control.crossCap('bulk-00001');
        await world.runFor(5 * MINUTE_MS);
        if (minute === VIEW_CLOSES_MINUTE) closeView();
      }
      expect(world.invocations.busiest.subrequests).toBeGreaterThan(5);
      expect(withinTheFreePlan(world)).toEqual([]);
    } finally {
      world.close();
    }
  },
);

/** Most rows of attention a day, with an event every 7 minutes; needs keep when a failing site was seen. */
const ATTENTION_ROWS_A_DAY = 3_200;
const EVENT_EVERY_MS = 7 * MINUTE_MS;
const EVENTS = 17;

test('deciding what needs the user writes few rows', { timeout: TIMEOUT_MS }, async () => {
  const [world, , closeView] = await paired(60);
  try {
    closeView();
    await world.runFor(5 * MINUTE_MS);
    const { sql } = world.edge.object;
    const { exec } = sql;
    let rows = 0;
    const counting: typeof exec = (query, ...bindings) => {
      const cursor = exec<never>(query, ...bindings);
      if (/attention_|announcements/.test(query)) rows += cursor.rowsWritten;
      return cursor;
    };
    Object.assign(sql, { exec: counting });
    for (let event = 1; event <= EVENTS; event++) {
      world.service.control.startRun(`bulk-${String(event).padStart(5, '0')}`);
      world.service.control.crossCap(`bulk-${String(20 + event).padStart(5, '0')}`);
      await world.runFor(EVENT_EVERY_MS);
    }
    expect(rows).toBeGreaterThan(EVENTS);
    expect((rows * 24 * 60 * MINUTE_MS) / (EVENTS * EVENT_EVERY_MS)).toBeLessThanOrEqual(
      ATTENTION_ROWS_A_DAY,
    );
  } finally {
    world.close();
  }
});
