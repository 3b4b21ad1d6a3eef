import type { TriedAlert } from '../actors/channels-actor.ts';
import type { World } from '../world.ts';

/** A channel of the scenario; hours are of the UTC clock, whole ones. */
export interface SimulatedChannel {
  readonly channelId: string;
  readonly path: string;
  readonly tells: 'everything' | 'failures';
  readonly over: boolean;
  readonly hours: { readonly from: number; readonly to: number; readonly stoppingPasses: boolean } | null;
}

interface Announced {
  readonly number: number;
  readonly key: string;
  readonly noticeId: string;
  readonly at: number;
  readonly about: { readonly kind: string; readonly channelId?: string; readonly outcome?: string };
}

interface Item {
  readonly id: string;
  readonly opening: number;
  readonly resolvedAt: number | null;
  /** Why it ended that was not resolved. */
  readonly endedBy?: string;
  readonly seen: unknown;
}

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;

const rowsOf = <T>({ edge }: World, query: string): T[] =>
  edge.object.sql
    .exec<{ json: string }>(query)
    .toArray()
    .map(({ json }) => JSON.parse(json) as T);

/** What was announced before, and when each opening was first found to be over or seen. */
export class AlertWatch {
  readonly #world: World;
  readonly since: number;
  readonly overAt = new Map<string, number>();
  readonly seen = new Set<string>();

  constructor(world: World) {
    this.#world = world;
    this.since =
      rowsOf<Announced>(world, 'SELECT json FROM announcements ORDER BY number').at(-1)?.number ?? 0;
  }

  look(): void {
    for (const item of rowsOf<Item>(this.#world, 'SELECT item AS json FROM attention_items')) {
      const key = `${item.id}#${item.opening}`;
      if (item.seen) this.seen.add(key);
      if (item.resolvedAt !== null && !this.overAt.has(key)) this.overAt.set(key, this.#world.timeline.now());
    }
  }
}

/** After an answer that arrived, an alert is never sent to that channel again. */
export function eachAlertOnce({ channels }: World): string[] {
  const answered = new Set<string>();
  const problems: string[] = [];
  for (const { channel, alerts, isAnswered } of channels.tries)
    for (const { id, kind } of alerts) {
      if (kind === 'test') continue;
      const sent = `${channel} ${id}`;
      if (answered.has(sent)) problems.push(`${id} was sent to ${channel} again after it was taken`);
      if (isAnswered) answered.add(sent);
    }
  return problems;
}

const takenBy = ({ channels }: World, path: string): Map<string, TriedAlert> =>
  new Map(
    channels.tries
      .filter(({ channel, isTaken }) => channel === path && isTaken)
      .flatMap(({ alerts }) => alerts.map((alert) => [alert.id, alert] as const)),
  );

/** Whatever was announced and is not over, or never ends, was told; so was the end of what was told. */
export function eachAlertTold(
  world: World,
  { channelId, path, tells, over }: SimulatedChannel,
  { since, seen }: AlertWatch,
): string[] {
  const taken = takenBy(world, path);
  const items = rowsOf<Item>(world, 'SELECT item AS json FROM attention_items');
  const known = new Map(items.map((item) => [item.id, item]));
  /** What became of what was announced. News stays, but of work that failed and was mended or seen since. */
  const fateOf = ({ key, noticeId, at, about }: Announced): 'open' | 'over' | 'gone' => {
    const [, id = noticeId, opening] = /^(.*)#(\d+)$/.exec(key) ?? [];
    const item = known.get(id);
    if (opening === undefined && about.outcome !== 'failed') return 'open';
    if (item === undefined) return opening === undefined ? 'open' : 'gone';
    if (opening !== undefined && item.opening !== Number(opening)) return 'gone';
    if (item.resolvedAt === null || (opening === undefined && item.resolvedAt < at)) return 'open';
    return item.endedBy === undefined ? 'over' : 'gone';
  };
  const announced = rowsOf<Announced>(world, 'SELECT json FROM announcements ORDER BY number');
  const problems: string[] = [];
  for (const one of announced) {
    const { number, key, about } = one;
    if (number <= since || about.channelId === channelId) continue;
    if (tells === 'everything' && fateOf(one) === 'open' && !seen.has(key) && !taken.has(key))
      problems.push(`${path} was never told of ${key}`);
    const told = taken.get(key);
    if (over && told && !told.over && fateOf(one) === 'over' && !taken.has(`${key}:over`))
      problems.push(`${path} was never told that ${key} is over`);
  }
  const keys = new Set(announced.map(({ key }) => key));
  for (const { id, kind } of taken.values())
    if (kind !== 'test' && !keys.has(id.replace(/:over$/, '')))
      problems.push(`${path} was told of ${id}, which was never announced`);
  return problems;
}

/** Outside its hours a channel is told only what may pass, and never of what was over before they began. */
export function withinItsHours(
  { channels }: World,
  { path, hours }: SimulatedChannel,
  { overAt }: AlertWatch,
): string[] {
  if (hours === null) return [];
  const { from, to, stoppingPasses } = hours;
  const tried = new Set<string>();
  const problems: string[] = [];
  for (const { channel, at, alerts } of channels.tries) {
    if (channel !== path) continue;
    const hour = Math.floor((at % DAY_MS) / HOUR_MS);
    const isWithin = from < to ? hour >= from && hour < to : hour >= from || hour < to;
    const beganAt = at - ((at - from * HOUR_MS) % DAY_MS);
    for (const { id, kind, severity } of alerts) {
      if (kind === 'test') continue;
      const mayPass = stoppingPasses && severity === 'critical';
      if (!isWithin && !mayPass) problems.push(`${path} was told of ${id} outside of its hours`);
      const endedAt = overAt.get(id) ?? Number.POSITIVE_INFINITY;
      if (isWithin && !tried.has(id) && endedAt < beganAt)
        problems.push(`${path} was told of ${id}, which was over before its hours began`);
      tried.add(id);
    }
  }
  return problems;
}

/** In the end no channel is in trouble, and nothing waits. */
export function nothingWaits({ edge }: World): string[] {
  const waiting = edge.object.sql
    .exec<{ channel_id: string; n: number }>(
      "SELECT channel_id, count(*) AS n FROM alerts WHERE result = 'waiting' GROUP BY channel_id",
    )
    .toArray()
    .map(({ channel_id, n }) => `${n} alerts of ${channel_id} still wait`);
  const broken = edge.object.sql
    .exec<{ channel_id: string; memory: string }>('SELECT channel_id, memory FROM alert_channels')
    .toArray()
    .filter(({ memory }) => !memory.includes('"problem":null'))
    .map(({ channel_id, memory }) => `${channel_id} is in trouble: ${memory}`);
  return [...waiting, ...broken];
}
