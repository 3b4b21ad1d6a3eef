import { SECRETS } from '../../mock-channels/channels.ts';
import type { BrowserActor } from '../actors/browser-actor.ts';
import { CHANNELS_URL, NO_CHANNEL_FAULTS } from '../actors/channels-actor.ts';
import { EDGE_URL } from '../actors/edge-actor.ts';
import type { Kept } from '../decisions.ts';
import { noSecretAnywhere, seenWrong, withinTheFreePlan } from '../invariants/invariants.ts';
import { type CappedProject, type LinkedChannel, LinkWatch, type SentLink } from '../invariants/links.ts';
import type { World } from '../world.ts';
import { ask, twoBrowsers } from './people.ts';
import { inWorld, type SeedResult } from './seed-result.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Until every section has been read once; what that finds is not announced. */
const FIRST_READING_MS = 6 * MINUTE_MS;
const ACTIONS_MIN = 8;
const ACTIONS_SPREAD = 10;
const PAUSE_MAX_MS = 4 * MINUTE_MS;
/** Beyond the end of every link that was sent before. */
const LINKS_END_MS = 25 * HOUR_MS;
/** In each third seed so many answers of the service are lost. */
const LOST_ANSWERS = 0.5;
const STOPS_FAIL_MS = 15 * MINUTE_MS;
/** A lost answer is in doubt for eleven minutes; a failing channel is tried every hour at the latest. */
const SETTLES_WITHIN_MS = 75 * MINUTE_MS;

const PROJECTS: readonly CappedProject[] = [
  { projectId: 'clinic', category: 'development', own: 200 },
  { projectId: 'shop', category: 'development', own: 200 },
  { projectId: 'blog', category: 'infrastructure', own: 100 },
];
/** One raise of the first channel that spends leaves less than another takes. */
const CHANNELS: readonly LinkedChannel[] = [
  { channelId: 'channel-look', path: '/own/look', links: { may: 'look' } },
  { channelId: 'channel-saves', path: '/own/saves', links: { may: 'saves' } },
  { channelId: 'channel-spends', path: '/own/spends', links: { may: 'spends', upTo: 50 } },
  { channelId: 'channel-more', path: '/own/more', links: { may: 'spends', upTo: 400 } },
];

/** What is done besides pressing, by the owner, the service and the environment. */
type Act = (world: World, watch: LinkWatch, owner: BrowserActor) => void;

const ACTS: readonly Act[] = [
  reachCap,
  reachCap,
  changeElsewhere,
  changeElsewhere,
  (world) => world.edge.object.end({ crash: world.random.chance(0.5) }),
  (world, watch, owner) => void setAnew(world, watch, owner),
  (world, watch, owner) => void signOutOthers(world, watch, owner),
  runTooLong,
];

/**
 * Four channels whose links may look, save and spend. Strangers press what arrives, several at once and late,
 * while answers are lost, the owner sets caps elsewhere, channels are set anew and the object ends between
 * any two steps. No link has two effects or one after its end, and no channel does more than it may. Then all
 * is well, and it is known what each has done.
 */
export function links(seed: number, kept?: Kept): Promise<SeedResult> {
  return inWorld(seed, { webhooks: true, kept }, async (world) => {
    const { random } = world;
    const browsers = await twoBrowsers(
      world,
      PROJECTS.map(({ projectId }) => projectId),
    );
    const [owner] = browsers;
    const watch = new LinkWatch(world, CHANNELS);
    for (const project of PROJECTS) watch.follow(project);
    await world.until(owner.request('/subscriptions/sync', { method: 'POST' }));
    await world.until(owner.request('/snapshot'));
    await world.runFor(FIRST_READING_MS);
    for (const channel of CHANNELS) await ask(world, owner, ...settingOf(channel));
    for (const project of PROJECTS) reachCap(world, watch, owner, project);
    await world.runFor(3 * MINUTE_MS);
    world.beginFaults();
    if (seed % 3 === 0) world.faults = { ...world.faults, serviceAfter: LOST_ANSWERS };
    world.channels.state.faults = { before: 0.3 * random.next(), after: 0.3 * random.next() };
    for (let at = 0; at < ACTIONS_MIN + random.below(ACTIONS_SPREAD); at++) {
      const act = random.pick(ACTS);
      if (random.chance(0.4) && world.happens('action')) act(world, watch, owner);
      if (world.happens('presses', 0.8)) pressSome(world, watch);
      if (world.happens('the object ends', 0.15))
        world.timeline.after(random.below(5_000), () => world.edge.object.end({ crash: true }));
      await world.runFor(random.below(PAUSE_MAX_MS));
    }
    world.endFaults();
    world.channels.state.faults = NO_CHANNEL_FAULTS;
    world.note('the faults stop');
    await world.runFor(10 * MINUTE_MS);
    for (const { channelId } of CHANNELS) await ask(world, owner, 'POST', `/channels/${channelId}/test`, {});
    await world.runFor(SETTLES_WITHIN_MS);
    const problems = [...watch.settled(PROJECTS), ...watch.eachUseTold()];
    const ended = await afterTheEnd(world, watch, owner);
    return [
      ...seenWrong(world),
      ...withinTheFreePlan(world),
      ...problems,
      ...ended,
      ...watch.eachUsePressed(),
      ...watch.withinCeilings(),
      ...watch.eachRaiseOnce(),
      ...watch.noneLogged(),
      ...noSecretAnywhere(world, browsers),
    ];
  });
}

