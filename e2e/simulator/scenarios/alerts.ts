import { SECRETS } from '../../mock-channels/channels.ts';
import type { BrowserActor } from '../actors/browser-actor.ts';
import { CHANNELS_URL, NO_CHANNEL_FAULTS } from '../actors/channels-actor.ts';
import type { Kept } from '../decisions.ts';
import {
  AlertWatch,
  eachAlertOnce,
  eachAlertTold,
  nothingWaits,
  type SimulatedChannel,
  withinItsHours,
} from '../invariants/alerts.ts';
import { eachOpeningAnnouncedOnce } from '../invariants/announcements.ts';
import { noSecretAnywhere, seenWrong, withinTheFreePlan } from '../invariants/invariants.ts';
import type { World } from '../world.ts';
import { type Action, drawAction, PROJECTS } from './actions.ts';
import { ask, twoBrowsers } from './people.ts';
import { inWorld, type SeedResult } from './seed-result.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Until every section has been read once; what that finds is not announced. */
const FIRST_READING_MS = 6 * MINUTE_MS;
const ACTIONS_MIN = 15;
const ACTIONS_SPREAD = 25;
const PAUSE_MAX_MS = 3 * MINUTE_MS;
const LONG_PAUSE_MAX_MS = 30 * MINUTE_MS;
const PAUSED_MAX_MS = 40 * MINUTE_MS;
const REFUSES_MAX_MS = 90 * MINUTE_MS;
/** A failing channel is tried every hour at the latest. */
const BACKOFF_MS = 2 * HOUR_MS;
/** The latest after the start at which hours begin. */
const HOURS_BEGIN_MAX_MS = 5 * HOUR_MS;

/** What opens and ends, is seen, and goes wrong with channels. */
const own = (channels: readonly SimulatedChannel[]): readonly Action[] => [
  (world) => {
    const project = world.random.pick(PROJECTS);
    const forMs = world.random.below(PAUSED_MAX_MS);
    world.note(`${project} is paused for ${forMs} ms`);
    world.service.control.setPaused(project, true);
    world.timeline.after(forMs, () => world.service.control.setPaused(project, false));
  },
  (world) => {
    const project = world.random.pick(PROJECTS);
    const outcome = world.random.pick(['success', 'error'] as const);
    world.note(`${outcome} of a deployment of ${project}`);
    try {
      world.service.control.startDeployment(project);
      world.service.control.finishDeployment(project, outcome);
    } catch {
      // One is under way.
    }
  },
  (world) => {
    const { path } = world.random.pick(channels);
    const status = world.random.pick([401, 404, 410]);
    const forMs = world.random.below(REFUSES_MAX_MS);
    world.note(`${path} refuses with ${status} for ${forMs} ms`);
    world.channels.refusing.set(path, status);
    world.timeline.after(forMs, () => world.channels.refusing.delete(path));
  },
  (world, [owner]) => {
    const { channelId } = world.random.pick(channels);
    world.note(`${channelId} is tested`);
    void owner?.request(`/channels/${channelId}/test`, { method: 'POST', body: '{}' }).catch(() => undefined);
  },
  (world, browsers) => {
    const rows = world.edge.object.sql.exec<{ id: string }>('SELECT id FROM attention_items').toArray();
    if (rows.length === 0) return;
    const { id } = world.random.pick(rows);
    world.note(`${id} is seen`);
    const path = `/attention/${encodeURIComponent(id)}/seen`;
    void world.random
      .pick(browsers)
      .request(path, { method: 'POST' })
      .catch(() => undefined);
  },
  (world) => {
    world.note('the object ends');
    world.edge.object.end({ crash: world.random.chance(0.5) });
  },
];

/**
 * Three channels of an account in which much happens while nobody looks: requests and answers are lost,
 * channels refuse, the object ends between any two steps. Then all is well, and each channel has told what it
 * was to tell, once where its answers arrived.
 */
export function alerts(seed: number, kept?: Kept): Promise<SeedResult> {
  return inWorld(seed, { webhooks: seed % 4 !== 0, kept }, async (world) => {
    const startedAt = world.timeline.now();
    const browsers = await twoBrowsers(world, PROJECTS);
    await world.until(browsers[0].request('/snapshot'));
    await world.runFor(FIRST_READING_MS);
    const channels = channelsOf(world);
    for (const channel of channels) await set(world, browsers[0], channel);
    const watch = new AlertWatch(world);
    world.beginFaults();
    const { random } = world;
    world.channels.state.faults = { before: 0.1 + 0.4 * random.next(), after: 0.1 + 0.4 * random.next() };
    const acts = own(channels);
    for (let at = 0; at < ACTIONS_MIN + random.below(ACTIONS_SPREAD); at++) {
      const act = random.chance(0.7) ? random.pick(acts) : drawAction(world);
      if (world.happens('action')) act(world, browsers);
      await world.runFor(random.below(random.chance(0.2) ? LONG_PAUSE_MAX_MS : PAUSE_MAX_MS));
      watch.look();
    }
    world.endFaults();
    world.channels.state.faults = NO_CHANNEL_FAULTS;
    world.channels.refusing.clear();
    world.note('the faults stop');
    await world.runFor(10 * MINUTE_MS);
    for (const { channelId } of channels)
      await ask(world, browsers[0], 'POST', `/channels/${channelId}/test`, {});
    await world.runFor(BACKOFF_MS);
    await world.runFor(Math.max(0, startedAt + HOURS_BEGIN_MAX_MS + 10 * MINUTE_MS - world.timeline.now()));
    return [
      ...seenWrong(world),
      ...withinTheFreePlan(world),
      ...eachOpeningAnnouncedOnce(world),
      ...eachAlertOnce(world),
      ...channels.flatMap((channel) => eachAlertTold(world, channel, watch)),
      ...channels.flatMap((channel) => withinItsHours(world, channel, watch)),
      ...nothingWaits(world),
      ...noSecretAnywhere(world, browsers),
    ];
  });
}

/** One tells everything at any hour, ends too; one tells failures; one has hours that begin later. */
function channelsOf({ random, timeline }: World): SimulatedChannel[] {
  const hour = new Date(timeline.now()).getUTCHours();
  const from = (hour + 1 + random.below(4)) % 24;
  const always = { over: false, hours: null };
  return [
    { channelId: 'channel-all', path: '/own/all', tells: 'everything', ...always, over: true },
    { channelId: 'channel-failures', path: '/own/failures', tells: 'failures', ...always },
    {
      ...{ channelId: 'channel-hours', path: '/own/hours', tells: 'everything', over: false },
      hours: { from, to: hour, stoppingPasses: random.chance(0.5) },
    },
  ];
}

async function set(world: World, owner: BrowserActor, channel: SimulatedChannel): Promise<void> {
  const { channelId, path, tells, over, hours } = channel;
  const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
  await ask(world, owner, 'PUT', `/channels/${channelId}`, {
    ...{ kind: 'webhook', name: channelId, tells: [tells], over, language: 'en' },
    hours: hours && {
      ...{ from: clock(hours.from), to: clock(hours.to), days: [1, 2, 3, 4, 5, 6, 7] },
      ...{ timeZone: 'UTC', stoppingPasses: hours.stoppingPasses },
    },
    target: { kind: 'webhook', url: `${CHANNELS_URL}${path}`, secret: SECRETS.own },
  });
}
