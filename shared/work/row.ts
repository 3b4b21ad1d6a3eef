import type { Ending } from '../endings/ending.ts';
import { type InstantMs, MINUTE_MS } from '../time.ts';
import type { BatchPlace, EventEvidence, Evidence, ReadEvidence, WorkKind } from './evidence.ts';

/** The edge's and the service's clocks differ by less (the service signs by its own; 300 s are accepted). */
export const CLOCKS_APART_MS = MINUTE_MS;

/** What tells that work is over: a reading of it, the start of the next, or only an event. */
export type OverBy = 'reading' | 'next' | 'event';

/** One run, prompt of a batch, deployment, restore, rebuild or server start. In milliseconds and credits. */
export interface WorkRow {
  kind: WorkKind;
  /** The paid call that started it; null: it was started elsewhere, or that is not known. */
  callKey: string | null;
  by: string | null;
  prompt: string | null;
  sentAt: InstantMs | null;
  startedAt: InstantMs | null;
  deploymentId: string | null;
  batch: Pick<BatchPlace, 'startedAt' | 'place' | 'total'> | null;
  /** The first that is known of it: when it started, was sent, was seen, or ended. */
  begunAt: InstantMs;
  /** When the service was asked that first showed it. */
  readAt: InstantMs | null;
  over: OverBy | null;
  endedAt: InstantMs | null;
  ending: Ending | null;
  reason: string | null;
  credits: number | null;
  refunded: boolean | null;
  versionId: string | null;
  stoppedAt: InstantMs | null;
  /** When a development cap was reached meanwhile, and whose it was: of a guard, or of the owner (null). */
  capped: { at: InstantMs; by: string | null } | null;
  /** Whether an event was among what tells of it. */
  hasEvent: boolean;
  evidence: Evidence[];
}

/** What somebody said of a run: it did not do what was asked, or the thing works now. */
export const WORK_MARKS = ['not-fixed', 'fixed'] as const;
export type WorkMark = (typeof WORK_MARKS)[number];

/** A row with its number, its project, and what somebody said of it; `by`: the browser's name. */
export interface KnownWork extends WorkRow {
  id: number;
  projectId: string;
  mark: { mark: WorkMark; by: string | null; at: InstantMs } | null;
}

/** A row of which only its beginning is known. */
export function newRow(kind: WorkKind, begunAt: InstantMs): WorkRow {
  return {
    kind,
    callKey: null,
    by: null,
    prompt: null,
    sentAt: null,
    startedAt: null,
    deploymentId: null,
    batch: null,
    begunAt,
    readAt: null,
    over: null,
    endedAt: null,
    ending: null,
    reason: null,
    credits: null,
    refunded: null,
    versionId: null,
    stoppedAt: null,
    capped: null,
    hasEvent: false,
    evidence: [],
  };
}

export const inOrder = (one: WorkRow, other: WorkRow): number =>
  one.begunAt - other.begunAt ||
  (one.batch?.place ?? 0) - (other.batch?.place ?? 0) ||
  ((one.callKey ?? '') < (other.callKey ?? '') ? -1 : (one.callKey ?? '') > (other.callKey ?? '') ? 1 : 0);

/**
 * When it ended; where nothing says that, when it was first seen or told to be over. Null: it goes on, or was
 * over before anybody looked, perhaps long before.
 */
export function knownEnd(row: EndsOf): InstantMs | null {
  if (row.endedAt !== null || !wasFollowed(row)) return row.endedAt;
  const seen = seenOver(row);
  return seen.length === 0 ? null : Math.min(...seen);
}

/** That, else its place among others: at its start, if only that is known and nobody saw it at work. */
export const endOfRow = (row: EndsOf & Pick<WorkRow, 'begunAt'>): InstantMs | null =>
  knownEnd(row) ?? (seenOver(row).length === 0 ? null : row.begunAt);

type EndsOf = Pick<WorkRow, 'endedAt' | 'evidence' | 'callKey'>;

const seenOver = ({ evidence }: EndsOf): InstantMs[] =>
  evidence.flatMap((one) => ('ending' in one && one.ending !== null ? overBy(one) : []));

const overBy = (one: ReadEvidence | EventEvidence): InstantMs =>
  one.from === 'reading' ? (one.overBy ?? one.at) : one.at;

/** Whether it was known before it was over: it was begun here, or a reading showed it at work. */
export const wasFollowed = (row: Pick<WorkRow, 'evidence' | 'callKey'>): boolean =>
  row.callKey !== null || row.evidence.some((one) => one.from === 'reading' && one.ending === null);

/** Whether it is the run or deployment that a reading shows. */
export const isRowOf = (
  { startedAt, batch }: Pick<WorkRow, 'startedAt' | 'batch'>,
  read: { startedAt: InstantMs | null } | null,
): boolean =>
  read != null &&
  read.startedAt !== null &&
  (read.startedAt === startedAt || read.startedAt === batch?.startedAt);

/** Whether work is other than what was known at a time: it began later, and no earlier reading shows it. */
export const isLaterWork = ({ begunAt, readAt }: WorkRow, at: InstantMs): boolean =>
  begunAt > at - CLOCKS_APART_MS && (readAt === null || readAt > at);
