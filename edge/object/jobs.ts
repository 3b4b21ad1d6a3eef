import { backoffMs } from '../../shared/backoff.ts';
import { DAY_MS, HOUR_MS, type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { type Schema, updateRows } from './database.ts';
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
  | 'guards'
  | 'guarded-runs'
  | 'outlooks'
  | 'look'
  | 'sites'
  | 'key-account';

/** Does what is due and returns when to run next, null = not by itself; throws to be retried. */
export type Job = (now: InstantMs) => Promise<InstantMs | null> | InstantMs | null;

export const jobsSchema: Schema = {
  startAnew: ['DELETE FROM jobs'],
  tables: [
    `CREATE TABLE jobs (
      name TEXT PRIMARY KEY,
      due_at INTEGER NOT NULL,
      failures INTEGER NOT NULL DEFAULT 0,
      asked_at INTEGER
    ) WITHOUT ROWID`,
  ],
};

/** Each of these may need nearly all of the 50 calls that the free plan allows per run. */
const NEEDS_A_RUN: ReadonlySet<JobName> = new Set<JobName>([
  'alerts',
  'sweep',
  'imports',
  'guards',
  'guarded-runs',
  'outlooks',
  'look',
  'sites',
  'key-account',
]);
/** Jobs that guard money or tell whose account it is: they wait for no other, even if the service hangs. */
const URGENT: ReadonlySet<JobName> = new Set<JobName>(['key-account', 'guards', 'guarded-runs']);
/** One of them is waited for so long before another goes on beside it. */
const URGENT_WAITS_MS = SECOND_MS;
/** A job that has run for so long was cut off by a restart. */
const CUT_OFF_AFTER_MS = 5 * MINUTE_MS;
/** Largest interval of each polling job; a due time that a clock set while ahead is cut to it. */
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
export const retryDelayMs = (failures: number): number => backoffMs(failures, RETRY_FIRST_MS, RETRY_MAX_MS);

interface JobRow extends Record<string, SqlStorageValue> {
  name: JobName;
  due_at: number;
  failures: number;
  /** Requested while it ran, for this time; null when not. */
  asked_at: number | null;
}

/**
 * Named jobs on the object's single alarm, which is set to the earliest due time. Both the table and the
 * alarm are stored, so that eviction or restart loses nothing.
 */
export class Jobs {
  readonly #storage: DurableObjectStorage;
  readonly #handlers: Partial<Record<JobName, Job>>;
  readonly #now: () => InstantMs;
  readonly #onFailure: (name: JobName, error: unknown) => void;
  /** Since when a job runs. */
  readonly #running = new Map<JobName, InstantMs>();
  /** When a job that has failed is tried again, where that could not be written. */
  readonly #notBefore = new Map<JobName, InstantMs>();
  /** Whether an alarm is being handled. */
  #isHeld = false;
  #urgentTimer: number | null = null;
  #urgentAfterMs = 0;
  #onUrgent: () => void = () => {};
  /** Alarm time set by this instance: setting it again would write a row. */
  #alarmAt: InstantMs | null = null;

  constructor(
    storage: DurableObjectStorage,
    handlers: Partial<Record<JobName, Job>>,
    now: () => InstantMs,
    onFailure: (name: JobName, error: unknown) => void = () => {},
  ) {
    this.#storage = storage;
    this.#handlers = handlers;
    this.#now = now;
    this.#onFailure = onFailure;
  }

  /** Ensures that the job runs at `dueAt` or earlier; a job that is running runs once more. */
  schedule(name: JobName, dueAt: InstantMs): void {
    const insert =
      'INSERT INTO jobs (name, due_at) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET due_at = ?2';
    if ((this.dueAt(name) ?? Number.POSITIVE_INFINITY) > dueAt) this.#storage.sql.exec(insert, name, dueAt);
    if (this.#running.has(name)) {
      reached('job-asked-for-while-it-ran');
      this.#storage.sql.exec(
        'UPDATE jobs SET asked_at = ?2 WHERE name = ?1 AND (asked_at IS NULL OR asked_at > ?2)',
        name,
        dueAt,
      );
    }
    if (URGENT.has(name)) this.#waitForUrgent();
    this.#setAlarm();
  }

  /** Sets the alarm where there is none, since it was refused. */
  async keepAlarm(): Promise<void> {
    if (this.#alarmAt === null && (await this.#storage.getAlarm()) === null) this.#setAlarm();
  }

  /** When the job is due; null when it is not scheduled. */
  dueAt(name: JobName): InstantMs | null {
    const [row] = this.#storage.sql.exec<JobRow>('SELECT * FROM jobs WHERE name = ?', name);
    return row?.due_at ?? null;
  }

  /**
   * Handles the alarm: runs what is due, urgent jobs first, and isolates failures. Jobs that need a run of
   * their own get the next alarm, which follows at once. If an urgent job becomes due meanwhile, the running
   * one goes on beside it. Never throws.
   */
  async run(): Promise<void> {
    this.#alarmAt = null;
    this.#isHeld = true;
    const now = this.#now();
    const due = this.#rows().filter(({ name, due_at }) => due_at <= now && !this.#running.has(name));
    const [urgent] = due.filter(({ name }) => URGENT.has(name));
    const light = due.filter(({ name }) => !NEEDS_A_RUN.has(name));
    const chosen = urgent !== undefined ? [urgent] : light.length > 0 ? light : due.slice(0, 1);
    const work = this.#runEach(chosen, now);
    this.#urgentAfterMs = urgent === undefined ? 0 : URGENT_WAITS_MS;
    await Promise.race([work, this.#urgentDue()]);
    this.#isHeld = false;
    clearTimeout(this.#urgentTimer);
    this.#setAlarm();
  }

  async #runEach(rows: readonly JobRow[], now: InstantMs): Promise<void> {
    for (const row of rows) await this.#runOne(row, now);
  }

  /** Resolves once an urgent job is due. */
  #urgentDue(): Promise<void> {
    const due = new Promise<void>((resolve) => {
      this.#onUrgent = resolve;
    });
    this.#waitForUrgent();
    return due;
  }

  #waitForUrgent(): void {
    if (!this.#isHeld) return;
    clearTimeout(this.#urgentTimer);
    const waiting = this.#rows().filter(({ name }) => URGENT.has(name) && !this.#running.has(name));
    const at = Math.min(...waiting.map(({ due_at }) => due_at));
    if (Number.isFinite(at))
      this.#urgentTimer = setTimeout(
        // By the object's clock: a timer is cut to an hour, and a clock may have been set back.
        () => (this.#now() < at ? this.#waitForUrgent() : this.#onUrgent()),
        Math.min(Math.max(this.#urgentAfterMs, at - this.#now()), HOUR_MS),
      );
  }

  /** Its row stays as it is while it runs: the platform repeats an alarm that a restart has cut off. */
  async #runOne({ name, failures }: JobRow, now: InstantMs): Promise<void> {
    if (failures > 0) reached('job-retried');
    this.#running.set(name, now);
    this.#notBefore.delete(name);
    try {
      const wantedAt = (await this.#handlers[name]?.(now)) ?? null;
      this.#finish(name, wantedAt);
    } catch (error) {
      this.#onFailure(name, error);
      this.#retry(name, failures + 1, now);
    } finally {
      this.#running.delete(name);
      this.#setAlarm();
    }
  }

  #retry(name: JobName, failures: number, now: InstantMs): void {
    const due_at = now + retryDelayMs(failures);
    try {
      updateRows(this.#storage.sql, 'jobs', { due_at, failures }, 'name = ?', name);
    } catch (error) {
      this.#onFailure(name, error);
      this.#notBefore.set(name, due_at);
    }
  }

  /** Sets a job's next time after a success: as returned or as requested meanwhile, whichever is earlier. */
  #finish(name: JobName, wantedAt: InstantMs | null): void {
    const { sql } = this.#storage;
    const [row] = sql.exec<JobRow>('SELECT * FROM jobs WHERE name = ?', name);
    const times = [wantedAt, row?.asked_at ?? null].filter((at) => at !== null);
    if (times.length === 0) sql.exec('DELETE FROM jobs WHERE name = ?', name);
    else
      updateRows(sql, 'jobs', { due_at: Math.min(...times), failures: 0, asked_at: null }, 'name = ?', name);
  }

  #rows(): JobRow[] {
    return this.#storage.sql
      .exec<JobRow>('SELECT * FROM jobs ORDER BY due_at')
      .toArray()
      .map((row) => ({ ...row, due_at: Math.max(row.due_at, this.#notBefore.get(row.name) ?? 0) }));
  }

  /** Without what a clock that was ahead has set. */
  #keepPolling(): void {
    const now = this.#now();
    for (const { name, due_at } of this.#rows()) {
      const latest = now + (POLLS_WITHIN_MS[name] ?? Number.POSITIVE_INFINITY);
      if (due_at > latest) this.#storage.sql.exec('UPDATE jobs SET due_at = ? WHERE name = ?', latest, name);
    }
  }

  /** Sets the next alarm, except while one is handled. Counts running jobs too, should they be cut off. */
  #setAlarm(): void {
    if (this.#isHeld) return;
    this.#keepPolling();
    const times = this.#rows().map(({ name, due_at }) => {
      const since = this.#running.get(name);
      return since === undefined ? due_at : since + CUT_OFF_AFTER_MS;
    });
    if (times.length === 0) return;
    const at = Math.max(Math.min(...times), this.#now());
    if (at === this.#alarmAt) return;
    this.#alarmAt = at;
    void this.#storage.setAlarm(at).catch(() => {
      this.#alarmAt = null;
    });
  }
}
