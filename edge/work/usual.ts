import type { RunHistory, UsualRange } from '../../shared/snapshot/project-state.ts';
import type { WorkRow } from '../../shared/work/row.ts';

/** So many of the latest that ended are looked at, for so many that succeeded at most. */
const LOOKED_AT = 100;
const SAMPLES_MAX = 50;
const ENOUGH = 3;
const LOW = 0.2;
const HIGH = 0.8;

/** What runs and deployments usually take: the middle of the latest that succeeded; null: too few. */
export function usualOf(sql: SqlStorage): RunHistory {
  const [runs, deploys] = [succeeded(sql, 'run'), succeeded(sql, 'deploy')];
  return {
    runDurationMs: usual(runs.map(durationMs)),
    runCredits: usual(runs.map(({ row }) => row.credits)),
    deployDurationMs: usual(deploys.map(durationMs)),
  };
}

interface Ended {
  endedAt: number;
  row: WorkRow;
}

function succeeded(sql: SqlStorage, kind: 'run' | 'deploy'): Ended[] {
  return sql
    .exec<{ ended_at: number; row: string }>(
      'SELECT ended_at, row FROM work WHERE kind = ? AND ended_at > 0 ORDER BY ended_at DESC LIMIT ?',
      kind,
      LOOKED_AT,
    )
    .toArray()
    .map(({ ended_at: endedAt, row }) => ({ endedAt, row: JSON.parse(row) as WorkRow }))
    .filter(({ row }) => row.ending === 'succeeded')
    .slice(0, SAMPLES_MAX);
}

const durationMs = ({ endedAt, row: { startedAt } }: Ended): number | null =>
  startedAt === null ? null : endedAt - startedAt;

function usual(values: readonly (number | null)[]): UsualRange | null {
  const sorted = values
    .flatMap((value) => (value === null || value < 0 ? [] : value))
    .toSorted((a, b) => a - b);
  if (sorted.length < ENOUGH) return null;
  return { low: percentile(sorted, LOW), high: percentile(sorted, HIGH), count: sorted.length };
}

/** Nearest rank in an ascending, non-empty list. */
function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0;
}
