import type { BrowserPart } from '../actors/browser-part.ts';
import { PAIRING_CODE } from '../actors/edge-part.ts';
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
import { createHouse, type House } from '../world.ts';
import { drawAction, PROJECTS } from './actions.ts';
import type { SeedResult } from './seed-result.ts';

const MINUTE_MS = 60_000;
const ACTIONS_MIN = 6;
const ACTIONS_SPREAD = 14;
const PAUSE_MAX_MS = 90_000;
const QUIET_MS = 5 * MINUTE_MS;
/** Long enough for the sender's last retry, the outbox's longest wait and a sweep after it. */
const LIDS_CLOSED_MS = 35 * MINUTE_MS;

/** A morning of an account with two browsers, in which whatever can go wrong may; then quiet, then the questions. */
export async function whole(seed: number): Promise<SeedResult> {
  const house = await createHouse(seed, { webhooks: true });
  try {
    const browsers = await settleIn(house);
    house.beginFaults();
    const actions = ACTIONS_MIN + house.random.below(ACTIONS_SPREAD);
    for (let at = 0; at < actions; at++) {
      drawAction(house)(house, browsers);
      await house.runFor(house.random.below(PAUSE_MAX_MS));
    }
    house.endFaults();
    house.note('the faults stop');
    await house.runFor(QUIET_MS);
    for (const browser of browsers) browser.sleep();
    await house.runFor(LIDS_CLOSED_MS);
    for (const browser of browsers) browser.wakeUp();
    for (const browser of browsers) await house.until(browser.look());
    await house.runFor(MINUTE_MS);
    for (const browser of browsers) await house.until(browser.look());
    const problems = [
      ...seenWrong(house),
      ...withinTheFreePlan(house),
      ...nothingForged(house),
      ...eachAcknowledgedOnce(house),
      ...nothingMissed(house),
      ...noSecretAnywhere(house, browsers),
      ...browsers.flatMap((browser) => oneNoticePerOpening(browser)),
      ...browsers.flatMap((browser) => viewEqualsService(house, browser)),
    ];
    return { problems, trace: house.trace };
  } finally {
    house.close();
  }
}

/** Two paired browsers, three projects, subscriptions in place: before anything goes wrong. */
export async function settleIn(house: House): Promise<BrowserPart[]> {
  for (const projectId of PROJECTS)
    house.service.control.addProject({ projectId, label: `The ${projectId}` });
  const first = await house.newBrowser('a');
  const paired = await house.until(first.pair(PAIRING_CODE, 'first'));
  if (!paired?.ok) throw new Error(`The first browser could not be paired: ${JSON.stringify(paired)}`);
  const invitation = await house.until(
    first.request('/pairing-codes', { method: 'POST', body: '{"role":"builder"}' }),
  );
  const { data } = (await invitation.json()) as { data: { code: string } };
  const second = await house.newBrowser('b');
  await house.until(second.pair(data.code, 'second'));
  await house.runFor(MINUTE_MS);
  return [first, second];
}
