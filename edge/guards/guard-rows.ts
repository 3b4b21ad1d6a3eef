import type { Retry } from '../../shared/backoff.ts';
import type { GuardKind, GuardRecord, GuardRequest } from '../../shared/edge-api/guards.ts';
import type { InstantMs } from '../../shared/time.ts';
import type { Schema } from '../object/database.ts';
import { Rows } from '../object/rows.ts';

export const guardsSchema: Schema = {
  startAnew: ['DELETE FROM guards'],
  tables: [
    `CREATE TABLE guards (
      project_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      request TEXT NOT NULL,
      set_at INTEGER NOT NULL,
      set_by TEXT,
      memory TEXT NOT NULL,
      acting INTEGER NOT NULL,
      PRIMARY KEY (project_id, kind)
    ) WITHOUT ROWID`,
    'CREATE INDEX guards_acting ON guards (project_id) WHERE acting = 1',
  ],
};

/** State of a guard between checks; each kind uses its own part. */
export interface GuardMemory {
  /** Since when it refuses prompts, or the last run was stopped. */
  since?: InstantMs | null;
  /** The run (by its start) or the day for which the user undid it. */
  undoneFor?: string | number | null;
  /** `failures`: consecutive failures, and the last run counted. */
  failures?: number;
  lastRun?: InstantMs | null;
  /** `day-budget`: what the day used, when that was read, and the run's state then. */
  day?: string;
  spent?: number;
  readAt?: InstantMs;
  readFor?: string;
  /** `run-time`, `day-budget`: which run was stopped. */
  stopped?: InstantMs | null;
  /** Whether the first refusal was reported. */
  isReported?: boolean;
  problem?: GuardRecord['problem'];
  retry?: Retry;
}

export interface Guard {
  projectId: string;
  request: GuardRequest;
  setAt: InstantMs;
  setBy: string | null;
  memory: GuardMemory;
}

const ONE = 'project_id = ? AND kind = ?';

export class GuardRows {
  readonly #sql: SqlStorage;
  readonly #rows: Rows<Guard & { kind: GuardKind; acting: boolean }>;
  /** Condition for guards that go by runs. */
  readonly #watchesRuns: string;

  /** @param byRuns kinds that depend on runs, whoever starts them; the others act on requests of the edge */
  constructor(sql: SqlStorage, byRuns: readonly GuardKind[]) {
    this.#sql = sql;
    this.#rows = new Rows(sql, 'guards', ['projectId', 'kind'], {
      request: 'json',
      memory: 'json',
      acting: 'flag',
    });
    this.#watchesRuns = `kind IN (${byRuns.map((kind) => `'${kind}'`)})`;
  }

  of(projectId: string): Guard[] {
    return this.#rows.all('project_id = ? ORDER BY kind', projectId);
  }

  find(projectId: string, kind: GuardKind): Guard | null {
    return this.#rows.one(ONE, projectId, kind);
  }

  /** What each run of a project may use that is sent through the edge. */
  runBudgetOf(projectId: string): { credits: number; setAt: InstantMs } | null {
    const { request, setAt } = this.find(projectId, 'run-budget') ?? {};
    return request?.kind === 'run-budget' && setAt !== undefined ? { credits: request.credits, setAt } : null;
  }

  /** Projects with a guard that depends on their runs, in order of their ids, after `after`. */
  watchedAfter(after: string, limit: number): string[] {
    return this.#sql
      .exec<{ id: string }>(
        `SELECT DISTINCT project_id AS id FROM guards
         WHERE project_id > ? AND ${this.#watchesRuns} ORDER BY project_id LIMIT ?`,
        after,
        limit,
      )
      .toArray()
      .map(({ id }) => id);
  }

  /** Whether a project has a guard that depends on its runs. */
  isWatched(projectId: string): boolean {
    return this.#rows.one(`project_id = ? AND ${this.#watchesRuns}`, projectId) !== null;
  }

  /** Guards that refuse prompts or failed to act. */
  acting(): Guard[] {
    return this.#rows.all('acting = 1 ORDER BY project_id, kind');
  }

  ofKind(kind: GuardKind): Guard[] {
    return this.#rows.all('kind = ? ORDER BY project_id', kind);
  }

  projects(): number {
    return this.#sql.exec<{ n: number }>('SELECT count(DISTINCT project_id) AS n FROM guards').one().n;
  }

  put(guard: Guard): void {
    const { request, memory } = guard;
    this.#rows.put({ ...guard, kind: request.kind, acting: isActing(memory) }, 'WRITE OVER');
  }

  /** Stores a guard's state if it changed and the guard is still the same. @returns whether it was written */
  remember({ projectId, request, setAt, memory: before }: Guard, memory: GuardMemory): boolean {
    if (JSON.stringify(memory) === JSON.stringify(before)) return false;
    const to = { memory, acting: isActing(memory) };
    this.#rows.set(to, `${ONE} AND set_at = ?`, projectId, request.kind, setAt);
    return true;
  }

  remove(projectId: string, kind: GuardKind | null): boolean {
    return this.#rows.drop('project_id = ?1 AND (?2 IS NULL OR kind = ?2)', projectId, kind);
  }
}

const isActing = ({ since, problem }: GuardMemory): boolean => since != null || problem != null;
