import type { BrowserActor } from '../actors/browser-actor.ts';
import type { Kept } from '../decisions.ts';
import { type Form, fillInAndConfirm, pressAgain, retrySteps } from '../forms.ts';
import {
  allSettled,
  atMostOneEach,
  draftsKept,
  followUpsOnce,
  nothingForgotten,
  secretsForgotten,
  shownTruly,
  warningsNeedSomebody,
} from '../invariants/confirmations.ts';
import { noSecretAnywhere, seenWrong, withinTheFreePlan } from '../invariants/invariants.ts';
import type { World } from '../world.ts';
import { someoneElse, twoBrowsers } from './people.ts';
import { inWorld, type SeedResult } from './seed-result.ts';

const MINUTE_MS = 60_000;
const FORMS_MAX = 3;
const THINGS_MIN = 2;
const THINGS_SPREAD = 8;
const PAUSE_MAX_MS = 50_000;
/** Longer than the ledger waits before it settles a launch as absent, including failed checks. */
const SETTLES_WITHIN_MS = 90 * MINUTE_MS;
const LOOK_EVERY_MS = 3 * MINUTE_MS;

/**
 * Forms are filled in and confirmed in two browsers with the extension's own background, repeatedly and from
 * a copied profile, while pages close, backgrounds stop, browsers restart and all in between fails.
 */
export function confirmations(seed: number, kept?: Kept): Promise<SeedResult> {
  // Half of the accounts also receive events.
  return inWorld(seed, { webhooks: seed % 2 === 0, kept }, async (world) => {
    const browsers = await twoBrowsers(world, []);
    for (const browser of browsers) browser.watches = false;
    world.beginFaults();
    const forms: Form[] = [];
    const taken = new Set<string>();
    for (let at = 0; at < 1 + world.random.below(FORMS_MAX); at++) {
      if (world.random.chance(0.4)) warn(world);
      forms.push(fillInAndConfirm(world, world.random.pick(browsers), at));
      await somethingHappens(world, browsers, forms, taken);
    }
    for (let at = 0; at < THINGS_MIN + world.random.below(THINGS_SPREAD); at++)
      await somethingHappens(world, browsers, forms, taken);
    world.endFaults();
    world.note('the faults stop');
    await settle(world, browsers);
    return [
      ...seenWrong(world),
      ...withinTheFreePlan(world),
      ...atMostOneEach(world, forms),
      ...allSettled(world, browsers, forms, taken),
      ...shownTruly(world, browsers, forms),
      ...nothingForgotten(forms),
      ...draftsKept(forms),
      ...secretsForgotten(browsers),
      ...followUpsOnce(world, browsers, forms, taken),
      ...warningsNeedSomebody(world, taken),
      ...noSecretAnywhere(world, browsers),
    ];
  });
}

type Happening = (world: World, browsers: readonly BrowserActor[], forms: readonly Form[]) => void;

const HAPPENINGS: Readonly<Record<string, Happening>> = {
  'a button is pressed again': (world, _, forms) => pressAgain(world, world.random.pick(forms)),
  'somebody looks': ({ random }, browsers) => void random.pick(browsers).look(),
  'a background ends': ({ random }, browsers) => random.pick(browsers).endBackground(),
  'a background starts': ({ random }, browsers) => random.pick(browsers).start(),
  'a browser restarts': ({ random }, browsers) => random.pick(browsers).restart(),
  'a profile is copied': ({ random }, [first, second]) => {
    const [from, to] = random.chance(0.5) ? [first, second] : [second, first];
    if (from && to) to.copyLaunchesOf(from);
  },
  'a lid is closed for a while': ({ random, timeline }, browsers) => {
    const browser = random.pick(browsers);
    browser.sleep();
    timeline.after(random.below(10 * MINUTE_MS), () => browser.wakeUp());
  },
  'the object ends': ({ edge, random }) => edge.object.end({ crash: random.chance(0.5) }),
};

/** The next launch creates its project, with a warning. */
function warn({ service, random }: World): void {
  const step = random.pick(['agent', 'agent', 'creditLimits', 'secrets', 'designtool']);
  const launchWarnings = [{ step, errorCode: 'SERVER_NOT_READY', errorMessage: 'Not now' }];
  service.control.setOutcomes({ launchWarnings });
}

async function somethingHappens(
  world: World,
  browsers: readonly BrowserActor[],
  forms: readonly Form[],
  taken: Set<string>,
): Promise<void> {
  const what = world.random.pick(Object.keys(HAPPENINGS));
  if (world.happens(what)) {
    world.note(what);
    HAPPENINGS[what]?.(world, browsers, forms);
  }
  for (const browser of browsers) if (world.random.chance(0.3)) retrySteps(world, browser);
  if (world.random.chance(0.1)) taken.add(someoneElse(world, ['barber-shop']));
  await world.runFor(world.random.below(PAUSE_MAX_MS));
}

/** Only refreshes now and then. */
async function settle(world: World, browsers: readonly BrowserActor[]): Promise<void> {
  const deadline = world.timeline.now() + SETTLES_WITHIN_MS;
  for (const browser of browsers) browser.wakeUp();
  do {
    await world.runFor(LOOK_EVERY_MS);
    for (const browser of browsers) await world.until(browser.look());
    await world.runFor(MINUTE_MS);
  } while (browsers.some(hasOpen) && world.timeline.now() < deadline);
}

function hasOpen(browser: BrowserActor): boolean {
  return browser
    .launches()
    .some(
      ({ shown, retries }) =>
        shown === 'launching' ||
        shown === 'unknown' ||
        Object.values(retries).some(({ state }) => state === 'going'),
    );
}
