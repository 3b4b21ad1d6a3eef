import { type ExtensionBrowser, launchBrowser } from '../../dev/browser.ts';
import { Closing } from '../../dev/closing.ts';
import { pairByHand } from '../../dev/pair.ts';
import { type Stack, startStack } from '../../dev/stack.ts';
import type { BrowserActor } from '../../simulator/actors/browser-actor.ts';
import type { World } from '../../simulator/world.ts';
import type { BenchRun } from '../bench-run.ts';
import { allCalls, COUNTED_HOURS, dayCost, passMinutes } from '../day-cost.ts';
import { countFigure, type Figure } from '../figure.ts';
import { simulator } from '../simulated-world.ts';

const MINUTE_MS = 60_000;
/** What is read once is read, and the usual pace of the apps is known. */
const SETTLE_MS = 60 * MINUTE_MS;
const PROJECT = 'shop';
/** Calls of the service a day, however many projects. */
const UNSEEN_MAX = 3_000;
const VIEWED_MAX = 15_000;

/** Rows of Projects, all of them in sight at this size. */
const IN_SIGHT = 100;
const ALL_IN_SIGHT = { width: 1280, height: 9_000 };
const SEEN_FOR_MS = 2 * MINUTE_MS;

interface QuietDay {
  readonly named: string;
  readonly projects: number;
  readonly isViewed?: boolean;
  readonly setUp?: (world: World, owner: BrowserActor) => Promise<void>;
  readonly eachMinute?: (world: World) => void;
}

const DAYS: readonly QuietDay[] = [
  ...[1, 10, 100].flatMap((projects) => [
    { named: `${projects} projects, no view open`, projects },
    { named: `${projects} projects, a view open`, projects, isViewed: true },
  ]),
  {
    named: '100 projects, no view open, apps that use credits each minute',
    projects: 100,
    eachMinute: ({ service }) => {
      service.control.useFeature(PROJECT, 'web', { credits: 1 });
    },
  },
  { named: '100 projects, no view open, guards on all', projects: 100, setUp: guardAll },
];

/**
 * What a day without work costs the service while webhooks arrive, on simulated time, and what looking at 100
 * projects costs it, in a real browser.
 */
export async function guest(run: BenchRun): Promise<Figure[]> {
  return [...(await quietDays(run)), ...(await projectsInSight(run))];
}

async function quietDays(run: BenchRun): Promise<Figure[]> {
  const { createWorld, twoBrowsers } = await simulator();
  const figures: Figure[] = [];
  for (const { named, projects, isViewed = false, setUp, eachMinute } of DAYS) {
    run.say(`   ${COUNTED_HOURS} hours of ${named}…`);
    const world = await createWorld(1, { webhooks: true });
    try {
      const { control } = world.service;
      const [owner] = await twoBrowsers(world, [PROJECT]);
      control.addProjects(projects - 1);
      await setUp?.(world, owner);
      if (isViewed) owner.openView();
      await world.runFor(10 * MINUTE_MS);
      control.emitSample('project.resumed', PROJECT);
      const passes = eachMinute && (() => eachMinute(world));
      await passMinutes(world, SETTLE_MS / MINUTE_MS, passes);
      const cost = await dayCost(world, serviceCalls, passes);
      const day = `a quiet day with webhooks, ${named}`;
      figures.push(
        countFigure(`${day}: calls of the service`, cost.calls, {
          unit: '',
          atMost: isViewed ? VIEWED_MAX : UNSEEN_MAX,
        }),
        countFigure(`${day}: rows written (100000 are free)`, cost['rows written'], {
          unit: '',
          atMost: null,
        }),
      );
    } finally {
      world.close();
    }
  }
  return figures;
}

/** Counts calls of the service while a view is open. The edge's own calls are the same with each view. */
async function projectsInSight(run: BenchRun): Promise<Figure[]> {
  run.say(`   ${IN_SIGHT} projects in sight…`);
  const closing = new Closing();
  try {
    const stack = await startStack({ demo: 'empty' });
    closing.add(() => stack.stop());
    stack.service.control.addProjects(IN_SIGHT);
    const browser = await launchBrowser({ headless: true, args: ['--window-size=1280,900'] });
    closing.add(() => browser.close());
    await pairByHand(browser, stack.edge.url, stack.pairingCode);
    // What the edge has never read it reads once, whoever looks.
    await callsOfLooking(stack, browser, 'console.html#/projects');
    const figures: Figure[] = [];
    for (const [named, view] of [
      ['the popup open', 'popup.html'],
      [`Projects open, ${IN_SIGHT} in sight`, 'console.html#/projects'],
      ['Money open', 'console.html#/money'],
    ] as const) {
      const calls = await callsOfLooking(stack, browser, view);
      figures.push(
        countFigure(`calls of the service in two minutes, with ${named}`, calls, {
          unit: '',
          atMost: null,
        }),
      );
    }
    return figures;
  } finally {
    await closing.closeAll();
  }
}

async function callsOfLooking({ service }: Stack, browser: ExtensionBrowser, view: string): Promise<number> {
  const count = () => serviceCalls(service.control.counters().requests);
  const page = await browser.context.newPage();
  await page.setViewportSize(ALL_IN_SIGHT);
  const before = count();
  await page.goto(`chrome-extension://${browser.extensionId}/${view}`);
  await new Promise((resolve) => setTimeout(resolve, SEEN_FOR_MS));
  await page.close();
  return count() - before;
}

const serviceCalls = (requests: Readonly<Record<string, number>>) =>
  allCalls(Object.fromEntries(Object.entries(requests).filter(([name]) => !name.startsWith('data.'))));

async function guardAll(world: World, owner: BrowserActor): Promise<void> {
  const put = async (path: string, body: unknown) => {
    const answer = await world.until(owner.request(path, { method: 'PUT', body: JSON.stringify(body) }));
    if (!answer.ok) throw new Error(`PUT ${path}: ${answer.status} ${await answer.text()}`);
  };
  const { control } = world.service;
  for (const id of control.projectIds()) {
    await put(`/guards/${id}`, { kind: 'run-time', minutes: 240 });
    await put(`/guards/${id}`, { kind: 'day-budget', credits: 5_000, stopsRun: true });
  }
}
