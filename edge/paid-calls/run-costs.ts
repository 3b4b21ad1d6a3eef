import type { Ending } from '../../shared/endings/ending.ts';
import type { UsualRange } from '../../shared/snapshot/project-state.ts';
import { type RunCount, runsAtMost, usualCredits } from '../../shared/spending/runs.ts';
import { DAY_MS, type InstantMs } from '../../shared/time.ts';
import type { WorkRow } from '../../shared/work/row.ts';
import type { AccountContext } from '../object/context.ts';
import { insertRow, type Schema } from '../object/database.ts';

export const runCostsSchema: Schema = {
  startAnew: ['DELETE FROM run_costs'],
  tables: [
    `CREATE TABLE run_costs (
      key TEXT PRIMARY KEY,
      runs INTEGER NOT NULL,
      is_more INTEGER NOT NULL,
      each REAL,
      took TEXT NOT NULL DEFAULT '{}',
      credits REAL NOT NULL,
      at INTEGER NOT NULL
    ) WITHOUT ROWID`,
    'CREATE INDEX run_costs_by_time ON run_costs (at)',
  ],
};

/** For so long after a call the cost of its runs is looked for. */
const LOOKED_FOR_MS = 2 * DAY_MS;

/** The runs of a call, and the budget that bounds them together; null: each may take what runs take. */
type Runs = { count: RunCount; budget: number | null };

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
  credits: number;
  created_at: InstantMs;
}

export interface RunCostParts {
  /** What one run of this account usually costs; null without history. */
  usual: () => UsualRange | null;
  /** The rows of a project's latest runs, oldest first. */
  runsOf: (projectId: string) => readonly WorkRow[];
}

/**
 * Costs of the runs of paid calls. Each run reserves its usual cost, and is settled with what the service
 * says it took: nothing if it failed (published reference: a failed run is refunded). Without history it
 * reserves nothing, and counts when it ends. A batch of unknown length reserves its budget until all of it is
 * told. A run whose cost is never told keeps its reserve until the UTC day of its call is over.
 */
export class RunCosts {
  readonly #context: AccountContext;
  readonly #parts: RunCostParts;

  constructor(context: AccountContext, parts: RunCostParts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Credits that runs would reserve now; 0 without history. */
  reserveFor(runs: Runs): number {
    return runs.count.runs * (this.#each(runs) ?? 0);
  }

  #each({ count, budget }: Runs): number | null {
    if (runsAtMost(count) === null && budget !== null) return budget;
    return usualCredits(1, this.#parts.usual());
  }

  /** Counts the runs of a call that is reserved in the same step. */
  reserve(key: string, runs: Runs, now: InstantMs): void {
    const { count } = runs;
    const each = this.#each(runs);
    const credits = count.runs * (each ?? 0);
    insertRow(
      this.#context.storage.sql,
      'run_costs',
      { key, runs: count.runs, is_more: Number(count.isMore), each, took: '{}', credits, at: now },
      'WRITE OVER',
    );
  }

  /** Credits that runs of a device's calls took, or may still take, since then. */
  spentSince(deviceId: string, since: InstantMs): number {
    const query = `SELECT sum(run_costs.credits) AS credits FROM run_costs JOIN launches USING (key)
      WHERE device_id = ? AND run_costs.at >= ? AND state NOT IN ('refused', 'absent') AND ${HAS_RUN}`;
    return (
      this.#context.storage.sql.exec<{ credits: number | null }>(query, deviceId, since).one().credits ?? 0
    );
  }

  /** Takes over what the runs of a project's calls took, as far as their rows tell it by now. */
  settle(projectId: string): void {
    const now = this.#context.now();
    const open = this.#context.storage.sql
      .exec<OpenRow>(
        `SELECT key, runs, is_more, each, took, credits, created_at FROM run_costs JOIN launches USING (key)
         WHERE state = 'launched' AND project_id = ? AND ${HAS_RUN} AND created_at >= ?`,
        projectId,
        now - LOOKED_FOR_MS,
      )
      .toArray();
    if (open.length === 0) return;
    const byCall = Map.groupBy(this.#parts.runsOf(projectId), ({ callKey }) => callKey);
    for (const row of open) {
      const runs = byCall.get(row.key) ?? [];
      const took = Object.fromEntries(
        runs.flatMap(({ over, refunded, credits, batch }) => {
          const cost = refunded ? 0 : credits;
          return over === null || cost === null ? [] : [[batch?.place ?? 0, cost]];
        }),
      );
      this.#took(row, took, runs, now);
    }
  }

  /** @param took what its runs took that are over, by their place in a batch */
  #took(
    row: OpenRow,
    took: Readonly<Record<string, number>>,
    rows: readonly WorkRow[],
    now: InstantMs,
  ): void {
    const told = Object.values(took);
    const { each, is_more: isMore } = row;
    const last = rows.at(-1);
    const isOver = last?.over != null;
    const isLeft = isOver && last.batch !== null && LEAVES_PROMPTS.has(last.ending ?? 'not-known');
    if (told.length === 0 && !isLeft) return;
    const ran = rows.filter(({ endedAt, credits }) => endedAt !== null || credits !== null).length;
    const runs = isLeft ? ran : isMore ? (last?.batch?.total ?? 1) : row.runs;
    const sum = told.reduce((before, one) => before + one, 0);
    const untold = Math.max(0, runs - told.length);
    const isBounded = isMore && (!isOver || untold > 0);
    const credits = isBounded ? Math.max(sum, each ?? 0) : sum + untold * (each ?? 0);
    const isKnown = JSON.stringify(took) === row.took && credits === row.credits;
    if (isKnown) return;
    this.#context.storage.sql.exec(
      'UPDATE run_costs SET took = ?, credits = ?, at = ? WHERE key = ?',
      JSON.stringify(took),
      credits,
      each === null ? now : row.created_at,
      row.key,
    );
    this.#context.emitter.emit('changed');
  }

  housekeeping(before: InstantMs): void {
    this.#context.storage.sql.exec('DELETE FROM run_costs WHERE at < ?', before);
  }
}
