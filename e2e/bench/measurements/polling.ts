import type { BrowserActor } from '../../simulator/actors/browser-actor.ts';
import type { World } from '../../simulator/world.ts';
import type { BenchRun } from '../bench-run.ts';
import { allCalls } from '../day-cost.ts';
import { countFigure, type Figure } from '../figure.ts';
import { simulator } from '../simulated-world.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const PROJECTS = 100;
const CHANGED_WITHIN_MS = 6 * DAY_MS;
const GIVEN_UP_MS = 5 * MINUTE_MS;
const STEP_MS = SECOND_MS / 2;
/** Number of starts and ends measured, of projects anywhere in the list, at any time between two polls. */
const TRIES = { whole: 12, quick: 2 };
const BETWEEN_MS = 97 * SECOND_MS;

/**
 * Measures how long work that begins and ends elsewhere takes to show in a browser without webhooks, and what
 * that costs, on simulated time. The account's list does not show starts.
 */
export async function polling(run: BenchRun): Promise<Figure[]> {
  const { createWorld } = await simulator();
  const figures: Figure[] = [];
  for (const isViewed of [true, false]) {
    run.say(`   ${PROJECTS} projects, ${isViewed ? 'a view open' : 'no view open'}…`);
    const world = await createWorld(1, { webhooks: false });
    try {
      figures.push(...(await measure(world, isViewed, run.quick ? TRIES.quick : TRIES.whole)));
    } finally {
      world.close();
    }
  }
  return figures;
}

async function measure(world: World, isViewed: boolean, tries: number): Promise<Figure[]> {
  const { control } = world.service;
  const now = world.timeline.now();
  for (let at = 0; at < PROJECTS; at++) {
    const changedAt = now - ((at + 1) / PROJECTS) * CHANGED_WITHIN_MS;
    control.addProject({ projectId: `project-${at}`, createdAt: now - CHANGED_WITHIN_MS });
    control.setProject(`project-${at}`, { lastModifiedAt: changedAt });
  }
  const { PAIRING_CODE } = await simulator();
  const browser = await world.newBrowser('a');
  await world.until(browser.pair(PAIRING_CODE, 'browser'));
  if (isViewed) browser.openView();
  await world.runFor(10 * MINUTE_MS);
  const before = counts(world);
  await world.runFor(HOUR_MS);
  const after = counts(world);
  const started: number[] = [];
  const ended: number[] = [];
  for (let attempt = 0; attempt < tries; attempt++) {
    const projectId = `project-${PROJECTS - 1 - attempt * 7}`;
    control.startRun(projectId);
    started.push(await untilPhase(world, browser, projectId, (phase) => phase === 'running'));
    await world.runFor(BETWEEN_MS + attempt * SECOND_MS);
    control.finishRun(projectId);
    ended.push(await untilPhase(world, browser, projectId, (phase) => phase !== 'running'));
    await world.runFor(BETWEEN_MS + attempt * SECOND_MS);
  }
  const view = isViewed ? 'a view open' : 'no view open';
  const atMost = isViewed ? 15 : 75;
  const seconds = (times: readonly number[]) => Math.max(...times) / SECOND_MS;
  const perDay = (name: keyof ReturnType<typeof counts>) => (after[name] - before[name]) * 24;
  return [
    countFigure(`work started elsewhere, ${view}, ${PROJECTS} projects: shown, longest`, seconds(started), {
      unit: 's',
      atMost,
      digits: 1,
    }),
    countFigure(`work ended elsewhere, ${view}, ${PROJECTS} projects: shown, longest`, seconds(ended), {
      unit: 's',
      atMost,
      digits: 1,
    }),
    countFigure(`the same, ${view}: calls of the service, were it a day`, perDay('calls'), {
      unit: '',
      atMost: null,
    }),
    countFigure(`the same, ${view}: rows written, were it a day (100000 are free)`, perDay('rows'), {
      unit: '',
      atMost: null,
    }),
  ];
}

/** Time until the browser has stored it; its views render what is stored. */
async function untilPhase(
  world: World,
  browser: BrowserActor,
  projectId: string,
  isReached: (phase: string | null) => boolean,
): Promise<number> {
  const startedAt = world.timeline.now();
  while (!isReached(phaseOf(browser, projectId))) {
    if (world.timeline.now() - startedAt > GIVEN_UP_MS) break;
    await world.runFor(STEP_MS);
  }
  return world.timeline.now() - startedAt;
}

interface Stored {
  snapshot: {
    sections: {
      projects: { data: { items: { projectId: string; run: { phase: string } | null }[] } | null };
    };
  };
}

function phaseOf(browser: BrowserActor, projectId: string): string | null {
  const stored = browser.state.local.get('snapshot') as Stored | undefined;
  const items = stored?.snapshot.sections.projects.data?.items ?? [];
  return items.find((item) => item.projectId === projectId)?.run?.phase ?? null;
}

function counts({ edge, service }: World) {
  return {
    calls: allCalls(service.world.counters.requests),
    rows: edge.object.counts.rowsWritten,
  };
}
