import { contradicts, isRefunded, isSaid } from '../endings/ending.ts';
import { endingWith } from '../endings/run-ending.ts';
import { HOUR_MS, type InstantMs, MINUTE_MS } from '../time.ts';
import {
  type CallEvidence,
  type CauseEvidence,
  decisive,
  type EventEvidence,
  type Evidence,
  mayBeOnePrompt,
  READ_TEXT_MAX,
  type ReadEvidence,
  WORK_KINDS,
  type WorkKind,
} from './evidence.ts';
import { CLOCKS_APART_MS, inOrder, newRow, type WorkRow } from './row.ts';
import { align, ofCall, rowsOfUnit, unitsOf } from './units.ts';

/** The service sends an end's event within this time of its closing message (service reference, Events). */
const TOLD_WITHIN_MS = MINUTE_MS;
/** A deployment takes 2 to 5 minutes (service reference, What the service does): an older one is another. */
const DEPLOYMENT_MAX_MS = HOUR_MS;

/**
 * The rows of one project, from all that is known of its work. A pure function of the set of evidence: order
 * and repetition change nothing. Evidence with an identity (a paid call, a start) makes rows; without one (an
 * event, a reading without a start) it joins the row that it can be about, which another reading may change.
 * Nothing joins a row that began after it.
 */
export function rowsOf(evidence: readonly Evidence[]): WorkRow[] {
  const all = decisive(evidence);
  return WORK_KINDS.flatMap((kind) =>
    rowsOfKind(
      kind,
      all.filter((one) => one.kind === kind),
    ),
  );
}

function rowsOfKind(kind: WorkKind, evidence: readonly Evidence[]): WorkRow[] {
  const calls = evidence.filter((one) => one.from === 'ledger').filter(mayHaveBegun);
  const readings = evidence.filter((one) => one.from === 'reading');
  const units = unitsOf(readings.filter(({ startedAt }) => startedAt !== null));
  const callOf = align(calls, units);
  const taken = new Set(callOf.values());
  const rows = [
    ...units.flatMap((unit) => rowsOfUnit(kind, unit, callOf.get(unit) ?? null)),
    ...calls.filter((call) => !taken.has(call)).map((call) => ofCall(newRow(kind, call.at), call)),
  ].toSorted(inOrder);
  for (const one of readings) if (one.startedAt === null) joinReading(rows, kind, one);
  endByNext(rows);
  // What has its own time comes first: what the sweep found is of what is left.
  for (const isBound of [false, true])
    for (const one of evidence)
      if (one.from === 'event' && one.isBound === isBound) joinEvent(rows, kind, one);
  for (const one of evidence) if (one.from === 'stop' || one.from === 'cap') joinCause(rows, one);
  for (const row of rows) settle(row);
  return rows.toSorted(inOrder);
}

const mayHaveBegun = ({ state }: CallEvidence) => state !== 'refused' && state !== 'absent';

/**
 * A reading without a start: what runs is the latest that had begun when the service was asked, or a run that
 * nothing else shows; what is over is only what was seen to run before, or what shows its own prompt.
 */
function joinReading(rows: WorkRow[], kind: WorkKind, one: ReadEvidence): void {
  const latest = rows.findLast(({ begunAt }) => begunAt <= one.at);
  const isOpen = latest !== undefined && latest.over === null;
  if (one.ending === null) {
    const row = isOpen ? latest : newRow(kind, one.at);
    if (!isOpen) rows.push(row);
    row.readAt ??= one.at;
    row.prompt ??= one.prompt;
    row.evidence.push(one);
    rows.sort(inOrder);
  } else if (isOpen && (isShown(latest, one) || isPromptOf(latest, one))) {
    Object.assign(latest, {
      over: 'reading',
      ending: one.ending,
      endedAt: one.endedAt,
      reason: one.reason,
      credits: one.credits,
      versionId: one.versionId,
    });
    latest.evidence.push(one);
  }
}

/** Its start may vanish after the end (published reference, Reading state). */
const isShown = ({ readAt }: WorkRow, { at }: ReadEvidence): boolean => readAt !== null && readAt < at;

const isPromptOf = ({ prompt, sentAt, startedAt }: WorkRow, one: ReadEvidence): boolean =>
  startedAt === null &&
  sentAt !== null &&
  prompt !== null &&
  one.prompt !== null &&
  one.promptedAt !== null &&
  one.promptedAt >= sentAt - CLOCKS_APART_MS &&
  mayBeOnePrompt(prompt, one.prompt, READ_TEXT_MAX);

