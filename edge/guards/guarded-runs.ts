import { shownRun } from '../../shared/snapshot/project-reading.ts';
import type { ProjectState, RunState } from '../../shared/snapshot/project-state.ts';
import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import type { CallService } from '../builder-api/client.ts';
import { doRow, mapLimited } from '../object/concurrency.ts';
import type { AccountContext } from '../object/context.ts';
import { insertRow, type Schema } from '../object/database.ts';
import { Rows } from '../object/rows.ts';
import type { GuardRows } from './guard-rows.ts';

export const guardedRunsSchema: Schema = {
  startAnew: ['DELETE FROM guarded_runs', 'DELETE FROM guarded_turn'],
  tables: [
    'CREATE TABLE guarded_runs (project_id TEXT PRIMARY KEY, run TEXT NOT NULL) WITHOUT ROWID',
    'CREATE TABLE guarded_turn (after_id TEXT NOT NULL)',
  ],
};

const READ_EVERY_MS = MINUTE_MS;
/** Interval of the check that the poll of the list still covers every guarded project. */
const COVERED_EVERY_MS = 10 * MINUTE_MS;
const FIRST_AFTER_MS = 2 * SECOND_MS;
/** Calls of the service in one run of the object, of the 50 that the free plan allows. */
const READS_A_RUN = 40;
const WIDTH = 4;
/** Guarded projects considered in one run; most are covered by the poll. */
const PAGE = 200;

export type RunOf = Pick<ProjectState, 'projectId' | 'run'>;

export interface GuardedRunsParts {
  callService: CallService;
  rows: GuardRows;
  /** Projects whose runs the poll covers; none while no browser is paired and nothing polls. */
  followed: () => ReadonlySet<string>;
  onRead: (runs: readonly RunOf[]) => void;
}

/**
 * Reads the runs of guarded projects that the poll does not cover: those beyond the most recently changed,
 * and all while no browser is paired. Reads by id, running ones first and the others in rotation, so that
 * guards work for every project.
 */
export class GuardedRuns {
  readonly #context: AccountContext;
  readonly #parts: GuardedRunsParts;
  readonly #rows: Rows<{ projectId: string; run: RunState }>;
  /** Projects to read first. In memory only, because their turn comes anyway. */
  readonly #first = new Set<string>();

  constructor(context: AccountContext, parts: GuardedRunsParts) {
    this.#context = context;
    this.#parts = parts;
    this.#rows = new Rows(context.storage.sql, 'guarded_runs', ['projectId'], { run: 'json' });
    if (context.jobs.dueAt('guarded-runs') === null) this.start();
  }

  /** Schedules the reads of guarded projects, if there are any. */
  start(): void {
    if (this.#parts.rows.watchedAfter('', 1).length > 0)
      this.#context.jobs.schedule('guarded-runs', this.#context.now());
  }

  checkSoon(projectId: string): void {
    if (this.#parts.followed().has(projectId)) return;
    if (!this.#parts.rows.isWatched(projectId)) return;
    this.#first.add(projectId);
    this.#context.jobs.schedule('guarded-runs', this.#context.now() + FIRST_AFTER_MS);
  }

  /** Runs in progress, and those seen to end. */
  runs(): RunOf[] {
    return this.#rows.all('true ORDER BY project_id');
  }

  /** Job. @returns when to read next; null = no guard needs it */
  async run(): Promise<InstantMs | null> {
    const { rows, followed, onRead } = this.#parts;
    if (rows.watchedAfter('', 1).length === 0) {
      this.#rows.drop('true');
      return null;
    }
    const covered = followed();
    const known = this.runs();
    for (const { projectId } of known) if (covered.has(projectId)) this.forget(projectId);
    const first = [...this.#first, ...known.map(({ projectId }) => projectId)];
    this.#first.clear();
    const urgent = [...new Set(first)].filter((id) => !covered.has(id)).slice(0, READS_A_RUN);
    const inTurn = this.#inTurn(READS_A_RUN - urgent.length, (id) => covered.has(id) || urgent.includes(id));
    const read = await mapLimited([...urgent, ...inTurn], WIDTH, (id) =>
      doRow<RunOf | null>(
        () => this.#read(id),
        () => null,
      ),
    );
    const runs = read.filter((one) => one !== null);
    if (runs.length > 0) onRead(runs);
    return this.#context.now() + (read.length > 0 ? READ_EVERY_MS : COVERED_EVERY_MS);
  }

  /** The next guarded projects in rotation. */
  #inTurn(atMost: number, isLeftOut: (projectId: string) => boolean): string[] {
    const { sql } = this.#context.storage;
    const [row] = sql.exec<{ after_id: string }>('SELECT after_id FROM guarded_turn');
    const before = row?.after_id ?? '';
    const later = this.#parts.rows.watchedAfter(before, PAGE);
    const wrapped = later.length < PAGE ? this.#parts.rows.watchedAfter('', PAGE - later.length) : [];
    const page = [...later, ...wrapped.filter((id) => !later.includes(id))];
    const taken: string[] = [];
    let after = before;
    for (const id of page) {
      if (taken.length === atMost) break;
      after = id;
      if (!isLeftOut(id)) taken.push(id);
    }
    if (after !== before && (taken.length > 0 || page.length === PAGE)) {
      sql.exec('DELETE FROM guarded_turn');
      insertRow(sql, 'guarded_turn', { after_id: after });
    }
    return taken;
  }

  async #read(projectId: string): Promise<RunOf | null> {
    const now = this.#context.now();
    const result = await this.#parts.callService('getAgentStatus', { parameters: { projectId } });
    if (!result.ok) {
      const isGone = result.failure.kind === 'not-found' || result.failure.kind === 'not-available';
      if (isGone) this.forget(projectId);
      return null;
    }
    const before = this.#rows.one('project_id = ?', projectId)?.run ?? null;
    // Progress of a run is not stored: a row is written when it begins and when it ends.
    const run = { ...shownRun(result.data, now, before), lastMessage: null, keysNeeded: [], batch: null };
    if (run.phase !== 'running' && before?.phase !== 'running') this.forget(projectId);
    else this.#rows.put({ projectId, run }, 'WRITE OVER');
    return { projectId, run };
  }

  forget(projectId: string): void {
    this.#rows.drop('project_id = ?', projectId);
  }
}
