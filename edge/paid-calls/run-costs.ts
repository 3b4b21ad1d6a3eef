import { type Ending, isRefunded } from '../../shared/endings/ending.ts';
import {
  endingOf,
  type ProjectState,
  promptEndingOf,
  type UsualRange,
} from '../../shared/snapshot/project-state.ts';
import { type RunCount, usualCredits } from '../../shared/spending/runs.ts';
import { DAY_MS, type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import type { AccountContext } from '../object/context.ts';
import { insertRow, type Schema } from '../object/database.ts';

export const runCostsSchema: Schema = {
  capability: 'run-costs',
  startAnew: ['DELETE FROM run_costs'],
  migrations: [
    `CREATE TABLE run_costs (
      key TEXT PRIMARY KEY,
      runs INTEGER NOT NULL,
      is_more INTEGER NOT NULL,
      each REAL,
      took TEXT NOT NULL DEFAULT '{}',
      credits REAL NOT NULL,
      at INTEGER NOT NULL
    )`,
    'CREATE INDEX run_costs_by_time ON run_costs (at)',
  ],
};

/** A run belongs to the call that was made this long before it began, and no later one. */
const BEGINS_WITHIN_MS = 10 * MINUTE_MS;
/** The clocks of the edge and the service may differ. */
const CLOCKS_MS = MINUTE_MS;
/** For so long after a call the cost of its runs is looked for. */
const LOOKED_FOR_MS = 2 * DAY_MS;

/** A batch that ends so leaves prompts that never ran, for which nothing stays reserved. */
const LEAVES_PROMPTS: ReadonlySet<Ending> = new Set<Ending>(['stopped', 'capped', 'paused']);

/** A launch may create its project without a run (service reference, Launch Project, `agent.started`). */
const HAS_RUN = 'coalesce(agent_started, 1) = 1';

interface OpenRow extends Record<string, SqlStorageValue> {
  key: string;
  runs: number;
  is_more: number;
  each: number | null;
  took: string;
  project_id: string;
  created_at: InstantMs;
}

export interface RunCostParts {
  /** What one run of this account usually costs; null without history. */
  usual: () => UsualRange | null;
  /** The latest run of these projects, as far as they are followed. */
  projects: (ids: readonly string[]) => readonly Pick<ProjectState, 'projectId' | 'run'>[];
}

/**
 * What the runs of paid calls cost: each reserves what a run usually takes and is settled with what the service says it
 * took, which is nothing if it failed (published reference: a failed run is refunded). Without history it reserves nothing
 * and counts when it ends. A run whose cost is never told keeps what it reserved until the UTC day of its call is over.
 */
export class RunCosts {
  readonly #context: AccountContext;
  readonly #parts: RunCostParts;

  constructor(context: AccountContext, parts: RunCostParts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Credits that runs would reserve now; 0 without history. */
  reserveFor(count: RunCount | null): number {
    return (count?.runs ?? 0) * (this.#each() ?? 0);
  }

  #each(): number | null {
    return usualCredits(1, this.#parts.usual());
  }

  /** Counts the runs of a call that is reserved in the same step. */
  reserve(key: string, count: RunCount, now: InstantMs): void {
    const each = this.#each();
    const credits = count.runs * (each ?? 0);
    insertRow(
      this.#context.storage.sql,
      'run_costs',
      { key, runs: count.runs, is_more: Number(count.isMore), each, credits, at: now },
      'OR REPLACE',
    );
  }

  /** Credits that runs of a device's calls took, or may still take, since then. */
  spentSince(deviceId: string, since: InstantMs): number {
    this.settle();
    const query = `SELECT sum(run_costs.credits) AS credits FROM run_costs JOIN launches USING (key)
      WHERE device_id = ? AND run_costs.at >= ? AND state NOT IN ('refused', 'absent') AND ${HAS_RUN}`;
    return (
      this.#context.storage.sql.exec<{ credits: number | null }>(query, deviceId, since).one().credits ?? 0
    );
  }

  /** Takes over what runs took, as far as the service told it by now. */
  settle(): void {
    const now = this.#context.now();
    const open = this.#context.storage.sql
      .exec<OpenRow>(
        `SELECT key, runs, is_more, each, took, project_id, created_at FROM run_costs JOIN launches USING (key)
         WHERE state = 'launched' AND project_id IS NOT NULL AND ${HAS_RUN} AND created_at >= ? ORDER BY created_at`,
        now - LOOKED_FOR_MS,
      )
      .toArray();
    if (open.length === 0) return;
    const latest = new Map(open.map((row) => [row.project_id, row]));
    for (const { projectId, run } of this.#parts.projects([...latest.keys()])) {
      const row = latest.get(projectId);
      if (row === undefined || run?.startedAt == null) continue;
      const isBatch = row.runs > 1 || row.is_more === 1;
      // A run of a batch that is done is told while the batch goes on.
      const ending = endingOf(run);
      const isOver = ending !== null || (isBatch && run.batch != null && run.status === 'done');
      const own = promptEndingOf(run);
      const credits = own !== null && isRefunded('run', own) ? 0 : run.creditsSpent;
      const took: Record<string, number> = JSON.parse(row.took);
      const begun = String(run.startedAt);
      const isFirst = run.startedAt <= row.created_at + BEGINS_WITHIN_MS;
      const isNext = isBatch && (Object.keys(took).length < row.runs || run.batch != null);
      if (!isOver || run.startedAt < row.created_at - CLOCKS_MS || !(isFirst || isNext)) continue;
      const isNew = credits !== null && took[begun] !== credits;
      const isFreed = isBatch && ending !== null && LEAVES_PROMPTS.has(ending) && (row.each ?? 0) > 0;
      if (!isNew && !isFreed) continue;
      this.#took(isFreed ? { ...row, each: 0 } : row, isNew ? { ...took, [begun]: credits } : took, now);
    }
  }

  #took(
    { key, runs, each, created_at }: OpenRow,
    took: Readonly<Record<string, number>>,
    now: InstantMs,
  ): void {
    const told = Object.values(took);
    const rest = Math.max(0, runs - told.length) * (each ?? 0);
    const credits = told.reduce((sum, one) => sum + one, rest);
    this.#context.storage.sql.exec(
      'UPDATE run_costs SET took = ?, credits = ?, each = ?, at = ? WHERE key = ?',
      JSON.stringify(took),
      credits,
      each,
      each === null ? now : created_at,
      key,
    );
    this.#context.emitter.emit('changed');
  }

  housekeeping(before: InstantMs): void {
    this.#context.storage.sql.exec('DELETE FROM run_costs WHERE at < ?', before);
  }
}
