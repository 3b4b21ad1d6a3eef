import { SECTION_ERROR_OF, type Section, type SectionErrorCode } from '../../shared/snapshot/section.ts';
import { happenedAt, type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import { insertRow, type Schema } from '../object/database.ts';
import type { BalanceMoves } from './balance-watch.ts';
import type { ProjectsMemory } from './projects-reader.ts';
import type { ReadResult, ReadSectionName, SectionData } from './reader.ts';

interface SectionRow extends Record<string, SqlStorageValue> {
  name: ReadSectionName;
  data: string | null;
  memory: string | null;
  read_at: InstantMs | null;
  tried_at: InstantMs | null;
  wait_until: InstantMs;
  failures: number;
  error_code: SectionErrorCode | null;
  error_since: InstantMs | null;
}

export interface StoredSection<N extends ReadSectionName> {
  section: Section<SectionData<N>>;
  /** What its reader stores between reads. */
  memory: N extends 'projects' ? ProjectsMemory | null : N extends 'account' ? BalanceMoves | null : unknown;
  triedAt: InstantMs | null;
  /** Not before this time, at the service's request. */
  waitUntil: InstantMs;
  failures: number;
}

const neverRead = {
  section: { data: null, readAt: null, error: null },
  memory: null,
  triedAt: null,
  waitUntil: 0,
  failures: 0,
};

const storedIn = (row: SectionRow): StoredSection<ReadSectionName> => ({
  section: {
    data: parsed(row.data) as SectionData<ReadSectionName> | null,
    readAt: row.read_at,
    error:
      row.error_code === null ? null : { code: row.error_code, since: row.error_since ?? row.tried_at ?? 0 },
  },
  memory: parsed(row.memory),
  triedAt: row.tried_at,
  waitUntil: row.wait_until,
  failures: row.failures,
});

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

/** Whether two readings differ only in age. */
export function haveSameData(one: Section<unknown>, other: Section<unknown>): boolean {
  return one.error?.code === other.error?.code && JSON.stringify(one.data) === JSON.stringify(other.data);
}

export const PROJECT_MARK = 'project:';

/** Sections that are read every few seconds while a view is open. */
const OFTEN_READ: ReadonlySet<ReadSectionName> = new Set(['account', 'projects', 'atLimit']);
/** Interval of writing the age of such a section if nothing else changed: before it would be overdue. */
const WRITE_AGE_EVERY_MS = 4 * MINUTE_MS;

/** The sections in the object's database: one row each, so that a refresh writes one row. */
export class SectionStore {
  readonly #sql: SqlStorage;
  readonly #now: () => InstantMs;
  /** As stored: a section is asked for many times between two reads, and is up to some hundred kilobytes. */
  readonly #read = new Map<ReadSectionName, StoredSection<ReadSectionName>>();
  /** What was written last, and when. */
  readonly #written = new Map<ReadSectionName, { row: SectionRow; at: InstantMs }>();

  constructor(sql: SqlStorage, now: () => InstantMs) {
    this.#sql = sql;
    this.#now = now;
  }

  get<N extends ReadSectionName>(name: N): StoredSection<N> {
    const stored = this.#read.get(name) ?? this.#load(name);
    const triedAt = stored.triedAt ?? 0;
    // The times in its memory are not to be trusted either.
    return (happenedAt(triedAt, this.#now()) < triedAt ? neverRead : stored) as StoredSection<N>;
  }

  #load(name: ReadSectionName): StoredSection<ReadSectionName> {
    const [row] = this.#sql.exec<SectionRow>('SELECT * FROM sections WHERE name = ?', name);
    if (row !== undefined) this.#written.set(name, { row, at: row.tried_at ?? 0 });
    const stored = row === undefined ? neverRead : storedIn(row);
    this.#read.set(name, stored);
    return stored;
  }

  /**
   * Stores the result of a read. After a failure, the last successful one is kept. A part that failed is
   * stored as an error, and the age remains that of the last complete read.
   */
  put(
    name: ReadSectionName,
    result: ReadResult<unknown, unknown>,
    startedAt: InstantMs,
    now: InstantMs,
  ): void {
    const { section, ...before } = this.get(name);
    const { data, memory } = result.ok ? result : { data: section.data, memory: before.memory };
    const failure = result.ok ? result.partly : result.failure;
    const row: SectionRow = {
      name,
      data: data === null ? null : JSON.stringify(data),
      memory: memory === null ? null : JSON.stringify(memory),
      read_at: result.ok && (failure === null || section.readAt === null) ? now : section.readAt,
      tried_at: startedAt,
      wait_until: now + (failure?.retryAfterMs ?? 0),
      failures: failure === null ? 0 : before.failures + 1,
      error_code: failure && SECTION_ERROR_OF[failure.kind],
      error_since: failure && (section.error?.since ?? now),
    };
    // What can't be written is not taken for read.
    this.#read.delete(name);
    if (!this.#isWritten(row, now)) {
      insertRow(this.#sql, 'sections', row, 'WRITE OVER');
      this.#written.set(name, { row, at: now });
    }
    this.#read.set(name, storedIn(row));
  }

  /** Whether a section without a failure stands as it is, but for an age that need not be written yet. */
  #isWritten(row: SectionRow, now: InstantMs): boolean {
    const last = this.#written.get(row.name);
    if (last === undefined || !OFTEN_READ.has(row.name)) return false;
    const isSame =
      row.failures === 0 &&
      last.row.failures === 0 &&
      last.row.data === row.data &&
      last.row.memory === row.memory;
    return isSame && now - happenedAt(last.at, now) < WRITE_AGE_EVERY_MS;
  }

  /** One that is set again differs from the one before, also within a millisecond. */
  mark(what: string, now: InstantMs): void {
    this.#sql.exec(
      `INSERT INTO stale_marks VALUES (?1, ?2)
       ON CONFLICT (what) DO UPDATE SET at = max(?2, at + 1)`,
      what,
      now,
    );
  }

  /** Where a project is marked, the list is too. */
  marks(): Map<string, InstantMs> {
    const rows = this.#sql.exec<{ what: string; at: InstantMs }>('SELECT * FROM stale_marks').toArray();
    const list = rows
      .filter(({ what }) => what.startsWith(PROJECT_MARK))
      .map(({ at }) => ['projects', at] as const);
    return new Map([...list, ...rows.map(({ what, at }) => [what, at] as const)]);
  }

  /** Removes a mark, unless it was set again since. */
  unmark(what: string, madeAt: InstantMs): void {
    this.#sql.exec('DELETE FROM stale_marks WHERE what = ? AND at = ?', what, madeAt);
  }
}

export const sectionsSchema: Schema = {
  startAnew: ['DELETE FROM sections', 'DELETE FROM stale_marks'],
  tables: [
    // With a row number: its rows are large, and each is written over.
    `CREATE TABLE sections (
      name TEXT PRIMARY KEY,
      data TEXT,
      memory TEXT,
      read_at INTEGER,
      tried_at INTEGER,
      wait_until INTEGER NOT NULL DEFAULT 0,
      failures INTEGER NOT NULL DEFAULT 0,
      error_code TEXT,
      error_since INTEGER
    )`,
    'CREATE TABLE stale_marks (what TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID',
  ],
};
