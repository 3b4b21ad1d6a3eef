import type { BrowserPart } from '../actors/browser-part.ts';
import {
  noSecretAnywhere,
  paidAtMostOnce,
  seenWrong,
  settledTruly,
  withinTheFreePlan,
} from '../invariants/invariants.ts';
import { createHouse, type House } from '../world.ts';
import { type Confirmed, confirmForm, look, send, type Told } from './launching.ts';
import { someoneElse, twoBrowsers } from './people.ts';
import type { SeedResult } from './seed-result.ts';

const MINUTE_MS = 60_000;
const PAUSE_MAX_MS = 40_000;
const EXISTING = ['clinic', 'blog'];
/** Longer than the ledger waits before it calls a launch absent, with looks that may have failed until now. */
const SETTLES_WITHIN_MS = 90 * MINUTE_MS;
const LOOK_EVERY_MS = 3 * MINUTE_MS;

/**
 * A few paid calls, each sent by one or two browsers and by more than one click, while answers get lost, the service does
 * things late, and the object restarts between any two steps.
 */
export async function launches(seed: number): Promise<SeedResult> {
  const house = await createHouse(seed, { webhooks: false });
  try {
    const browsers = await twoBrowsers(house, EXISTING);

    house.beginFaults();
    const forms: Confirmed[] = [];
    const sending: Promise<void>[] = [];
    const others = new Set<string>();
    for (let at = 0; at < 1 + house.random.below(3); at++) {
      const form = confirmForm(house, at, EXISTING);
      forms.push(form);
      const clicks = 1 + house.random.below(3);
      for (let click = 0; click < clicks; click++)
        sending.push(send(house, house.random.pick(browsers), form));
      if (house.random.chance(0.3)) house.edge.object.end({ crash: house.random.chance(0.5) });
      await house.runFor(house.random.below(PAUSE_MAX_MS));
      if (house.random.chance(0.2)) others.add(someoneElse(house, ['barber-shop', ...EXISTING]));
    }
    await house.until(Promise.all(sending), 20 * MINUTE_MS);
    house.endFaults();
    house.note('the faults stop');
    const settled = await settle(house, browsers, forms);
    const problems = [
      ...seenWrong(house),
      ...withinTheFreePlan(house),
      ...paidAtMostOnce(house, forms),
      ...settledTruly(house, settled, others),
      ...noSecretAnywhere(house, browsers),
    ];
    return { problems, trace: house.trace };
  } finally {
    house.close();
  }
}

async function settle(house: House, browsers: readonly BrowserPart[], forms: readonly Confirmed[]) {
  const settled: (Confirmed & { last: Told | null })[] = [];
  const deadline = house.timeline.now() + SETTLES_WITHIN_MS;
  for (const form of forms) {
    let last = await house.until(look(house, house.random.pick(browsers), form));
    while ((last === 'open' || last === null) && house.timeline.now() < deadline) {
      await house.runFor(LOOK_EVERY_MS);
      last = await house.until(look(house, house.random.pick(browsers), form));
    }
    settled.push({ ...form, last });
  }
  return settled;
}