/** One kind of work excludes itself in its project (published reference): the next ends the one before. */
function endByNext(rows: WorkRow[]): void {
  for (const row of rows) {
    if (row.over !== null) continue;
    const from = row.startedAt ?? (row.sentAt === null ? row.begunAt : row.sentAt + CLOCKS_APART_MS);
    const next = rows.some(
      (other) =>
        other.readAt !== null &&
        other.begunAt > from &&
        (row.sentAt === null || other.readAt >= row.sentAt) &&
        (row.batch === null || other.batch?.startedAt !== row.batch.startedAt),
    );
    if (next) Object.assign(row, { over: 'next', ending: 'not-known' });
  }
}

/**
 * Whether an event may report the end of a row: the row had begun by then, was not over long before, and
 * neither contradicts what the other says.
 */
function canReport({ at, isBound, prompt, deploymentId, ending }: EventEvidence, row: WorkRow): boolean {
  return (
    row.begunAt <= at &&
    (deploymentId === null || (row.deploymentId === null && at - row.begunAt <= DEPLOYMENT_MAX_MS)) &&
    !contradicts(row.ending, ending) &&
    (isBound || at <= latestEnd(row) + TOLD_WITHIN_MS) &&
    mayBeOnePrompt(row.prompt, prompt, READ_TEXT_MAX)
  );
}

/** By when it had ended, by the service's clock: at a reading that shows it over. A paused batch goes on. */
function latestEnd({ endedAt, evidence }: WorkRow): InstantMs {
  const isOver = ({ ending }: ReadEvidence) => ending !== null && ending !== 'paused';
  const read = evidence.flatMap((one) => (one.from === 'reading' && isOver(one) ? one.at : []));
  return endedAt ?? Math.min(...read) + CLOCKS_APART_MS;
}

/** The row whose end an event reports: by its id, else one that it can be about and that ended about then. */
function joinEvent(rows: WorkRow[], kind: WorkKind, event: EventEvidence): void {
  const { at, isBound, prompt, deploymentId, ending } = event;
  const named = rows.find((row) => deploymentId !== null && row.deploymentId === deploymentId);
  const could = rows.filter((row) => canReport(event, row));
  const free = could.filter(({ hasEvent }) => !hasEvent);
  const isNear = (row: WorkRow) => isNearEnd(row, at);
  const of =
    named ??
    free.findLast(isBound ? ({ over }) => over !== null : isNear) ??
    free.at(-1) ??
    could.findLast(isNear) ??
    null;
  const row = of ?? { ...newRow(kind, at), deploymentId, prompt };
  if (of === null) rows.push(row);
  row.evidence.push(event);
  row.hasEvent = true;
  row.deploymentId ??= deploymentId;
  // Of a delivery that was found later only the latest time of the end is known.
  if (!isBound || of === null) row.over ??= 'event';
  // The signed word of an event is not overwritten by what was read.
  const isOwn = !isBound && contradicts(row.ending, ending);
  if (row.over !== null && (!isSaid(row.ending) || isOwn)) row.ending = ending;
  if (!isBound || of === null) row.endedAt ??= at;
  row.reason ??= event.reason;
  row.refunded ??= event.refunded;
  rows.sort(inOrder);
}

/**
 * A stop or a reached cap is about the run that was under way, which may be known by the event of its end
 * alone. A stop has the time of our clock, as the call that it comes after.
 */
function joinCause(rows: readonly WorkRow[], { from, at, by }: CauseEvidence): void {
  const latest = rows.findLast(
    ({ begunAt, sentAt, batch }) =>
      begunAt <= at || (from === 'stop' && batch === null && sentAt !== null && sentAt <= at),
  );
  const isOfIt = latest && (latest.endedAt === null || at <= latest.endedAt + TOLD_WITHIN_MS);
  const row = isOfIt ? latest : rows.find((one) => isKnownByEvent(one) && isNearEnd(one, at));
  if (row === undefined) return;
  row.begunAt = Math.min(row.begunAt, at);
  if (from === 'stop') row.stoppedAt ??= at;
  else row.capped ??= { at, by };
  row.evidence.push({ from, kind: 'run', at, by });
}

const isNearEnd = ({ endedAt }: WorkRow, at: InstantMs): boolean =>
  endedAt !== null && Math.abs(at - endedAt) <= TOLD_WITHIN_MS;

const isKnownByEvent = ({ over, readAt, sentAt }: WorkRow): boolean =>
  over === 'event' && readAt === null && sentAt === null;

function settle(row: WorkRow): void {
  if (row.ending === null) return;
  row.ending = endingWith(row.ending, {
    stopAccepted: row.stoppedAt !== null,
    capReached: row.capped !== null,
  });
  if (row.kind === 'run') row.refunded = isRefunded('run', row.ending) || null;
  row.evidence = [...row.evidence];
}
