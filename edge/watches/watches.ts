import { backoffMs } from '../../shared/backoff.ts';
import type { WatchRecord } from '../../shared/data-api/watch-record.ts';
import { WATCHES_MAX, type WatchRequest } from '../../shared/data-api/watches.ts';
import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import type { DataGateway } from '../data-api/gateway.ts';
import { fail, type Result, success } from '../http/result.ts';
import { mapLimited } from '../object/concurrency.ts';
import type { AccountContext } from '../object/context.ts';
import { insertRow, type Schema, updateRows } from '../object/database.ts';
import { dayStart, listedIn, type NewsState, seenNow, sinceCursor } from './watch-reading.ts';

export const watchesSchema: Schema = {
  capability: 'watches',
  startAnew: ['DELETE FROM watches', 'DELETE FROM watch_looks'],
  migrations: [
    `CREATE TABLE watches (
      watch_id TEXT PRIMARY KEY,
      request TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      cursor TEXT,
      seen TEXT NOT NULL DEFAULT '[]',
      news INTEGER NOT NULL DEFAULT 0,
      newest TEXT NOT NULL DEFAULT '[]',
      count INTEGER,
      problem TEXT
    )`,
    'CREATE TABLE watch_looks (one INTEGER PRIMARY KEY CHECK (one = 1), looks TEXT NOT NULL)',
  ],
};

/** Of the 50 calls of a run on the free plan. */
const CALLS_A_RUN = 40;
const WIDTH = 6;
/** Minimum interval per table, while a view is open and while none is. */
const PACE_VIEWED_MS = MINUTE_MS;
const PACE_MS = 5 * MINUTE_MS;
/** Distance of runs when there are more watches than one run can read; each watch then waits longer. */
const BETWEEN_RUNS_MS = 30 * SECOND_MS;
const FAILING_MAX_MS = 15 * MINUTE_MS;

const PAGE = 200;

interface WatchRow extends NewsState, Record<string, SqlStorageValue> {
  watch_id: string;
  request: string;
  created_at: InstantMs;
  count: number | null;
  problem: string | null;
}

/** Columns of which the version that browsers compare is made. */
const VERSION_COLUMNS: (keyof WatchRow & string)[] = [
  'watch_id',
  'request',
  'created_at',
  'news',
  'count',
  'problem',
];

/** When a watch was last read, and how often in a row that failed. */
interface LastRead {
  at: InstantMs;
  failures: number;
}

/** Interval of the reads of each of so many watches. */
export function paceMs(watches: number, isViewed: boolean): number {
  return Math.max(isViewed ? PACE_VIEWED_MS : PACE_MS, Math.ceil(watches / CALLS_A_RUN) * BETWEEN_RUNS_MS);
}

/**
 * New records of tables, each reported once, and counts. Polled by alarm; a row is written only when there is news,
 * so that a quiet table costs reads only. Nothing of a record is stored except its id and, of the newest three, the
 * value that the user chose.
 */
export class Watches {
  readonly #context: AccountContext;
  readonly #data: Pick<DataGateway, 'request'>;
  readonly #isViewed: () => boolean;
  /** The last read of each watch, stored in one row: a quiet minute writes only that one. */
  readonly #lastReads: Map<string, LastRead>;

  constructor(context: AccountContext, data: Pick<DataGateway, 'request'>, isViewed: () => boolean) {
    this.#context = context;
    this.#data = data;
    this.#isViewed = isViewed;
    const [kept] = context.storage.sql.exec<{ looks: string }>('SELECT looks FROM watch_looks').toArray();
    this.#lastReads = new Map(JSON.parse(kept?.looks ?? '[]') as [string, LastRead][]);
    if (context.jobs.dueAt('watches') === null) this.onViewOpened();
  }

