import { isExpected } from '../../../../shared/attention/kinds.ts';
import { openingKey } from '../../../../shared/attention/news.ts';
import { CAP_EVENT } from '../../../../shared/edge-api/caps.ts';
import { actOf as guardActOf } from '../../../../shared/edge-api/guards.ts';
import { changeOf, isChangeEvent } from '../../../../shared/edge-api/setting-changes.ts';
import type { AttentionNow } from '../../../../shared/snapshot/attention-schema.ts';
import type { KeptEvent } from '../../../../shared/snapshot/kept-event.ts';
import { withEachEndOnce } from '../../../../shared/snapshot/read-ends.ts';
import type { SubscriptionHealth } from '../../../../shared/snapshot/webhook-health.ts';
import { type InstantMs, MINUTE_MS } from '../../../../shared/time.ts';
import { type LaunchEntry, projectOf } from '../../../storage/launches.ts';
import type { StoredPaidCall } from '../../../storage/paid-calls.ts';
import type { ImportGroup } from '../../kit/import-groups.ts';
import type { Told } from '../../kit/told.ts';
import { toldFinder } from './reported.ts';
import { callsOf, retellings } from './same-act.ts';
import { filterOf, needsOf, type Trouble, troublesOf } from './troubles.ts';

export type Rejection = SubscriptionHealth['rejections'][number];

type Events = [newest: KeptEvent, ...older: KeptEvent[]];

/** One activity entry. `at`: by the edge's clock, or by this browser's for its own actions. */
export type ActivityEntry =
  /** `also`: events that tell of the same act. `call`: of this browser, which began what the event ends. `told`: what was told of it. */
  | {
      kind: 'event';
      at: InstantMs;
      event: KeptEvent;
      also: readonly KeptEvent[];
      call: StoredPaidCall | null;
      told: Told | null;
    }
  /** Two or more changes that one browser made one after another in one act ({@link actOf}); the newest first. `isBack`: caps, to what they were before. */
  | { kind: 'act'; at: InstantMs; events: Events; isBack: boolean }
  | { kind: 'own'; at: InstantMs; call: StoredPaidCall }
  /** A launch of this browser, which is paid for too. */
  | { kind: 'launch'; at: InstantMs; launch: LaunchEntry }
  /** A notification or alert without a kept event. */
  | { kind: 'notice'; at: InstantMs; told: Told }
  /** Two or more caps that are expected to be reached, announced at one time. */
  | { kind: 'forecasts'; at: InstantMs; all: readonly [Told, ...Told[]] }
  /** Rows that became records of a table, from whichever browser. */
  | { kind: 'import'; at: InstantMs; group: ImportGroup }
  /** What needs the user and no event tells of, or deliveries or alerts that did not arrive: one entry from its begin to its end. `told`: what was told of it. */
  | { kind: 'trouble'; at: InstantMs; trouble: Trouble; told: Told | null }
  /** Deliveries that the edge rejected for one reason, in the last day. */
  | { kind: 'refused'; at: InstantMs; rejection: Rejection };

/** Filters of the list: one kind of entry, or one event of the service. `refused`: also prompts that a guard refused. */
export const ENTRY_KINDS = ['own', 'import', 'notice', 'trouble', 'forecast', 'refused'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];
export const entryKindOf = (filter: string): EntryKind | null =>
  ENTRY_KINDS.find((kind) => kind === filter) ?? null;

export type ActivitySources = {
  events: readonly KeptEvent[];
  /** Whether there are older events to read. */
  hasMore: boolean;
  calls: readonly StoredPaidCall[];
  launches: readonly LaunchEntry[];
  imports: readonly ImportGroup[];
  told: readonly Told[];
  attention: AttentionNow | undefined;
  rejections: readonly Rejection[];
};

/** What the list is narrowed to; empty: not. */
export type ActivityFilter = {
  projectId: string;
  /** A kind of entry, or the name of an event. */
  kind: string;
  /** Nothing from before then; null: from the first on. */
  since: InstantMs | null;
  /** Nothing from then on; null: up to now. */
  before: InstantMs | null;
};