/** A project uses all of its cap, and the edge reads it. */
function reachCap(
  world: World,
  watch: LinkWatch,
  owner: BrowserActor,
  project = world.random.pick(PROJECTS),
): void {
  const { projectId, category } = project;
  world.note(`${projectId} is at its cap`);
  world.service.control.setUsage(projectId, { [category]: watch.capOf(project) ?? 0 });
  void owner.request('/snapshot?fresh=1').catch(() => undefined);
}

/** The owner sets another cap at the service; links sent before are pressed all the same, even much later. */
function changeElsewhere(world: World, watch: LinkWatch): void {
  const { random, timeline } = world;
  // No link says a half.
  watch.setElsewhere(random.pick(PROJECTS), 80.5 + random.below(250));
  for (const link of watch
    .links()
    .filter(({ verb }) => verb === 'raise')
    .slice(-6))
    timeline.after(random.below(5 * MINUTE_MS), () => void open(world, watch, link, 'act'));
}

/** A run goes on beyond its time, as the guard can't stop it: its alert has the verb that does. */
function runTooLong(world: World, _: LinkWatch, owner: BrowserActor): void {
  const { projectId } = world.random.pick(PROJECTS);
  const body = JSON.stringify({ kind: 'run-time', minutes: 1 });
  void owner.request(`/guards/${projectId}`, { method: 'PUT', body }).catch(() => undefined);
  try {
    world.service.control.startRun(projectId);
  } catch {
    // One is under way, or its cap is reached.
  }
  world.note(`the runs of ${projectId} can't be stopped for a while`);
  const { instead } = world;
  world.instead = (request) =>
    request.url.endsWith(`/${projectId}/agent/stop`)
      ? Promise.resolve(new Response('no', { status: 503 }))
      : instead(request);
  world.timeline.after(STOPS_FAIL_MS, () => {
    world.instead = () => null;
  });
}

/** Somebody presses links that arrived, old or new ones, one of them more often than once, at once. */
function pressSome(world: World, watch: LinkWatch): void {
  const { random, timeline } = world;
  const sent = watch.links();
  if (sent.length === 0) return;
  const newest = sent.slice(-8);
  // Whoever says that a need is seen leaves nothing to press for the others.
  const raises = sent.filter(({ verb }) => verb === 'raise');
  const one = random.pick(raises.length > 0 && random.chance(0.8) ? raises : sent);
  for (let press = 0; press < 1 + random.below(4); press++) {
    const link = random.chance(0.7) ? one : random.pick(newest);
    const path = random.chance(0.8) ? 'act' : 'look';
    timeline.after(random.below(random.chance(0.5) ? 50 : 20_000), () => void open(world, watch, link, path));
  }
}

/** @returns the status of the answer */
async function open(world: World, watch: LinkWatch, link: SentLink, path: 'act' | 'look'): Promise<number> {
  if (path === 'act') watch.press(link);
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ token: link.token, zone: 'UTC' });
  const { status } = await world.edge.fetch(
    new Request(`${EDGE_URL}/a/${path}`, { method: 'POST', headers, body }),
  );
  world.note(`${path} of ${link.verb} ${link.number} in ${link.channelId}: ${status}`);
  return status;
}

/** A channel is removed and set up as it was, or only set again. */
async function setAnew(world: World, watch: LinkWatch, owner: BrowserActor): Promise<void> {
  const channel = world.random.pick(CHANNELS);
  const { channelId } = channel;
  const isRemoved = world.random.chance(0.5);
  const end = watch.beginEnd(channelId);
  world.note(`${channelId} is ${isRemoved ? 'removed and set up' : 'set'} anew`);
  const change = async (method: string, path: string, body?: object) => {
    const asked = { method, ...(body && { body: JSON.stringify(body) }) };
    const response = await owner.request(path, asked).catch(() => null);
    if (response?.status === 200) end();
  };
  if (isRemoved) await change('DELETE', `/channels/${channelId}`);
  await change(...settingOf(channel));
}

async function signOutOthers(world: World, watch: LinkWatch, owner: BrowserActor): Promise<void> {
  const end = watch.beginEnd(null);
  const response = await owner.request('/devices/sign-out-others', { method: 'POST' }).catch(() => null);
  world.note(`all others are signed out: ${response?.status ?? 'no answer'}`);
  if (response?.status === 200) end();
}

/** Every link is pressed once more, after its time or after all others were signed out: nothing happens. */
async function afterTheEnd(world: World, watch: LinkWatch, owner: BrowserActor): Promise<string[]> {
  const isDay = world.happens('a day passes', 0.15);
  if (isDay) await world.runFor(LINKS_END_MS);
  else await ask(world, owner, 'POST', '/devices/sign-out-others', {});
  const stands = () => JSON.stringify([watch.uses(), PROJECTS.map((project) => watch.capOf(project))]);
  const before = stands();
  const ended = watch.links().filter(({ until }) => !isDay || until <= world.timeline.now());
  const statuses = await world.until(
    Promise.all(ended.map((link) => open(world, watch, link, 'act'))),
    10 * MINUTE_MS,
  );
  const after = stands();
  return [
    ...(statuses.some((status) => status !== 404) ? [`links are answered after their end: ${statuses}`] : []),
    ...(before === after ? [] : [`links did something after their end: ${before} ${after}`]),
  ];
}

function settingOf({ channelId, path, links: of }: LinkedChannel): [string, string, object] {
  const rules = { kind: 'webhook', name: channelId, tells: ['everything'], over: false, hours: null };
  const target = { kind: 'webhook', url: `${CHANNELS_URL}${path}`, secret: SECRETS.own };
  return ['PUT', `/channels/${channelId}`, { ...rules, language: 'en', links: of, target }];
}
