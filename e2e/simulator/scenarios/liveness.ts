import type { BrowserActor } from '../actors/browser-actor.ts';
import type { Kept } from '../decisions.ts';
import { eachOpeningAnnouncedOnce, isUpToDate, openInEdge } from '../invariants/announcements.ts';
import { eachAcknowledgedOnce, seenWrong, withinTheFreePlan } from '../invariants/invariants.ts';
import { type Growth, growthSince, sizesOf } from '../invariants/sizes.ts';
import { viewEqualsService } from '../invariants/view.ts';
import type { World } from '../world.ts';
import { inWorld, type SeedResult } from './seed-result.ts';
import { settleIn } from './whole.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Most of what is kept goes after 30 days; one day more for the daily housekeeping, and two to spare. */
const ALL_IS_OLD_AFTER_DAYS = 33;
/** Enough for two months. */
const CREDITS = 100_000;
const BROKEN_PROJECT = 'shop';
const WHOLE_PROJECT = 'blog';
const CHANNEL_HOST = 'channels.simulated.test';
const CHANNELS = ['channel-whole', 'channel-broken'] as const;
/** Longer than a failing channel, app or project goes on without being told. */
const TOLD_WITHIN_MS = 20 * MINUTE_MS;

/** What fails, how, and how that is told. */
interface Part {
  readonly breaks: (world: World, browsers: readonly BrowserActor[]) => void;
  /** One sentence per thing that is not reported. */
  readonly notReported: (world: World, owner: BrowserActor) => Promise<string[]>;
}

type Read = (path: string) => Promise<unknown>;

const unreachable = (): Promise<Response> => Promise.reject(new TypeError('fetch failed'));

const PARTS: Readonly<Record<string, Part>> = {
  'the event log': {
    breaks: ({ edge }) => {
      edge.events.faults.down = true;
    },
    // Nothing is missing: what the log did not take is read from where it waits.
    notReported: async (world, owner) => {
      const { events } = (await reader(world, owner)('/events?limit=1')) as { events: { seq: number }[] };
      const { body } = (await reader(world, owner)(`/events/${events[0]?.seq}`)) as { body: unknown };
      return body === null ? ['the body of the newest event is not told'] : [];
    },
  },
  'a browser': {
    breaks: (_, [, second]) => {
      if (second) second.online = false;
    },
    notReported: async () => [],
  },
  'the calls of a project': {
    breaks: (world) => {
      const { instead } = world;
      world.instead = (request) =>
        new URL(request.url).pathname.includes(`/projects/${BROKEN_PROJECT}`)
          ? unreachable()
          : instead(request);
    },
    notReported: async (world, owner) => {
      const { sections } = (await reader(world, owner)('/snapshot')) as {
        sections: { projects: { error: unknown } };
      };
      return sections.projects.error === null ? ['that a project can’t be read is not told'] : [];
    },
  },
  'a channel': {
    breaks: (world) => {
      const { instead } = world;
      world.instead = (request) =>
        request.url.endsWith('/channel-broken')
          ? Promise.resolve(new Response('no', { status: 503 }))
          : instead(request);
    },
    notReported: async (world) =>
      openInEdge(world).some(({ reason }) => reason.kind === 'channel-failing')
        ? []
        : ['that a channel fails is not told'],
  },
};

/**
 * One part fails for good, for two months: everything else goes on, what fails is told, and nothing grows.
 * Days are short, and between them nobody is awake.
 */
