import { type InstantMs, MINUTE_MS } from '../time.ts';
import {
  type BatchPlace,
  type CallEvidence,
  mayBeOnePrompt,
  READ_TEXT_MAX,
  type ReadEvidence,
  type WorkKind,
} from './evidence.ts';
import { CLOCKS_APART_MS, newRow, type WorkRow } from './row.ts';

/** A sleeping server delays a call's work by minutes (published reference, What excludes what, S). */
export const BEGINS_WITHIN_MS = 20 * MINUTE_MS;

/** Readings of one run, or of one batch. */
export interface Unit {
  startedAt: InstantMs;
  /** When the service was asked that first showed it. */
  readAt: InstantMs;
  readings: ReadEvidence[];
  isBatch: boolean;
}

export function unitsOf(readings: readonly ReadEvidence[]): Unit[] {
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
 * Which call started which work: as many as can be, in the order of both, and among those the nearest in
 * time. Work of one project follows one another, so that neither can overtake.
 */
export function align(calls: readonly CallEvidence[], units: readonly Unit[]): Map<Unit, CallEvidence> {
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

export function ofCall(row: WorkRow, call: CallEvidence): WorkRow {
  return {
    ...row,
    callKey: call.key,
    by: call.by,
    prompt: row.batch ? row.prompt : (call.prompt ?? row.prompt),
    sentAt: call.at,
    evidence: [...row.evidence, call],
  };
}

export function rowsOfUnit(kind: WorkKind, unit: Unit, call: CallEvidence | null): WorkRow[] {
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
