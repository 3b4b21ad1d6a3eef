import { backoffMs } from '../../shared/backoff.ts';
import { DAY_MS, HOUR_MS, type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import type { Schema } from './database.ts';
import { reached } from './probes.ts';

/** All scheduled work of the object. */
export type JobName =
  | 'alerts'
  | 'attention'
  | 'settle-launches'
  | 'housekeeping'
  | 'deliver-outbox'
  | 'sweep'
  | 'forget-answers'
  | 'imports'
  | 'watches'
  | 'guards'
  | 'guarded-runs'
  | 'outlooks'
  | 'look'
  | 'sites'
  | 'key-account';

/** Does what is due and returns when to run next, null = not by itself; throws to be retried. */
export type Job = (now: InstantMs) => Promise<InstantMs | null> | InstantMs | null;

export const jobsSchema: Schema = {
  capability: 'jobs',
  startAnew: ['DELETE FROM jobs'],
  migrations: [
    'CREATE TABLE jobs (name TEXT PRIMARY KEY, due_at INTEGER NOT NULL, failures INTEGER NOT NULL DEFAULT 0)',
    'ALTER TABLE jobs ADD COLUMN asked_at INTEGER',
  ],
};

/** Each of these may need nearly all of the 50 calls that the free plan allows per run. */
const NEEDS_A_RUN: ReadonlySet<JobName> = new Set<JobName>([
  'alerts',
  'sweep',
  'imports',
  'watches',
  'guards',
  'guarded-runs',
  'outlooks',
  'look',
  'sites',
  'key-account',
]);
/** The largest interval of each job that polls: what a clock that was ahead has set later than that is due by then. */
const POLLS_WITHIN_MS: Partial<Record<JobName, number>> = {
  look: 5 * MINUTE_MS,
  sweep: HOUR_MS,
  outlooks: 30 * MINUTE_MS,
  'guarded-runs': 10 * MINUTE_MS,
  guards: 10 * MINUTE_MS,
  housekeeping: DAY_MS,
};
const RETRY_FIRST_MS = 5 * SECOND_MS;
const RETRY_MAX_MS = 15 * MINUTE_MS;

/** A failed job is retried after 5 s, then with doubled delay, at most 15 minutes. */
export function retryDelayMs(failures: number): number {
  return backoffMs(failures, RETRY_FIRST_MS, RETRY_MAX_MS);
}

interface JobRow extends Record<string, SqlStorageValue> {
  name: JobName;
  due_at: number;
  failures: number;
  /** Requested while it ran, for this time; null when not. */
  asked_at: number | null;
}

/**
 * Named jobs on the object's single alarm, which is set to the earliest due time. Nothing is lost when the object is
 * evicted or restarted, because both the table and the alarm are stored.
 */
export class Jobs {
  readonly #storage: DurableObjectStorage;
  readonly #handlers: Partial<Record<JobName, Job>>;
  readonly #now: () => InstantMs;
  readonly #onFailure: (name: JobName) => void;
  readonly #running = new Set<JobName>();
  /** Alarm time set by this instance: setting it again would write a row. */
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

  /** Ensures that the job runs at `dueAt` or earlier; a job that is running runs once more. */
  schedule(name: JobName, dueAt: InstantMs): void {
    this.#storage.sql.exec(
      `INSERT INTO jobs (name, due_at) VALUES (?1, ?2)
       ON CONFLICT (name) DO UPDATE SET due_at = ?2 WHERE ?2 < due_at`,
      name,
      dueAt,
    );
    // Its row holds the time of its retry, which is void once it has succeeded.
    if (this.#running.has(name)) {
      reached('job-asked-for-while-it-ran');
      this.#storage.sql.exec(
        'UPDATE jobs SET asked_at = min(coalesce(asked_at, ?2), ?2) WHERE name = ?1',
        name,
        dueAt,
      );
    }
    this.#setAlarm();
  }

  /** When the job is due; null when it is not scheduled. */
  dueAt(name: JobName): InstantMs | null {
    const [row] = this.#storage.sql.exec<JobRow>('SELECT * FROM jobs WHERE name = ?', name);
    return row?.due_at ?? null;
  }

  /**
   * The alarm handler: runs what is due, isolating failures. Jobs that need a run of their own get the next alarm,
   * which follows at once. Never throws.
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

  /** While a job runs, its row holds the time of its retry: a restart loses nothing. */
  async #runOne({ name, failures }: JobRow, now: InstantMs): Promise<void> {
    const { sql } = this.#storage;
    const retryAt = now + retryDelayMs(failures + 1);
    if (failures > 0) reached('job-retried');
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

  /** After a success, the job is next due when it returned or when it was requested meanwhile, whichever is earlier. */
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

  /** Without what a clock that was ahead has set. */
  #keepPolling(): void {
    const now = this.#now();
    for (const { name, due_at } of this.#storage.sql.exec<JobRow>('SELECT * FROM jobs').toArray()) {
      const latest = now + (POLLS_WITHIN_MS[name] ?? Number.POSITIVE_INFINITY);
      if (due_at > latest) this.#storage.sql.exec('UPDATE jobs SET due_at = ? WHERE name = ?', latest, name);
    }
  }

  #setAlarm(): void {
    this.#keepPolling();
    const [row] = this.#storage.sql.exec<{ at: number | null }>('SELECT min(due_at) AS at FROM jobs');
    if (row?.at == null) return;
    const at = Math.max(row.at, this.#now());
    if (at === this.#alarmAt) return;
    this.#alarmAt = at;
    void this.#storage.setAlarm(at);
  }
}
