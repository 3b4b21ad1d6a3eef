import type { BrowserActor } from '../actors/browser-actor.ts';
import { PAIRING_CODE } from '../actors/edge-actor.ts';
import type { Kept } from '../decisions.ts';
import { drawingsAgree } from '../invariants/drawings.ts';
import {
  eachAcknowledgedOnce,
  noSecretAnywhere,
  nothingForged,
  nothingMissed,
  seenWrong,
  withinTheFreePlan,
} from '../invariants/invariants.ts';
import { oneNoticePerOpening } from '../invariants/notices.ts';
import { viewEqualsService } from '../invariants/view.ts';
import type { World } from '../world.ts';
import { drawAction, PROJECTS } from './actions.ts';
import { inWorld, type SeedResult } from './seed-result.ts';

const MINUTE_MS = 60_000;
const ACTIONS_MIN = 6;
const ACTIONS_SPREAD = 14;
const PAUSE_MAX_MS = 90_000;
const QUIET_MS = 5 * MINUTE_MS;
/** Long enough for the sender's last retry, the outbox's longest wait and a sweep after it. */
const LIDS_CLOSED_MS = 35 * MINUTE_MS;

/** The status may tell the run before for so long, at most. */
const STATUS_LAGS_MAX_MS = 90_000;

/**
 * A morning of an account with two browsers and all faults, then a quiet period, then the invariants. In some
 * the service can't reach the edge, in others its status lags, in some both.
 */
export function whole(seed: number, kept?: Kept): Promise<SeedResult> {
  return inWorld(seed, { webhooks: seed % 4 !== 3, kept }, async (world) => {
    const browsers = await settleIn(world);
    if (seed % 3 === 0) world.service.world.assumptions.statusLagMs = world.random.below(STATUS_LAGS_MAX_MS);
    world.beginFaults();
    const actions = ACTIONS_MIN + world.random.below(ACTIONS_SPREAD);
    for (let at = 0; at < actions; at++) {
      const action = drawAction(world);
      if (world.happens('action')) action(world, browsers);
      await world.runFor(world.random.below(PAUSE_MAX_MS));
    }
    world.endFaults();
    world.note('the faults stop');
    await world.runFor(QUIET_MS);
    for (const browser of browsers) browser.sleep();
    await world.runFor(LIDS_CLOSED_MS);
    for (const browser of browsers) browser.wakeUp();
    for (const browser of browsers) await world.until(browser.look());
    await world.runFor(MINUTE_MS);
    for (const browser of browsers) await world.until(browser.look());
    return [
      ...seenWrong(world),
      ...withinTheFreePlan(world),
      ...nothingForged(world),
      ...eachAcknowledgedOnce(world),
      ...nothingMissed(world),
      ...noSecretAnywhere(world, browsers),
      ...browsers.flatMap((browser) => oneNoticePerOpening(browser)),
      ...browsers.flatMap((browser) => viewEqualsService(world, browser)),
      ...(await drawingsAgree(world, browsers[0] as BrowserActor)),
    ];
  });
}

/** Two paired browsers, three projects, subscriptions in place: before any fault. */
export async function settleIn(world: World): Promise<BrowserActor[]> {
  for (const projectId of PROJECTS)
    world.service.control.addProject({ projectId, label: `The ${projectId}` });
  const first = await world.newBrowser('a');
  const paired = await world.until(first.pair(PAIRING_CODE, 'first'));
  if (!paired?.ok) throw new Error(`The first browser could not be paired: ${JSON.stringify(paired)}`);
  const invitation = await world.until(
    first.request('/pairing-codes', { method: 'POST', body: '{"role":"builder"}' }),
  );
  const { data } = (await invitation.json()) as { data: { code: string } };
  const second = await world.newBrowser('b');
  await world.until(second.pair(data.code, 'second'));
  await world.runFor(MINUTE_MS);
  return [first, second];
}