/**
 * All entries in one list, newest first: one for each act. What was told of an event is part of the event's entry. While there are
 * older events to read, nothing older than the oldest one is listed, so that later pages only append. @param me the name of this
 * browser
 */
export function activityEntries(
  { events: kept, hasMore, calls, launches, imports, told, attention, rejections }: ActivitySources,
  { projectId, kind: filter, since, before }: ActivityFilter,
  me: string | null = null,
): ActivityEntry[] {
  const kind = entryKindOf(filter);
  const events = withEachEndOnce(kept);
  const isOfProject = (id: string | null) => projectId === '' || id === projectId;
  const toldOfEvent = toldFinder(told);
  const toldByEvent = new Map(events.map((event) => [event, toldOfEvent(event)]));
  const also = retellings(events);
  const isRetold = new Set([...also.values()].flat());
  const back = capsSetBack(events);
  const isOfRefusals = kind === 'refused';
  const isOwn = kind === 'own';
  const begun = callsOf(calls, events);
  const isBegun = new Set(begun.values());
  const eventEntry = (event: KeptEvent) => {
    const others = also.get(event) ?? [];
    const [toldFirst = null] = [event, ...others].flatMap((one) => toldByEvent.get(one) ?? []);
    const call = begun.get(event) ?? null;
    return { kind: 'event' as const, at: event.at, event, also: others, call, told: toldFirst };
  };
  const toldByKey = new Map(told.filter(({ isEnd }) => !isEnd).map((one) => [one.key, one]));
  const troubleEntry = (trouble: Trouble) => ({
    kind: 'trouble' as const,
    at: trouble.item.openedAt,
    trouble,
    told: toldByKey.get(openingKey(trouble.item.id, trouble.item.opening)) ?? null,
  });
  const troubleEntries = troublesOf(attention).map(troubleEntry);
  const needs = needsOf(attention, events, ({ id, opening }) =>
    toldByKey.has(openingKey(id, opening)),
  ).filter((need) => filter === '' || filter === filterOf(need));
  const isOfEntry = new Set([...toldByEvent.values(), ...troubleEntries.map((one) => one.told)]);
  const wants = (one: EntryKind) => kind === one || filter === '';
  const entries: ActivityEntry[] = [
    ...(kind === null || isOfRefusals || isOwn
      ? inOne(
          events.filter(
            (event) =>
              !isRetold.has(event) &&
              (!isOfRefusals || isRefusal(event)) &&
              (!isOwn ||
                begun.has(event) ||
                (me !== null && event.source === 'edge' && event.facts.by === me)),
          ),
          back,
        ).map((alike) => {
          const [event] = alike;
          return alike.length > 1
            ? { kind: 'act' as const, at: event.at, events: alike, isBack: back.has(event) }
            : eventEntry(event);
        })
      : []),
    ...(wants('own') || isOfRefusals
      ? calls
          .filter(
            (call) =>
              isOfProject(call.about.projectId) &&
              !isBegun.has(call) &&
              (!isOfRefusals || isRefusedByEdge(call)),
          )
          .map((call) => ({ kind: 'own' as const, at: call.confirmedAt, call }))
      : []),
    ...(wants('own')
      ? launches
          .filter((launch) => isOfProject(projectOf(launch)))
          .map((launch) => ({ kind: 'launch' as const, at: launch.confirmedAt, launch }))
      : []),
    ...(wants('import')
      ? imports
          .filter((group) => isOfProject(group.projectId))
          .map((group) => ({ kind: 'import' as const, at: group.createdAt, group }))
      : []),
    ...(wants('notice') || kind === 'forecast'
      ? noticeEntries(
          told.filter(
            (one) =>
              isOfProject(one.projectId) &&
              (kind !== 'forecast' || isForecast(one)) &&
              (kind === 'notice' || one.isEnd || !isOfEntry.has(one)),
          ),
        )
      : []),
    ...[...(wants('trouble') ? troubleEntries : []), ...needs.map(troubleEntry)].filter(({ trouble }) =>
      isOfProject(trouble.item.projectId),
    ),
    ...(wants('refused') && projectId === ''
      ? rejections.map((rejection) => ({ kind: 'refused' as const, at: rejection.lastAt, rejection }))
      : []),
  ];
  const from = hasMore && (kind === null || isOwn) ? (kept.at(-1)?.at ?? 0) : 0;
  return entries
    .filter(({ at }) => at >= Math.max(from, since ?? 0) && (before === null || at < before))
    .toSorted((one, other) => other.at - one.at);
}