  /** Those that are due by the pace of an open view are read. */
  onViewOpened(): void {
    if (this.#count() > 0) this.#goOn();
  }

  list(): WatchRecord[] {
    return this.#rows().map((row) => this.#recordOf(row));
  }

  #get(id: string): Result<WatchRecord> {
    const row = this.#rows().find(({ watch_id }) => watch_id === id);
    return row === undefined ? noSuchWatch() : success(this.#recordOf(row));
  }

  /** A watch with another request starts over. */
  put(id: string, request: WatchRequest): Result<WatchRecord> {
    const text = JSON.stringify(request);
    const known = this.#rows().find(({ watch_id }) => watch_id === id);
    if (known?.request === text) return success(this.#recordOf(known));
    if (known === undefined && this.#count() >= WATCHES_MAX)
      return fail('EDGE_RATE_LIMITED', `There are ${WATCHES_MAX} watches already: delete one first.`);
    insertRow(
      this.#context.storage.sql,
      'watches',
      { watch_id: id, request: text, created_at: this.#context.now() },
      'OR REPLACE',
    );
    this.#lastReads.delete(id);
    this.#context.emitter.emit('changed');
    this.#goOn();
    return this.#get(id);
  }

  remove(id: string): Result<{ removed: true }> {
    this.#lastReads.delete(id);
    const { rowsWritten } = this.#context.storage.sql.exec('DELETE FROM watches WHERE watch_id = ?', id);
    if (rowsWritten === 0) return noSuchWatch();
    this.#context.emitter.emit('changed');
    return success({ removed: true });
  }

  /** Changes with all news, counts and problems; in the snapshot, it says that there is something to read. */
  version(): number {
    return checksum(JSON.stringify(this.#rows(), VERSION_COLUMNS));
  }

  /** Job: polls those that are due, as many as a run may. @returns when the next are due */
  async run(): Promise<InstantMs | null> {
    const rows = this.#rows();
    if (rows.length === 0) return null;
    const now = this.#context.now();
    const pace = paceMs(rows.length, this.#isViewed());
    const due = rows
      .map((row) => ({ row, at: this.#dueAt(row, pace) }))
      .filter(({ at }) => at <= now)
      .sort((one, other) => one.at - other.at)
      .slice(0, CALLS_A_RUN);
    const before = this.version();
    await mapLimited(due, WIDTH, ({ row }) => this.#read(row));
    this.#storeLastReads();
    if (this.version() !== before) this.#context.emitter.emit('changed');
    const next = Math.min(...this.#rows().map((row) => this.#dueAt(row, pace)));
    return Math.max(next, now + Math.min(BETWEEN_RUNS_MS, pace));
  }

  #dueAt({ watch_id }: WatchRow, pace: number): InstantMs {
    const last = this.#lastReads.get(watch_id);
    if (last === undefined) return 0;
    return last.at + Math.max(pace, backoffMs(last.failures, pace, FAILING_MAX_MS));
  }

  async #read(row: WatchRow): Promise<void> {
    const request = JSON.parse(row.request) as WatchRequest;
    const failures = this.#lastReads.get(row.watch_id)?.failures ?? 0;
    this.#lastReads.set(row.watch_id, { at: this.#context.now(), failures });
    const since = request.kind === 'count' ? dayStart(request, this.#context.now()) : sinceCursor(row.cursor);
    const response = await this.#data.request(request.projectId, 'queryRecords', {
      parameters: { typeId: request.table },
      body: JSON.stringify({
        filter: [...conditionsIn(request.filter), ...(since === null ? [] : [{ createdAt: { gte: since } }])],
        sort: { createdAt: -1 },
        pagination: { limit: request.kind === 'count' ? 1 : PAGE, page: 0 },
        returnCount: true,
      }),
    });
    const listed = listedIn(response);
    if (!listed.ok) {
      const { code, message } = listed.error;
      this.#lastReads.set(row.watch_id, { at: this.#context.now(), failures: Math.min(failures + 1, 10) });
      this.#write(row, { problem: JSON.stringify({ code, message: message.slice(0, 300) }) });
      return;
    }
    const { records, count } = listed.value;
    this.#lastReads.set(row.watch_id, { at: this.#context.now(), failures: 0 });
    if (request.kind === 'count') {
      this.#write(row, { count, problem: null });
      return;
    }
    const seen = seenNow(row, request.property ?? null, records, count);
    const isKept = this.#write(row, { ...seen, problem: null });
    if (isKept && seen.news > row.news)
      this.#context.emitter.emit('new-records', this.#recordOf({ ...row, ...seen }), seen.news - row.news);
  }

  /** Writes changes, if there are any and the watch is still the same. @returns whether it is */
  #write(row: WatchRow, to: Partial<WatchRow>): boolean {
    const changes = Object.entries(to).filter(([column, value]) => row[column] !== value);
    if (changes.length === 0) return true;
    return updateRows(
      this.#context.storage.sql,
      'watches',
      Object.fromEntries(changes),
      'watch_id = ? AND request = ?',
      row.watch_id,
      row.request,
    );
  }

  #storeLastReads(): void {
    const ids = new Set(this.#rows().map(({ watch_id }) => watch_id));
    const looks = JSON.stringify([...this.#lastReads].filter(([id]) => ids.has(id)));
    insertRow(this.#context.storage.sql, 'watch_looks', { one: 1, looks }, 'OR REPLACE');
  }

  #rows(): WatchRow[] {
    return this.#context.storage.sql
      .exec<WatchRow>('SELECT * FROM watches ORDER BY created_at, watch_id')
      .toArray();
  }

  #count(): number {
    return this.#context.storage.sql.exec<{ n: number }>('SELECT count(*) AS n FROM watches').one().n;
  }

  #recordOf(row: WatchRow): WatchRecord {
    const request = JSON.parse(row.request) as WatchRequest;
    return {
      id: row.watch_id,
      kind: request.kind,
      projectId: request.projectId,
      table: request.table,
      filter: request.filter ?? null,
      label: request.label ?? null,
      within: request.kind === 'count' ? (request.within ?? null) : null,
      property: request.kind === 'records' ? (request.property ?? null) : null,
      createdAt: row.created_at,
      news: row.news,
      newest: JSON.parse(row.newest),
      count: row.count,
      lookedAt: this.#lastReads.get(row.watch_id)?.at ?? null,
      problem: row.problem === null ? null : JSON.parse(row.problem),
    };
  }

  #goOn(): void {
    this.#context.jobs.schedule('watches', this.#context.now());
  }
}

/** A hash of a text (FNV-1a, 32 bits). */
function checksum(text: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return sum >>> 0;
}

function conditionsIn(filter: unknown): unknown[] {
  if (filter === undefined || filter === null) return [];
  return Array.isArray(filter) ? filter : [filter];
}

const noSuchWatch = () => fail('EDGE_NOT_FOUND', 'There is no such watch.');
