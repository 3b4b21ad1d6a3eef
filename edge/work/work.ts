import type { ProjectRecord } from '../../shared/builder-api/projects.ts';
import type { Role } from '../../shared/edge-api/role.ts';
import type { WorkPage } from '../../shared/edge-api/work.ts';
import type { OperationName } from '../../shared/operations/catalogue.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import type { RunHistory } from '../../shared/snapshot/project-state.ts';
import { STATEMENT_SPAN_MS } from '../../shared/spending/statement.ts';
import { type InstantMs, parseInstant } from '../../shared/time.ts';
import {
  decisive,
  type Evidence,
  eventEvidence,
  identityOf,
  readDeploy,
  readRun,
  WORK_KINDS,
} from '../../shared/work/evidence.ts';
import { type KnownWork, knownEnd, type WorkMark, type WorkRow } from '../../shared/work/row.ts';
import { rowsOf } from '../../shared/work/rows.ts';
import type { OnRead } from '../builder-api/client.ts';
import { IS_OF_WORK } from '../events/fill-endings.ts';
import type { AccountContext } from '../object/context.ts';
import { insertRow, type Schema, updateRows } from '../object/database.ts';
import { evidenceOf, type LaunchRow } from '../paid-calls/launch-ledger.ts';
import { usualOf } from './usual.ts';
import { type WorkPlace, workPageOf } from './work-page.ts';

export const workSchema: Schema = {
  startAnew: ['DELETE FROM work'],
  tables: [
    `CREATE TABLE work (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      project_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      call_key TEXT,
      begun_at INTEGER NOT NULL,
      ended_at INTEGER,
      row TEXT NOT NULL,
      evidence TEXT NOT NULL,
      mark TEXT
    )`,
    'CREATE INDEX work_by_project ON work (project_id, begun_at)',
    'CREATE INDEX work_marked ON work (project_id) WHERE mark IS NOT NULL',
    'CREATE INDEX work_by_end ON work (kind, ended_at)',
    'CREATE INDEX work_by_call ON work (call_key) WHERE call_key IS NOT NULL',
  ],
};

const ROWS_PER_PAGE = 50;
const KEPT_MAX = 20_000;
/** Rows of a project whose evidence is still placed; older ones stay as they are. */
const OPEN_ROWS = 60;
/** In the place of the column. */
const NO_EVIDENCE = "'[]' AS evidence";
/** Projects whose rows are kept in memory. */
const CACHED_PROJECTS = 50;

interface Row extends Record<string, SqlStorageValue> {
  id: number;
  project_id: string;
  row: string;
  evidence: string;
  mark: string | null;
}

/**
 * Runs, deployments, restores, rebuilds and server starts, one row each. The ledger, readings and kept events
 * hand in their evidence, and `shared/work` alone decides which row it is about.
 */
export class Work {
  readonly #context: AccountContext;
  readonly #nameOf: (deviceId: string) => string | null;
  readonly #cache = new Map<string, KnownWork[]>();
  #usual: RunHistory | null = null;

  constructor(context: AccountContext, nameOf: (deviceId: string) => string | null) {
    this.#context = context;
    this.#nameOf = nameOf;
  }

