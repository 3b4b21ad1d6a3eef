import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import type { Schema } from './database.ts';

/** Everything the object does by itself, later. */
export type JobName =
  | 'settle-launches'
  | 'housekeeping'
  | 'deliver-outbox'
  | 'sweep'
  | 'forget-answers'
  | 'imports'
  | 'watches'
  | 'look';

/** Does what is due and tells when it is wanted next, null = not by itself; throws when it should be tried again. */
export type Job = (now: InstantMs) => Promise<InstantMs | null> | InstantMs | null;

export const jobsSchema: Schema = {
  capability: 'jobs',
  migrations: [
    'CREATE TABLE jobs (name TEXT PRIMARY KEY, due_at INTEGER NOT NULL, failures INTEGER NOT NULL DEFAULT 0)',
    'ALTER TABLE jobs ADD COLUMN asked_at INTEGER',
  ],
};

/** Of the 50 calls that the free plan allows to one run each of them may need nearly all. */
const NEEDS_A_RUN: ReadonlySet<JobName> = new Set<JobName>(['sweep', 'imports', 'watches', 'look']);
const RETRY_FIRST_MS = 5 * SECOND_MS;
const RETRY_MAX_MS = 15 * MINUTE_MS;

/** A job that fails is tried again after 5 s, then twice as long each time, at most 15 minutes. */
export function retryDelayMs(failures: number): number {
  return Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** Math.min(failures - 1, 20));
}

interface JobRow extends Record<string, SqlStorageValue> {
  name: JobName;
  due_at: number;
  failures: number;
  /** For when it was asked for while it ran; null when it was not. */
  asked_at: number | null;
}

/**
 * Named jobs over the object's one alarm: the alarm stands at the earliest due time. An object that is evicted or
 * restarted loses nothing, because both the table and the alarm are kept in storage.
 */
export class Jobs {
  readonly #storage: DurableObjectStorage;
  readonly #handlers: Partial<Record<JobName, Job>>;
  readonly #now: () => InstantMs;
  readonly #onFailure: (name: JobName) => void;
  readonly #running = new Set<JobName>();
  /** Where the alarm stands, as far as this instance set it: setting it anew would be a row written. */
  #alarmAt: InstantMs | null = null;

  constructor(
    storage: DurableObjectStorage,
    handlers: Partial<Record<JobName, Job>>,
    now: () => InstantMs,
    onFailure: (name: JobName) => void = () => {},
  ) {
    this.#storage = storage;
    this.#handlers = handlers;
    this.#now = now;
    this.#onFailure = onFailure;
  }

  /** Makes sure that the job runs at `dueAt` or earlier; one that runs just now runs once more. */
  schedule(name: JobName, dueAt: InstantMs): void {
    this.#storage.sql.exec(
      `INSERT INTO jobs (name, due_at) VALUES (?1, ?2)
       ON CONFLICT (name) DO UPDATE SET due_at = ?2 WHERE ?2 < due_at`,
      name,
      dueAt,
    );
    // Its row stands at its next try, which is no more once it has succeeded.
    if (this.#running.has(name))
      this.#storage.sql.exec(
        'UPDATE jobs SET asked_at = min(coalesce(asked_at, ?2), ?2) WHERE name = ?1',
        name,
        dueAt,
      );
    this.#setAlarm();
  }

  /** When the job is due; null when it is not scheduled. */
  dueAt(name: JobName): InstantMs | null {
    const [row] = this.#storage.sql.exec<JobRow>('SELECT * FROM jobs WHERE name = ?', name);
    return row?.due_at ?? null;
  }

  /**
   * The alarm's work: runs what is due, each job apart, so that a failing one holds up no other. What needs a run for
   * itself has the next alarm, which follows at once. Never throws.
   */
  async run(): Promise<void> {
    this.#alarmAt = null;
    const now = this.#now();
    const due = this.#storage.sql
      .exec<JobRow>('SELECT * FROM jobs WHERE due_at <= ? ORDER BY due_at', now)
      .toArray();
    const light = due.filter(({ name }) => !NEEDS_A_RUN.has(name));
    for (const row of light.length > 0 ? light : due.slice(0, 1)) await this.#runOne(row, now);
    this.#setAlarm();
  }

  /** While a job runs its row stands at the time of its next try: a restart in the middle loses nothing. */
  async #runOne({ name, failures }: JobRow, now: InstantMs): Promise<void> {
    const { sql } = this.#storage;
    const retryAt = now + retryDelayMs(failures + 1);
    sql.exec('UPDATE jobs SET due_at = ?, failures = ? WHERE name = ?', retryAt, failures + 1, name);
    this.#setAlarm();
    this.#running.add(name);
    try {
      const wantedAt = (await this.#handlers[name]?.(now)) ?? null;
      this.#finish(name, wantedAt);
    } catch {
      this.#onFailure(name);
    } finally {
      this.#running.delete(name);
    }
  }

  /** A job that succeeded is next due when it said, or when it was asked for meanwhile: whichever is earlier. */
  #finish(name: JobName, wantedAt: InstantMs | null): void {
    const { sql } = this.#storage;
    const [row] = sql.exec<JobRow>('SELECT * FROM jobs WHERE name = ?', name);
    const times = [wantedAt, row?.asked_at ?? null].filter((at) => at !== null);
    if (times.length === 0) sql.exec('DELETE FROM jobs WHERE name = ?', name);
    else
      sql.exec(
        'UPDATE jobs SET due_at = ?, failures = 0, asked_at = NULL WHERE name = ?',
        Math.min(...times),
        name,
      );
  }

  #setAlarm(): void {
    const [row] = this.#storage.sql.exec<{ at: number | null }>('SELECT min(due_at) AS at FROM jobs');
    if (row?.at == null) return;
    const at = Math.max(row.at, this.#now());
    if (at === this.#alarmAt) return;
    this.#alarmAt = at;
    void this.#storage.setAlarm(at);
  }
}