const capOf = ({ projectId, facts: { category } }: KeptEvent): string => `${projectId} ${category}`;

/** The changes of caps that undo the change before. @param events newest first */
function capsSetBack(events: readonly KeptEvent[]): ReadonlySet<KeptEvent> {
  const caps = events.filter(({ event, source }) => event === CAP_EVENT && source === 'edge');
  const undone = [...Map.groupBy(caps, capOf).values()].flatMap((ofCap) =>
    ofCap.filter(({ facts }, at) => {
      const before = ofCap[at + 1]?.facts;
      return before !== undefined && facts.to === before.from && facts.from === before.to;
    }),
  );
  return new Set(undone);
}

/** Whether it is only expected. */
const isForecast = ({ key, isEnd }: Told): boolean => !isEnd && isExpected(key.split(/[:#]/, 1)[0] ?? '');

/** Whether a cap is only expected to be reached. */
export const isCapForecast = ({ key, isEnd }: Told): boolean => !isEnd && key.startsWith('cap-forecast:');

/** Of what was told, each alone, but forecasts of caps that were made within a minute together. @param told newest first */
function noticeEntries(told: readonly Told[]): ActivityEntry[] {
  const groups: [Told, ...Told[]][] = [];
  for (const one of told.filter(isCapForecast)) {
    const group = groups.at(-1);
    if (group && group[0].at - one.at <= MINUTE_MS) group.push(one);
    else groups.push([one]);
  }
  const alone = (one: Told) => ({ kind: 'notice' as const, at: one.at, told: one });
  return [
    ...told.filter((one) => !isCapForecast(one)).map(alone),
    ...groups.map((all) =>
      all.length > 1 ? { kind: 'forecasts' as const, at: all[0].at, all } : alone(all[0]),
    ),
  ];
}

/** Whether a guard refused a prompt; of one that goes on refusing, the edge keeps the first. */
const isRefusal = (event: KeptEvent): boolean =>
  event.source === 'edge' && guardActOf(event)?.did === 'prompt-refused';

const isRefusedByEdge = ({ state, error }: StoredPaidCall): boolean =>
  state === 'refused' && error?.code?.startsWith('EDGE_') === true;

/** Events of one act, each within a minute of the next, become one entry; every other event is one. */
function inOne(events: readonly KeptEvent[], back: ReadonlySet<KeptEvent>): Events[] {
  const all: Events[] = [];
  const open = new Map<string, Events>();
  for (const event of events) {
    const act = actOf(event, back);
    const newer = act === null ? undefined : open.get(act);
    const isAgain = event.event === CAP_EVENT && newer?.some((one) => capOf(one) === capOf(event));
    if (newer && !isAgain && (newer.at(-1)?.at ?? 0) - event.at <= MINUTE_MS) {
      newer.push(event);
      continue;
    }
    const one: Events = [event];
    all.push(one);
    if (act !== null) open.set(act, one);
  }
  return all;
}

/**
 * What may be one act of one browser: caps, as they are set for several projects or set back, or the events of one receiver, which
 * the service has as one subscription each. Null for what stands alone.
 */
function actOf(kept: KeptEvent, back: ReadonlySet<KeptEvent>): string | null {
  const { event, source, projectId, facts } = kept;
  const { by } = facts;
  if (source !== 'edge' || typeof by !== 'string') return null;
  if (event === CAP_EVENT) return `caps ${by} ${back.has(kept)}`;
  const change = isChangeEvent(event) ? changeOf(facts) : null;
  return change?.setting === 'receiver' && change.event !== null
    ? JSON.stringify([by, projectId, change.did, change.host])
    : null;
}