export function liveness(seed: number, kept?: Kept): Promise<SeedResult> {
  const names = Object.keys(PARTS);
  const name = names[seed % names.length] ?? '';
  return inWorld(seed, { webhooks: true, kept }, async (world) => {
    const browsers = await settleIn(world);
    const [owner] = browsers;
    const part = PARTS[name];
    if (!owner || !part) throw new Error('There is no such part.');
    const posted = await prepare(world, owner);
    const whole = name === 'a browser' ? [owner] : browsers;
    world.note(`${name} fails for good`);
    part.breaks(world, browsers);

    const problems: string[] = [];
    for (let day = 1; day <= 2; day++) await oneDay(world, browsers);
    await world.runFor(TOLD_WITHIN_MS);
    await lookAll(world, whole);
    problems.push(...(await part.notReported(world, owner)), ...eachOpeningAnnouncedOnce(world));
    problems.push(...goesOn(world, whole, name), ...(posted.size === 0 ? ['no alert was sent'] : []));

    for (let day = 3; day <= ALL_IS_OLD_AFTER_DAYS; day++) await oneDay(world, browsers);
    const before: Growth = sizesOf(world, browsers);
    for (let day = 0; day < ALL_IS_OLD_AFTER_DAYS; day++) await oneDay(world, browsers);
    problems.push(...growthSince(before, sizesOf(world, browsers)));

    const alerts = posted.size;
    // Earlier ones are kept no longer.
    world.acknowledged.clear();
    await oneDay(world, browsers);
    await world.runFor(TOLD_WITHIN_MS);
    await lookAll(world, whole);
    problems.push(...goesOn(world, whole, name), ...(posted.size === alerts ? ['alerts stopped'] : []));
    return [...seenWrong(world), ...withinTheFreePlan(world), ...problems.map((one) => `${name}: ${one}`)];
  });
}

/** Two channels. @returns what the whole one was sent, by its text */
async function prepare(world: World, owner: BrowserActor): Promise<ReadonlySet<string>> {
  const posted = new Set<string>();
  world.service.control.setAccount({ oneTimeCredits: CREDITS });
  world.instead = (request) => {
    if (new URL(request.url).hostname !== CHANNEL_HOST) return null;
    if (request.url.endsWith('/channel-broken')) return Promise.resolve(new Response('ok'));
    return request.text().then((text) => {
      posted.add(text);
      return new Response('ok');
    });
  };
  for (const name of CHANNELS) {
    const target = { kind: 'webhook', url: `https://${CHANNEL_HOST}/${name}`, secret: SECRET };
    const rules = { kind: 'webhook', name, tells: ['everything'], over: true, hours: null, language: 'en' };
    await put(world, owner, `/channels/${name}`, { ...rules, target });
  }
  await world.runFor(MINUTE_MS);
  return posted;
}

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes 1234').toString('base64')}`;

async function put(world: World, owner: BrowserActor, path: string, body: object): Promise<void> {
  const response = await world.until(owner.request(path, { method: 'PUT', body: JSON.stringify(body) }));
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

const reader =
  (world: World, owner: BrowserActor): Read =>
  async (path) => {
    const response = await world.until(owner.request(path));
    return ((await response.json()) as { data: unknown }).data;
  };

/** A few minutes in which something of every kind happens; then everybody sleeps until the next day. */
async function oneDay(world: World, browsers: readonly BrowserActor[]): Promise<void> {
  const began = world.timeline.now();
  const { control } = world.service;
  for (const browser of browsers) browser.wakeUp();
  for (const projectId of [BROKEN_PROJECT, WHOLE_PROJECT]) {
    control.startRun(projectId);
    control.setPaused(projectId, true);
    control.emitSample('project.feature_limit.reached', projectId, { used: began });
  }
  await world.runFor(MINUTE_MS);
  for (const projectId of [BROKEN_PROJECT, WHOLE_PROJECT]) {
    control.finishRun(projectId, world.random.pick(['done', 'error']));
    control.setPaused(projectId, false);
  }
  await world.runFor(MINUTE_MS);
  for (const browser of browsers) browser.sleep();
  world.timeline.leap(began + DAY_MS - world.timeline.now());
}

async function lookAll(world: World, browsers: readonly BrowserActor[]): Promise<void> {
  for (const browser of browsers) browser.wakeUp();
  for (let look = 0; look < 2; look++) {
    for (const browser of browsers) await world.until(browser.look());
    await world.runFor(MINUTE_MS);
  }
}

/** What does not depend on the part that fails is as if it did not fail. */
function goesOn(world: World, browsers: readonly BrowserActor[], part: string): string[] {
  const about = part === 'the calls of a project' ? BROKEN_PROJECT : null;
  return [
    ...(part === 'the event log' ? [] : eachAcknowledgedOnce(world)),
    ...browsers.flatMap((browser) => isUpToDate(world, browser)),
    ...browsers
      .flatMap((browser) => viewEqualsService(world, browser))
      .filter((words) => about === null || !words.includes(about)),
  ];
}