  /** The latest rows of a project, oldest first. */
  of(projectId: string): readonly KnownWork[] {
    const cached = this.#cache.get(projectId);
    if (cached) return cached;
    const latest = 'project_id = ? ORDER BY begun_at DESC LIMIT ?';
    const rows = this.#read('evidence', latest, projectId, OPEN_ROWS).reverse();
    if (this.#cache.size >= CACHED_PROJECTS) this.#cache.clear();
    this.#cache.set(projectId, rows);
    return rows;
  }

  /** The latest runs of a project, oldest first. */
  runsOf(projectId: string): KnownWork[] {
    return this.of(projectId).filter(({ kind }) => kind === 'run');
  }

  /** The run that a stop of ours was about. */
  stopped(projectId: string | null): { work?: number } {
    const run = this.runsOf(projectId ?? '').findLast(({ stoppedAt }) => stoppedAt !== null);
    return run === undefined ? {} : { work: run.id };
  }

  /** Projects with work since then. */
  projectsSince(at: InstantMs): string[] {
    return this.#context.storage.sql
      .exec<{ project_id: string }>('SELECT DISTINCT project_id FROM work WHERE begun_at >= ?', at)
      .toArray()
      .map(({ project_id }) => project_id);
  }

  /** All work since then, oldest first, without its evidence. */
  since(at: InstantMs): Omit<KnownWork, 'evidence'>[] {
    return this.#read(NO_EVIDENCE, 'begun_at >= ? ORDER BY begun_at', at);
  }

  /** Work that ended since then, each with when it did. */
  endedSince(at: InstantMs): (Omit<KnownWork, 'evidence'> & { overAt: InstantMs })[] {
    return WORK_KINDS.flatMap((kind) =>
      this.#context.storage.sql
        .exec<Row & { ended_at: InstantMs }>(
          `SELECT id, project_id, row, mark, ended_at, ${NO_EVIDENCE} FROM work WHERE kind = ? AND ended_at > ?`,
          kind,
          at,
        )
        .toArray()
        .map((row) => ({ ...knownOf(row), overAt: row.ended_at })),
    );
  }

  /** What runs and deployments that succeeded usually took, by the latest of them. */
  usual(): RunHistory {
    this.#usual ??= usualOf(this.#context.storage.sql);
    return this.#usual;
  }

  /** Reads a page of a project's rows, newest first, after the row `before`; null: from the newest. */
  page(projectId: string, before: WorkPlace | null, role: Role): Omit<WorkPage, 'chain'> {
    const below = before === null ? '' : 'AND (begun_at, id) < (?, ?) ';
    const place = before === null ? [] : [before.begunAt, before.id];
    const which = `project_id = ? ${below}ORDER BY begun_at DESC, id DESC LIMIT ?`;
    const rows = this.#read('evidence', which, projectId, ...place, ROWS_PER_PAGE + 1);
    return workPageOf(this.#context.storage.sql, rows, ROWS_PER_PAGE, role);
  }

  /** Projects of which a run was marked. */
  markedProjects(): string[] {
    return this.#context.storage.sql
      .exec<{ project_id: string }>('SELECT DISTINCT project_id FROM work WHERE mark IS NOT NULL')
      .toArray()
      .map(({ project_id }) => project_id);
  }

  /**
   * Notes what somebody says of a run; null takes it back. Only a successful one can be marked as not fixed.
   * @returns its project; null: there is no such run
   */
  mark(id: number, mark: WorkMark | null, by: string | null): string | null {
    const [row] = this.#read(NO_EVIDENCE, 'id = ?', id);
    if (row?.kind !== 'run' || (mark === 'not-fixed' && row.ending !== 'succeeded')) return null;
    const stored = mark && JSON.stringify({ mark, by, at: this.#context.now() });
    updateRows(this.#context.storage.sql, 'work', { mark: stored }, 'id = ?', id);
    this.#cache.delete(row.projectId);
    this.#context.emitter.emit('work-changed', row.projectId, false);
    return row.projectId;
  }

  /** Rows with their evidence. */
  read(which: string, ...bindings: SqlStorageValue[]): KnownWork[] {
    return this.#read('evidence', which, ...bindings);
  }

  #read(evidence: string, which: string, ...bindings: SqlStorageValue[]): KnownWork[] {
    return this.#context.storage.sql
      .exec<Row>(`SELECT id, project_id, row, mark, ${evidence} FROM work WHERE ${which}`, ...bindings)
      .toArray()
      .map(knownOf);
  }

  /** The ledger's step of a paid call. */
  onCall(key: string): void {
    const [row] = this.#context.storage.sql.exec<LaunchRow>('SELECT * FROM launches WHERE key = ?', key);
    const told = row && evidenceOf(row, this.#nameOf(row.device_id));
    if (told) this.take(told.projectId, [told.evidence]);
  }

  /** A response of the service, whoever asked. */
  readonly onRead: OnRead = (name, { parameters }, data, askedAt) => {
    const projectId = parameters?.projectId;
    if (projectId === undefined) return;
    const evidence = evidenceIn(name, data, askedAt);
    if (evidence !== null) this.take(projectId, [evidence]);
  };

  /** @param data of the event's body */
  onEvent(event: KeptEvent, data: Readonly<Record<string, unknown>>): void {
    const evidence = eventEvidence(event, data);
    const { projectId } = event;
    if (evidence === null || projectId === null) return;
    this.take(projectId, [evidence, ...(evidence.from === 'event' ? this.#lastCap(projectId) : [])]);
  }

  /** The last cap that was reached, which found no row if nothing but its end tells of the run. */
  #lastCap(projectId: string): Evidence[] {
    const [found] = this.#context.storage.sql.exec<{ row: string }>(
      `SELECT row FROM events WHERE project_id = ? AND event = 'project.credit_limit.reached' AND ${IS_OF_WORK}
         AND signer = 'account' ORDER BY seq DESC LIMIT 1`,
      projectId,
    );
    const evidence = found === undefined ? null : eventEvidence(JSON.parse(found.row) as KeptEvent, {});
    return evidence === null ? [] : [evidence];
  }

  onStopped(projectId: string): void {
    this.take(projectId, [{ from: 'stop', kind: 'run', at: this.#context.now(), by: null }]);
  }

  onDeleted(projectId: string): void {
    this.#context.storage.sql.exec('DELETE FROM work WHERE project_id = ?', projectId);
    this.#cache.delete(projectId);
  }

  /** Places evidence. What changes no row is not written. */
  take(projectId: string, added: readonly Evidence[]): void {
    const known = this.of(projectId);
    const before = known.flatMap(({ evidence }) => evidence);
    const [oldest] = known;
    const isFull = known.length >= OPEN_ROWS && oldest !== undefined;
    const late = (one: Evidence) => isFull && one.at < oldest.begunAt;
    const set = decisive([...before, ...added.filter((one) => !late(one))]);
    if (!set.some((one) => added.includes(one))) return;
    const rows = rowsOf(set).filter(({ begunAt }) => !isFull || begunAt >= oldest.begunAt);
    if (this.#write(projectId, known, rows)) {
      this.#cache.delete(projectId);
      this.#usual = null;
      const isRead = added.some(({ from }) => from === 'reading');
      this.#context.emitter.emit('work-changed', projectId, isRead);
    }
  }

  /** @returns whether a row changed */
  #write(projectId: string, known: readonly KnownWork[], rows: readonly WorkRow[]): boolean {
    const { sql } = this.#context.storage;
    const numbers = new Map(
      known.toReversed().flatMap((row) => namesOf(row).map((name) => [name, row] as const)),
    );
    const left = new Set(known);
    let isChanged = false;
    for (const row of rows) {
      const name = namesOf(row).find((one) => left.has(numbers.get(one) as KnownWork));
      const same = name === undefined ? undefined : numbers.get(name);
      if (same === undefined) insertRow(sql, 'work', columnsOf(projectId, row));
      else {
        left.delete(same);
        if (isSameRow(row, same) && eventsIn(row) === eventsIn(same)) continue;
        const former = columnsOf(projectId, same);
        const changed = Object.entries(columnsOf(projectId, row)).filter(
          ([column, value]) => former[column] !== value,
        );
        updateRows(sql, 'work', Object.fromEntries(changed), 'id = ?', same.id);
      }
      isChanged = true;
    }
    for (const { id } of left) {
      sql.exec('DELETE FROM work WHERE id = ?', id);
      isChanged = true;
    }
    return isChanged;
  }

  housekeeping(now: InstantMs): void {
    const { sql } = this.#context.storage;
    sql.exec('DELETE FROM work WHERE coalesce(ended_at, begun_at) < ?', now - STATEMENT_SPAN_MS);
    sql.exec(
      'DELETE FROM work WHERE id <= (SELECT id FROM work ORDER BY id DESC LIMIT 1 OFFSET ?)',
      KEPT_MAX,
    );
    this.#cache.clear();
  }
}

function evidenceIn(name: OperationName, data: unknown, askedAt: InstantMs): Evidence | null {
  switch (name) {
    case 'getAgentStatus':
      return readRun(data as Parameters<typeof readRun>[0], askedAt);
    case 'getDeploymentStatus':
      return readDeploy(data as Parameters<typeof readDeploy>[0], askedAt);
    case 'getProject': {
      const { deployment, lastModifiedAt } = data as ProjectRecord;
      return deployment ? readDeploy(deployment, askedAt, parseInstant(lastModifiedAt)) : null;
    }
    default:
      return null;
  }
}

/** By what a row is found again, the strongest first. */
function namesOf({ kind, callKey, batch, startedAt, deploymentId, evidence }: WorkRow): string[] {
  const place = batch?.place ?? '';
  return [
    ...(callKey === null ? [] : [`call ${callKey} ${place}`]),
    ...(batch === null ? [] : [`batch ${batch.startedAt} ${place}`]),
    ...(startedAt === null ? [] : [`${kind} ${startedAt}`]),
    ...(deploymentId === null ? [] : [`${kind} ${deploymentId}`]),
    ...evidence.filter(({ from }) => from === 'event' || from === 'reading').map(identityOf),
  ];
}

/** An event that adds nothing to its row may be of another one, which only the next reading shows. */
const eventsIn = ({ evidence }: WorkRow): string =>
  evidence
    .filter(({ from }) => from === 'event')
    .map(identityOf)
    .join();

/** Compared at each event and reading, for all rows of a project: so without a text of them. */
const isSameRow = ({ evidence: _, ...row }: WorkRow, same: WorkRow): boolean =>
  Object.entries(row).every(([name, value]) => {
    const other = same[name as keyof WorkRow];
    return value === other || (value !== null && JSON.stringify(value) === JSON.stringify(other));
  });

/** The column `row`, without what stands in others. */
const textOf = (known: WorkRow | KnownWork): string =>
  JSON.stringify({ ...known, id: undefined, projectId: undefined, mark: undefined, evidence: undefined });

const columnsOf = (projectId: string, row: WorkRow | KnownWork): Record<string, SqlStorageValue> => ({
  project_id: projectId,
  kind: row.kind,
  call_key: row.callKey,
  begun_at: row.begunAt,
  ended_at: row.over === null ? null : knownEnd(row),
  row: textOf(row),
  evidence: JSON.stringify(row.evidence),
});

const knownOf = ({ id, project_id, row, mark, evidence }: Row): KnownWork => ({
  ...(JSON.parse(row) as WorkRow),
  id,
  projectId: project_id,
  mark: mark === null ? null : (JSON.parse(mark) as KnownWork['mark']),
  evidence: JSON.parse(evidence) as Evidence[],
});
