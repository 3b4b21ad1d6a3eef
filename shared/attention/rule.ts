import type { SiteLook } from '../sites/site.ts';
import type { Severity } from '../snapshot/attention.ts';
import type { EventFacts, KeptEvent } from '../snapshot/kept-event.ts';
import type { Section } from '../snapshot/section.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { InstantMs } from '../time.ts';
import type { KnownChain } from '../work/chain.ts';
import type { KnownWork } from '../work/rows.ts';
import type { Condition, EndedBy, Reason } from './item.ts';

/**
 * What a rule found in one successful reading. If `complete`, whatever is not in `conditions` does not hold;
 * otherwise only the items in `over` do not. `endedBy`: why one of these ended that was not resolved.
 */
export type Reading = {
  readAt: InstantMs;
  conditions: Condition[];
  complete: boolean;
  over?: string[];
  /** The same, of ids that the rule can't list. */
  ends?: (id: string) => boolean;
  endedBy?: (id: string) => EndedBy | undefined;
};

/** What an event says: a condition held when it happened, or the item with that id was over by then. */
export type EventReading = { condition: Condition } | { over: string; by?: EndedBy };

/** The last chain of a project. */
export type ProjectChain = KnownChain & { projectId: string };

/** The last look at what a project's latest deployment published; `workId` is its row. `isSure`: visitors get something wrong. */
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

/** Defines how items of one kind open and resolve. Pure; a rule never sees a failed reading. */
export type Rule = {
  /** Null when nothing was read or reading failed: nothing opens and nothing resolves. */
  read?: (snapshot: Facts) => Reading | null;
  fromEvent?: (event: KeptEvent) => EventReading[];
  /** The user's acknowledgement ends it: no event or reading ever reports the end. */
  endsWhenAcknowledged?: boolean;
  /** Happened once, at `since`: a reading that still shows it does not open it again. */
  isOccurrence?: boolean;
  /** Over once, the same is not opened again. */
  isOnce?: boolean;
  /** The opening is not announced, because news announces the same. */
  isSilent?: boolean;
  /** Ends with its project, although only readings report it. */
  endsWithProject?: boolean;
};

/** The opening that an event causes, under `id`. */
export function opens(event: KeptEvent, id: string, severity: Severity, reason: Reason): EventReading {
  return { condition: condition(id, severity, event.projectId, event.at, reason) };
}

export function condition(
  id: string,
  severity: Severity,
  projectId: string | null,
  since: InstantMs,
  reason: Reason,
): Condition {
  return { id, severity, projectId, reason, since };
}

/** A condition that a reading shows, with an unknown beginning. @param seenAt when it was read */
export function seen(
  id: string,
  severity: Severity,
  projectId: string | null,
  seenAt: InstantMs,
  reason: Reason,
): Condition {
  return { ...condition(id, severity, projectId, seenAt, reason), isEarlier: true };
}

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
