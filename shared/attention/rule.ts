import type { ServiceEvent } from '../builder-api/webhooks.ts';
import type { AlertGroup } from '../edge-api/channel-kinds.ts';
import type { SiteLook } from '../sites/site.ts';
import type { Severity } from '../snapshot/attention.ts';
import type { EventFacts, KeptEvent } from '../snapshot/kept-event.ts';
import type { Section } from '../snapshot/section.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { type InstantMs, MINUTE_MS } from '../time.ts';
import type { KnownChain } from '../work/chain.ts';
import type { KnownWork } from '../work/row.ts';

/** A function of one kind's reason that a table of all kinds can hold. */
export type Method<Args extends unknown[], Result> = { of(...args: Args): Result }['of'];

type AnyReason = { kind: string };

/** Something that holds now, as reported by one rule. */
export type ConditionOf<Reason extends AnyReason> = {
  /** Stable across readings, events and devices. */
  id: string;
  severity: Severity;
  projectId: string | null;
  reason: Reason;
  since: InstantMs;
  /** The beginning is unknown: it was first seen at `since`. */
  isEarlier?: true;
};

/**
 * Why an item ended unresolved: it was marked as `seen`, and nothing else ends it; another one `replaced` it;
 * nothing reports it (`not-read`). A worse one has a further opening, a forgotten one is absent.
 */
export type EndedBy = 'seen' | 'replaced' | 'not-read';

/**
 * What a rule found in one successful reading. If `complete`, whatever is not in `conditions` does not hold;
 * otherwise only the items in `over` do not. `endedBy`: why one of these ended that was not resolved.
 */
export type Reading<Reason extends AnyReason> = {
  readAt: InstantMs;
  conditions: ConditionOf<Reason>[];
  complete: boolean;
  over?: string[];
  /** The same, of ids that the rule can't list. */
  ends?: (id: string) => boolean;
  endedBy?: (id: string) => EndedBy | undefined;
};

/** What an event says: a condition held when it happened, or the item with that id was over by then. */
export type EventReading<Reason extends AnyReason> =
  | { condition: ConditionOf<Reason> }
  | { over: string; by?: EndedBy };

/** The last chain of a project. */
export type ProjectChain = KnownChain & { projectId: string };

/** The last look at a project's latest deployment, row `workId`. `isSure`: visitors get something wrong. */
export type SiteFinding = {
  projectId: string;
  workId: number;
  since: InstantMs;
  look: SiteLook;
  isSure: boolean;
};

/** The snapshot, and what only the edge knows. */
export type Facts = Snapshot & {
  /** The latest rows of projects whose work changed, oldest first. */
  work?: readonly KnownWork[];
  chains?: readonly ProjectChain[];
  sites?: readonly SiteFinding[];
  /** The balance below which it is told; null: it is not. */
  tellBelow?: number | null;
};

/** Where a need is dealt with whose row has no more to show than since when. */
export type NeedPlace = 'money' | 'limits' | 'talk' | 'ship';
/** Where in the console something is seen: a tab of its project, or a view of the account. */
export type PlaceName = NeedPlace | 'data' | 'project' | 'webhooks' | 'alerts' | 'settings';

/** Where a kind is told of. */
interface WhereTold {
  place: PlaceName;
  /** Groups of alerts that it is in, beside `needs-you`. */
  alerts: readonly AlertGroup[];
  /** In Activity: the service's event that reports it, or an entry of a guard or the launch; null: none. */
  by: ServiceEvent | 'another-entry' | null;
  /** It names no channel, host, browser, variable, import or app data, so that viewers see it in Activity. */
  isNameless: boolean;
}

/** What ends an item beside readings and events. */
interface Ends<Reason extends AnyReason> {
  /** The calendar alone; null: never. */
  at: Method<[ConditionOf<Reason>], InstantMs> | null;
  /** That the calendar ends it does not say that it is resolved. */
  isUnresolved?: boolean;
  /** The user's acknowledgement: no event or reading ever reports the end. */
  whenSeen?: boolean;
  /** The end of its project, although only readings report it. */
  withProject?: boolean;
}

/** Defines how items of one kind open and resolve. Pure; a rule never sees a failed reading. */
export interface Rule<Reason extends AnyReason> {
  told: WhereTold;
  /** Null when nothing was read or reading failed: nothing opens and nothing resolves. */
  read?: Method<[Facts], Reading<Reason> | null>;
  fromEvent?: (event: KeptEvent) => EventReading<Reason>[];
  ends: Ends<Reason>;
  /** What makes it worse within its severity: a greater number. */
  worse?: Method<[Reason], number>;
  /** Asks again when it is worse, whether or not somebody has seen it. */
  asksWhenWorse?: boolean;
  /** An event has fewer facts than a reading: fills the missing ones from what was read. */
  filled?: Method<[fresh: Reason, known: Reason], Reason>;
  /** Happened once, at `since`: a reading that still shows it does not open it again. */
  isOccurrence?: boolean;
  /** Over once, the same is not opened again. */
  isOnce?: boolean;
  /** The opening is not announced, because news announces the same. */
  isSilent?: boolean;
}

/** Tolerance for the service's clock and for lists that show a reset late. */
export const GRACE_MS = MINUTE_MS;

/** The opening that an event causes, under `id`. */
export const opens = <const Reason extends AnyReason>(
  event: KeptEvent,
  id: string,
  severity: Severity,
  reason: Reason,
): EventReading<Reason> => ({ condition: condition(id, severity, event.projectId, event.at, reason) });

export const condition = <const Reason extends AnyReason>(
  id: string,
  severity: Severity,
  projectId: string | null,
  since: InstantMs,
  reason: Reason,
): ConditionOf<Reason> => ({ id, severity, projectId, reason, since });

/** A condition that a reading shows, with an unknown beginning. @param seenAt when it was read */
export const seen = <const Reason extends AnyReason>(
  id: string,
  severity: Severity,
  projectId: string | null,
  seenAt: InstantMs,
  reason: Reason,
): ConditionOf<Reason> => ({ ...condition(id, severity, projectId, seenAt, reason), isEarlier: true });

/** A section's data and age if its last read succeeded, else null. */
export function wellRead<T>(section: Section<T>): { data: T; readAt: InstantMs } | null {
  if (section.error !== null || section.data === null || section.readAt === null) return null;
  return { readAt: section.readAt, data: section.data };
}

/** A text of an event's open facts, or null. */
export function textFact(facts: EventFacts, name: string): string | null {
  const value = facts[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A number of an event's open facts, or null; the service may send a number as text. */
export function numberFact(facts: EventFacts, name: string): number | null {
  const value = facts[name];
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const read = Number(value);
  return Number.isFinite(read) ? read : null;
}

/** A truth value of an event's open facts, or null. */
export function truthFact(facts: EventFacts, name: string): boolean | null {
  const value = facts[name];
  return typeof value === 'boolean' ? value : null;
}
