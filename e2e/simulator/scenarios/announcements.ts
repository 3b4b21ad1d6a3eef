import type { BrowserActor } from '../actors/browser-actor.ts';
import type { Kept } from '../decisions.ts';
import { cursorOf, eachOpeningAnnouncedOnce, nothingLostOnTheWay } from '../invariants/announcements.ts';
import { seenWrong, withinTheFreePlan } from '../invariants/invariants.ts';
import { oneNoticePerOpening } from '../invariants/notices.ts';
import type { World } from '../world.ts';
import { type Action, drawAction, PROJECTS } from './actions.ts';
import { inWorld, type SeedResult } from './seed-result.ts';
import { settleIn } from './whole.ts';

const MINUTE_MS = 60_000;
const ACTIONS_MIN = 8;
const ACTIONS_SPREAD = 16;
const PAUSE_MAX_MS = 90_000;
const QUIET_MS = 5 * MINUTE_MS;
/** Longer than an absence, after which what was missed is announced as one. */
const LIDS_CLOSED_MS = 35 * MINUTE_MS;
const SLEEP_MAX_MS = 10 * MINUTE_MS;

/** What opens, ends and is seen while browsers sleep, sockets break and the object ends in the middle. */
const OWN: readonly Action[] = [
  (world) => {
    const project = world.random.pick(PROJECTS);
    const paused = world.random.chance(0.6);
    world.note(`${project} is ${paused ? 'paused' : 'resumed'}`);
    world.service.control.setPaused(project, paused);
  },
  (world, browsers) => {
    const browser = world.random.pick(browsers);
    const [id] = openIn(browser);
    if (id === undefined) return;
    world.note(`${id} is seen`);
    void browser.command('acknowledge', { id }).catch(() => undefined);
  },
  (world, browsers) => {
    const browser = world.random.pick(browsers);
    const forMs = world.random.below(SLEEP_MAX_MS);
    world.note(`a lid is closed for ${forMs} ms`);
    browser.sleep();
    world.timeline.after(forMs, () => browser.wakeUp());
  },
  (world) => {
    world.note('the object ends');
    world.edge.object.end({ crash: world.random.chance(0.5) });
  },
];

/**
 * An account in which much happens that needs somebody, two browsers that come and go, and all faults. Then
 * it is quiet, both come back, and each has heard of everything once.
 */
export function announcements(seed: number, kept?: Kept): Promise<SeedResult> {
  return inWorld(seed, { webhooks: seed % 4 !== 0, kept }, async (world) => {
    const browsers = await settleIn(world);
    const paired = browsers.map(cursorOf);
    world.beginFaults();
    const actions = ACTIONS_MIN + world.random.below(ACTIONS_SPREAD);
    for (let at = 0; at < actions; at++) {
      const act = world.random.chance(0.5) ? world.random.pick(OWN) : drawAction(world);
      if (world.happens('action')) act(world, browsers);
      await world.runFor(world.random.below(PAUSE_MAX_MS));
    }
    world.endFaults();
    world.note('the faults stop');
    await world.runFor(QUIET_MS);
    for (const browser of browsers) browser.sleep();
    await world.runFor(LIDS_CLOSED_MS);
    for (const browser of browsers) browser.wakeUp();
    await lookTwice(world, browsers);
    return [
      ...seenWrong(world),
      ...withinTheFreePlan(world),
      ...eachOpeningAnnouncedOnce(world),
      ...browsers.flatMap((browser, index) => nothingLostOnTheWay(world, browser, paired[index] ?? null)),
      ...browsers.flatMap((browser) => oneNoticePerOpening(browser)),
    ];
  });
}

async function lookTwice(world: World, browsers: readonly BrowserActor[]): Promise<void> {
  for (let look = 0; look < 2; look++) {
    for (const browser of browsers) await world.until(browser.look());
    await world.runFor(MINUTE_MS);
  }
  for (const browser of browsers) await world.until(browser.look());
}

function openIn({ state }: BrowserActor): string[] {
  const stored = state.local.get('snapshot') as
    | { snapshot: { attention?: { items: readonly { id: string }[] } } }
    | undefined;
  return stored?.snapshot.attention?.items.map(({ id }) => id) ?? [];
}
