import { contradicts, type Ending, isRefunded, isSaid } from '../endings/ending.ts';
import { endingWith } from '../endings/run-ending.ts';
import { HOUR_MS, type InstantMs, MINUTE_MS } from '../time.ts';
import {
  type BatchPlace,
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

/** The clocks of the edge and of the service differ by less than this (the service signs by its own, and 300 s are accepted). */
const CLOCKS_APART_MS = MINUTE_MS;
/** A sleeping server takes minutes to start before the work of a call begins (published reference, What excludes what, S). */
export const BEGINS_WITHIN_MS = 20 * MINUTE_MS;
/** The service sends the event of an end within this time of the message that closes it (service reference, Events). */
const TOLD_WITHIN_MS = MINUTE_MS;
/** A deployment takes 2 to 5 minutes (service reference, What the service does): what began longer ago is another. */
const DEPLOYMENT_MAX_MS = HOUR_MS;

/** What tells that work is over: a reading of it, the start of the next, or only an event. */
export type OverBy = 'reading' | 'next' | 'event';

/** One run, prompt of a batch, deployment, restore, rebuild or server start. Times are milliseconds, amounts credits. */
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

/**
 * The rows of one project, from all that is known of its work. A pure function of the set of evidence: neither its order nor
 * a repetition changes anything. Evidence with an identity (a paid call, a start) makes rows; evidence without one (an event, a reading
 * without a start) joins the row that it can be about, which another reading may change. Nothing joins a row that began after it.
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

/** Readings of one run, or of one batch. */
interface Unit {
  startedAt: InstantMs;
  /** When the service was asked that first showed it. */
  readAt: InstantMs;
  readings: ReadEvidence[];
  isBatch: boolean;
}

function unitsOf(readings: readonly ReadEvidence[]): Unit[] {
  const batchOf = new Map<InstantMs | null, InstantMs>();
  for (const one of readings) {
    if (one.batch === null) continue;
    batchOf.set(one.batch.startedAt, one.batch.startedAt);
    if (!isOfBefore(one)) batchOf.set(one.startedAt, one.batch.startedAt);
  }
  const units = new Map<string, Unit>();
  for (const one of readings) {
    const batch = one.batch?.startedAt ?? batchOf.get(one.startedAt) ?? null;
    const startedAt = batch ?? one.startedAt ?? one.at;
    const key = `${batch !== null} ${startedAt}`;
    const unit = units.get(key) ?? { startedAt, readAt: one.at, readings: [], isBatch: batch !== null };
    unit.readings.push(one);
    unit.readAt = Math.min(unit.readAt, one.at);
    units.set(key, unit);
  }
  return [...units.values()].toSorted((one, other) => one.startedAt - other.startedAt);
}

/** A status that lags tells a batch with the start of the run before it. */
const isOfBefore = ({ startedAt, batch }: ReadEvidence): boolean =>
  batch !== null && startedAt !== null && startedAt < batch.startedAt;

/**
 * Which call started which work: as many as can be, in the order of both, and among those the nearest in time. Work of one
 * project follows one another, so that neither can overtake.
 */
function align(calls: readonly CallEvidence[], units: readonly Unit[]): Map<Unit, CallEvidence> {
  const begun = new Set(calls.flatMap(({ begunAt }) => begunAt ?? []));
  type Best = { pairs: readonly (readonly [Unit, CallEvidence])[]; cost: number };
  const better = (one: Best, other: Best): Best =>
    one.pairs.length > other.pairs.length ||
    (one.pairs.length === other.pairs.length && one.cost <= other.cost)
      ? one
      : other;
  let before: Best[] = Array.from({ length: units.length + 1 }, () => ({ pairs: [], cost: 0 }));
  for (const call of calls) {
    const row: Best[] = [{ pairs: [], cost: 0 }];
    for (const [at, unit] of units.entries()) {
      const [without = row[0], skipped = row[0]] = [before[at + 1], row[at]];
      let best = better(without as Best, skipped as Best);
      if (canHaveStarted(call, unit, begun)) {
        const { pairs, cost } = before[at] as Best;
        best = better(
          { pairs: [...pairs, [unit, call]], cost: cost + Math.abs(unit.startedAt - call.at) },
          best,
        );
      }
      row.push(best);
    }
    before = row;
  }
  return new Map(before.at(-1)?.pairs ?? []);
}

/** A status that was asked for before the call was sent shows the work of before, whatever its time says. */
function canHaveStarted(call: CallEvidence, unit: Unit, begun: ReadonlySet<InstantMs>): boolean {
  if (unit.readAt < call.at) return false;
  if (call.begunAt !== null || begun.has(unit.startedAt)) return call.begunAt === unit.startedAt;
  const after = unit.startedAt - call.at;
  return (
    after >= -CLOCKS_APART_MS &&
    after <= BEGINS_WITHIN_MS &&
    (unit.isBatch || unit.readings.every(({ prompt }) => mayBeOnePrompt(prompt, call.prompt, READ_TEXT_MAX)))
  );
}

function newRow(kind: WorkKind, begunAt: InstantMs): WorkRow {
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

function ofCall(row: WorkRow, call: CallEvidence): WorkRow {
  return {
    ...row,
    callKey: call.key,
    by: call.by,
    prompt: row.batch ? row.prompt : (call.prompt ?? row.prompt),
    sentAt: call.at,
    evidence: [...row.evidence, call],
  };
}

function rowsOfUnit(kind: WorkKind, unit: Unit, call: CallEvidence | null): WorkRow[] {
  const rows = unit.isBatch
    ? rowsOfBatch(kind, unit)
    : [rowOfRun(newRow(kind, unit.startedAt), unit.readings)];
  return call === null ? rows : rows.map((row) => ofCall(row, call));
}

/** What readings of one run say: the one that says most comes last of those with one start. */
function rowOfRun(row: WorkRow, readings: readonly ReadEvidence[]): WorkRow {
  const ended = readings.filter(({ ending }) => ending !== null);
  const best = ended.toSorted((one, other) => endRank(one) - endRank(other)).at(-1) ?? readings[0];
  if (best === undefined) return row;
  const any = <K extends keyof ReadEvidence>(name: K) =>
    best[name] ?? readings.find((one) => one[name] !== null)?.[name] ?? null;
  const startedAt = any('startedAt') as InstantMs | null;
  return {
    ...row,
    startedAt,
    begunAt: startedAt ?? row.begunAt,
    readAt: Math.min(...readings.map(({ at }) => at)),
    deploymentId: any('deploymentId') as string | null,
    prompt: any('prompt') as string | null,
    over: best.ending === null ? null : 'reading',
    ending: best.ending,
    endedAt: best.endedAt,
    reason: best.reason,
    credits: any('credits') as number | null,
    refunded: any('refunded') as boolean | null,
    versionId: any('versionId') as string | null,
    evidence: [...readings],
  };
}

const endRank = ({ ending, credits }: ReadEvidence): number =>
  (ending === 'paused' ? 0 : ending === 'not-known' ? 2 : 4) + Number(credits !== null);

/** One row for each prompt of a batch; one alone while it is planned. */
function rowsOfBatch(kind: WorkKind, { startedAt, readings }: Unit): WorkRow[] {
  const placed = readings.flatMap((one) => (one.batch ? [{ one, batch: one.batch }] : []));
  const placeOf = (batch: BatchPlace) => batch.place ?? -1;
  const furthest = placed.toSorted(
    (a, b) =>
      placeOf(a.batch) - placeOf(b.batch) || Number(a.one.ending !== null) - Number(b.one.ending !== null),
  );
  const last = furthest.at(-1);
  const isOver = last !== undefined && last.one.ending !== null;
  const lastPlace = last ? placeOf(last.batch) : -1;
  const total = Math.max(1, lastPlace + 1, ...placed.map(({ batch }) => batch.total));
  const [ends = []] = placed
    .map(({ batch }) => batch.ends)
    .toSorted((one, other) => other.length - one.length);
  const own = ends.filter(({ at }) => at >= startedAt);
  const unplaced = readings.filter(({ batch }) => batch === null || batch.place === null);
  return Array.from({ length: total }, (_, place) => {
    const of = placed.filter(({ batch }) => placeOf(batch) === place).map(({ one }) => one);
    // Likewise the next place with the start of the one before, until it tells a later one.
    const isStale = (read: ReadEvidence) =>
      isOfBefore(read) ||
      placed.some(({ one, batch }) => placeOf(batch) < place && one.startedAt === read.startedAt) ||
      of.some(({ startedAt: start }) => (start ?? 0) > (read.startedAt ?? 0));
    const isNamed = placed.some(({ batch }) => batch.total > 0 || batch.place !== null);
    const row = rowOfRun(
      { ...newRow(kind, startedAt), batch: { startedAt, place: isNamed ? place : null, total } },
      of.map((one) => ({
        ...one,
        startedAt: isStale(one) ? null : one.startedAt,
        ending: null,
        endedAt: null,
      })),
    );
    const end = own[place];
    const hasEnded = end !== undefined || place < lastPlace || isOver;
    const ending = end?.ending ?? (isOver && place >= lastPlace ? last.one.ending : 'not-known');
    return {
      ...row,
      begunAt: row.startedAt ?? startedAt + place,
      over: hasEnded ? ('reading' as const) : null,
      ending: hasEnded ? ending : null,
      endedAt: end?.at ?? null,
      credits: of.find(({ credits }) => credits !== null)?.credits ?? null,
      readAt: row.readAt ?? Math.min(...readings.map(({ at }) => at)),
      evidence: [...of, ...(place === 0 ? unplaced : [])],
    };
  });
}

const inOrder = (one: WorkRow, other: WorkRow): number =>
  one.begunAt - other.begunAt ||
  (one.batch?.place ?? 0) - (other.batch?.place ?? 0) ||
  ((one.callKey ?? '') < (other.callKey ?? '') ? -1 : (one.callKey ?? '') > (other.callKey ?? '') ? 1 : 0);

/**
 * A reading without a start: what runs is the latest that had begun when the service was asked, or a run that nothing else
 * shows; what is over is only what was seen to run before, or what shows its own prompt.
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

/** One kind of work excludes itself within its project (published reference): what follows ends what went before. */
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
 * When it ended; where nothing says that, when it was first seen or told to be over. Null: it goes on, or was over before anybody
 * looked, perhaps long before.
 */
export function knownEnd(row: EndsOf): InstantMs | null {
  if (row.endedAt !== null || !wasFollowed(row)) return row.endedAt;
  const seen = seenOver(row);
  return seen.length === 0 ? null : Math.min(...seen);
}

/** That, else where it stands among others: what nobody saw at work, of which only the start is known, stands there. */
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

/** Whether work is another than whatever was known at a time: it began later, and no reading of before shows it. */
export const isLaterWork = ({ begunAt, readAt }: WorkRow, at: InstantMs): boolean =>
  begunAt > at - CLOCKS_APART_MS && (readAt === null || readAt > at);

/**
 * Whether an event may report the end of a row: the row had begun by then, was not over long before, and nothing that either says
 * of itself is said otherwise by the other.
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

/** By when it had ended, by the clock of the service: what was read to be over was over then. A batch that pauses goes on. */
function latestEnd({ endedAt, evidence }: WorkRow): InstantMs {
  const isOver = ({ ending }: ReadEvidence) => ending !== null && ending !== 'paused';
  const read = evidence.flatMap((one) => (one.from === 'reading' && isOver(one) ? one.at : []));
  return endedAt ?? Math.min(...read) + CLOCKS_APART_MS;
}

/** The row that an event reports the end of: the one with its id, else what it can be about and ended about then. */
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
 * A stop or a reached cap is about the run that was under way, which may be known by the event of its end alone. A stop has the time
 * of our clock, as the call that it comes after.
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
