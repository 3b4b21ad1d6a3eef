import type { BrowserActor } from '../actors/browser-actor.ts';
import type { Kept } from '../decisions.ts';
import {
  noSecretAnywhere,
  paidAtMostOnce,
  seenWrong,
  settledTruly,
  withinTheFreePlan,
} from '../invariants/invariants.ts';
import {
  type Confirmed,
  checkLaunch,
  confirmForm,
  type LaunchResponse,
  send,
  settleByHand,
} from '../launching.ts';
import type { World } from '../world.ts';
import { someoneElse, twoBrowsers } from './people.ts';
import { inWorld, type SeedResult } from './seed-result.ts';

const MINUTE_MS = 60_000;
const PAUSE_MAX_MS = 40_000;
const EXISTING = ['clinic', 'blog'];
/** Longer than the ledger waits before it settles a launch as absent, including failed checks. */
const SETTLES_WITHIN_MS = 90 * MINUTE_MS;
const LOOK_EVERY_MS = 3 * MINUTE_MS;

/**
 * A few paid calls, each sent by one or two browsers and by more than one click, while responses are lost,
 * the service is late, and the object restarts between any two steps.
 */
export function launches(seed: number, kept?: Kept): Promise<SeedResult> {
  // Half of the accounts also receive events.
  return inWorld(seed, { webhooks: seed % 2 === 0, kept }, async (world) => {
    const browsers = await twoBrowsers(world, EXISTING);

    world.beginFaults();
    const forms: Confirmed[] = [];
    const sending: Promise<void>[] = [];
    const others = new Set<string>();
    for (let at = 0; at < 1 + world.random.below(3); at++) {
      const form = confirmForm(world, at, EXISTING);
      forms.push(form);
      const clicks = 1 + world.random.below(3);
      for (let click = 0; click < clicks; click++)
        if (world.happens('a click')) sending.push(send(world, world.random.pick(browsers), form));
      if (world.happens('the object ends', 0.3)) world.edge.object.end({ crash: world.random.chance(0.5) });
      await world.runFor(world.random.below(PAUSE_MAX_MS));
      if (world.happens('somebody else', 0.2)) others.add(someoneElse(world, ['barber-shop', ...EXISTING]));
      if (world.happens('somebody else wants the same', 0.2))
        others.add(someoneElse(world, [form.projectId]));
      if (world.happens('a run ends', 0.3)) endRun(world);
    }
    await world.until(Promise.all(sending), 20 * MINUTE_MS);
    world.endFaults();
    world.note('the faults stop');
    const settled = await settle(world, browsers, forms);
    return [
      ...seenWrong(world),
      ...withinTheFreePlan(world),
      ...paidAtMostOnce(world, forms),
      ...settledTruly(world, settled, others),
      ...noSecretAnywhere(world, browsers),
    ];
  });
}

/** A run of one of the projects ends, if there is one. */
function endRun({ random, service }: World): void {
  const running = [...service.world.projects.values()].filter(
    ({ runs }) => runs.at(-1)?.outcome === 'running',
  );
  if (running.length > 0) service.control.finishRun(random.pick(running).projectId);
}

async function settle(world: World, browsers: readonly BrowserActor[], forms: readonly Confirmed[]) {
  const settled: (Confirmed & { last: LaunchResponse | null })[] = [];
  const deadline = world.timeline.now() + SETTLES_WITHIN_MS;
  for (const form of forms) {
    let last = await world.until(checkLaunch(world, world.random.pick(browsers), form));
    while ((last === 'open' || last === null) && world.timeline.now() < deadline) {
      await world.runFor(LOOK_EVERY_MS);
      last = await world.until(checkLaunch(world, world.random.pick(browsers), form));
    }
    if (last === 'open') last = await world.until(settleByHand(world, world.random.pick(browsers), form));
    settled.push({ ...form, last });
  }
  return settled;
}
