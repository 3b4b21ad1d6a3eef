import { EDGE_ERROR_STATUS } from '../../shared/edge-api/envelope.ts';
import type {
  LaunchCandidate,
  LaunchRecord,
  LaunchRefusal,
  LaunchState,
  LaunchWarning,
  PaidAbandonment,
} from '../../shared/snapshot/launches.ts';
import type { InstantMs } from '../../shared/time.ts';
import type { Schema } from '../object/database.ts';
import { insertRow, updateRows } from '../object/database.ts';

export const launchesSchema: Schema = {
  capability: 'launches',
  migrations: [
    `CREATE TABLE launches (
      key TEXT PRIMARY KEY,
      operation TEXT NOT NULL,
      device_id TEXT NOT NULL,
      state TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      requested_project_id TEXT NOT NULL,
      project_id TEXT,
      label TEXT,
      description TEXT,
      prompt_digest TEXT,
      price_credits REAL NOT NULL,
      created_at INTEGER NOT NULL,
      sent_at INTEGER,
      settled_at INTEGER,
      refusal TEXT,
      agent_started INTEGER,
      warnings TEXT NOT NULL DEFAULT '[]',
      answer_status INTEGER,
      answer TEXT,
      next_check_at INTEGER,
      checks INTEGER NOT NULL DEFAULT 0,
      good_checks INTEGER NOT NULL DEFAULT 0
    )`,
    'CREATE INDEX launches_by_time ON launches (created_at)',
    'CREATE INDEX launches_open ON launches (next_check_at) WHERE next_check_at IS NOT NULL',
    'ALTER TABLE launches ADD COLUMN begun_at INTEGER',
    'ALTER TABLE launches ADD COLUMN seen_none_at INTEGER',
    'ALTER TABLE launches ADD COLUMN wait_until INTEGER',
    "ALTER TABLE launches ADD COLUMN candidates TEXT NOT NULL DEFAULT '[]'",
    'ALTER TABLE launches ADD COLUMN settled_by_user INTEGER NOT NULL DEFAULT 0',
    'CREATE INDEX launches_by_state ON launches (state)',
  ],
};

/** One paid call as stored; the fields are described in `edge/storage-schema.md`. */
export interface LaunchRow extends Record<string, SqlStorageValue> {
  key: string;
  operation: string;
  device_id: string;
  state: LaunchState;
  fingerprint: string;
  requested_project_id: string;
  project_id: string | null;
  label: string | null;
  prompt_digest: string | null;
  price_credits: number;
  created_at: InstantMs;
  sent_at: InstantMs | null;
  settled_at: InstantMs | null;
  refusal: string | null;
  agent_started: number | null;
  warnings: string;
  answer_status: number | null;
  answer: string | null;
  next_check_at: InstantMs | null;
  checks: number;
  good_checks: number;
  begun_at: InstantMs | null;
  seen_none_at: InstantMs | null;
  wait_until: InstantMs | null;
  candidates: string;
  settled_by_user: number;
}

/** The row in the form for browsers. */
export function launchRecordOf(row: LaunchRow): LaunchRecord {
  return {
    key: row.key,
    operation: row.operation === 'launchProject' ? 'launch' : row.operation,
    state: row.state,
    requestedProjectId: row.requested_project_id,
    projectId: row.project_id,
    label: row.label,
    createdAt: row.created_at,
    settledAt: row.settled_at,
    refusal: row.refusal === null ? null : (JSON.parse(row.refusal) as LaunchRefusal),
    agentStarted: row.agent_started === null ? null : row.agent_started === 1,
    warnings: JSON.parse(row.warnings) as LaunchWarning[],
    nextCheckAt: row.state === 'unknown' ? row.next_check_at : null,
    candidates: isUnmade(row) ? (JSON.parse(row.candidates) as LaunchCandidate[]) : [],
    ...(row.settled_by_user === 1 && { isSettledByUser: true }),
  };
}

const isUnmade = ({ state }: LaunchRow): boolean => state === 'unknown' || state === 'absent';

/** The refusal of a call that found the server down, started it, and took the price of that (published reference). */
export const START_TAKEN = 'SERVER_NOT_READY';

/** What is known when a paid call is reserved. */
export type Reservation = Pick<
  LaunchRow,
  | 'key'
  | 'operation'
  | 'device_id'
  | 'fingerprint'
  | 'requested_project_id'
  | 'label'
  | 'prompt_digest'
  | 'price_credits'
>;

/** Refusal of a call that its browser gave up before it arrived. */
const ABANDONED: LaunchRefusal = {
  code: 'EDGE_ABANDONED',
  message: 'This was given up before it arrived: nothing was sent, and nothing will be.',
  httpStatus: EDGE_ERROR_STATUS.EDGE_ABANDONED,
  details: null,
};

/** What is known once a paid call took effect. */
export interface Effect {
  projectId: string;
  label: string | null;
  agentStarted: boolean | null;
  /** When it began according to the service; null when not read. */
  begunAt: InstantMs | null;
  warnings: readonly LaunchWarning[];
  /** The service's response for replays; null when the outcome was found by a check. */
  answer: { status: number; text: string } | null;
  /** Whether the user said so; absent: the service did. */
  isSettledByUser?: boolean;
}

/**
 * The table of paid calls and the only transitions between its states: `reserved -> sent -> launched | refused |
 * unknown`, `unknown -> launched | absent`, and `absent -> launched` when late proof arrives. A call that was abandoned before
 * it was sent is `refused`. Each transition is one synchronous write that has no effect from any other state.
 */
export class Ledger {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  get(key: string): LaunchRow | null {
    return this.#rows('key = ?', key)[0] ?? null;
  }

  reserve(given: Reservation, now: InstantMs): void {
    insertRow(this.#sql, 'launches', { ...given, state: 'reserved', created_at: now });
  }

  /** Refuses a key for good unless it was sent. */
  abandon(key: string, deviceId: string, call: PaidAbandonment, now: InstantMs): void {
    const end = { state: 'refused', refusal: JSON.stringify(ABANDONED), settled_at: now } as const;
    if (this.#step(key, ['reserved'], end) || this.get(key) !== null) return;
    insertRow(this.#sql, 'launches', {
      key,
      operation: call.operation === 'launch' ? 'launchProject' : call.operation,
      device_id: deviceId,
      fingerprint: '',
      requested_project_id: call.projectId,
      price_credits: 0,
      created_at: now,
      ...end,
    });
  }

  /** Deletes calls that were reserved and not sent. @returns how many */
  forgetReserved(): number {
    return this.#sql.exec("DELETE FROM launches WHERE state = 'reserved'").rowsWritten;
  }

  /** @returns whether this call may be sent now: true exactly once per key */
  send(key: string, now: InstantMs): boolean {
    return this.#step(key, ['reserved'], { state: 'sent', sent_at: now });
  }

  launched(key: string, effect: Effect, now: InstantMs): boolean {
    return this.#step(key, ['sent', 'unknown', 'absent'], {
      state: 'launched',
      project_id: effect.projectId,
      ...(effect.label === null ? {} : { label: effect.label }),
      agent_started: effect.agentStarted === null ? null : Number(effect.agentStarted),
      begun_at: effect.begunAt,
      warnings: JSON.stringify(effect.warnings),
      answer_status: effect.answer?.status ?? null,
      answer: effect.answer?.text ?? null,
      settled_at: now,
      next_check_at: null,
      refusal: null,
      candidates: '[]',
      settled_by_user: Number(effect.isSettledByUser ?? false),
    });
  }

  refused(key: string, refusal: LaunchRefusal, now: InstantMs): boolean {
    const end = { refusal: JSON.stringify(refusal), settled_at: now, next_check_at: null };
    return (
      this.#step(key, ['sent'], { ...end, state: 'refused' }) ||
      this.#step(key, ['unknown'], { ...end, state: 'absent' })
    );
  }

  /** Sets what a call took although it was refused. */
  tookInstead(key: string, credits: number): void {
    this.#step(key, ['refused'], { price_credits: credits });
  }

  unknown(key: string, nextCheckAt: InstantMs): boolean {
    return this.#step(key, ['sent'], { state: 'unknown', next_check_at: nextCheckAt });
  }

  /** Everything that was sent before and that no request waits for any more. */
  giveUpWaiting(
    isWaitedFor: (key: string) => boolean,
    sentBefore: InstantMs,
    nextCheckAt: InstantMs,
  ): number {
    const rows = this.#rows("state = 'sent'").filter(
      ({ key, sent_at }) => !isWaitedFor(key) || (sent_at ?? 0) < sentBefore,
    );
    for (const { key } of rows) this.unknown(key, nextCheckAt);
    return rows.length;
  }

  absent(key: string, now: InstantMs, isSettledByUser = false): boolean {
    const settled_by_user = Number(isSettledByUser);
    const end = { state: 'absent', settled_at: now, next_check_at: null, settled_by_user } as const;
    return this.#step(key, ['unknown'], end);
  }

  /** Records a check of the service and when to check again; null = no later check will decide. */
  checked({ key, checks }: LaunchRow, nextCheckAt: InstantMs | null): void {
    this.#step(key, ['unknown'], { checks: checks + 1, next_check_at: nextCheckAt });
  }

  /** Records which projects the call may have created. */
  setCandidates({ key }: LaunchRow, candidates: readonly LaunchCandidate[]): void {
    this.#step(key, ['unknown'], { candidates: JSON.stringify(candidates) });
  }

  /** Records that the service showed no effect of the call so far. */
  seenNone({ key, good_checks }: LaunchRow, now: InstantMs): void {
    this.#step(key, ['unknown'], { good_checks: good_checks + 1, seen_none_at: now });
  }

  /** Records until when the service is not to be called. */
  leaveAlone(key: string, until: InstantMs): void {
    this.#sql.exec('UPDATE launches SET wait_until = ? WHERE key = ?', until, key);
  }

  /** Until when the service is not to be called; 0 = no limit. */
  leftAloneUntil(): InstantMs {
    return this.#number('max(wait_until)', 'true') ?? 0;
  }

  /** Brings a check of an unknown call forward. */
  checkSoon(key: string, at: InstantMs): void {
    this.#step(key, ['unknown'], { next_check_at: at });
  }

  /** Calls that are unsettled or settled as absent, which an event may still prove. */
  unproven(): LaunchRow[] {
    return this.#rows("state IN ('unknown', 'absent')");
  }

  dueForCheck(now: InstantMs, limit: number): LaunchRow[] {
    return this.#rows("state = 'unknown' AND next_check_at <= ? ORDER BY next_check_at LIMIT ?", now, limit);
  }

  nextCheckAt(): InstantMs | null {
    return this.#number('min(next_check_at)', "state = 'unknown'");
  }

  hasSent(): boolean {
    return this.#number('count(*)', "state = 'sent'") !== 0;
  }

  /** Every other call that may have had an effect: sent and not refused. */
  others(key: string): LaunchRow[] {
    return this.#rows("key <> ? AND state NOT IN ('reserved', 'refused')", key);
  }

  /** Unsettled calls, however old, then later ones; newest first within each. */
  recent(since: InstantMs, limit: number): LaunchRow[] {
    return this.#rows(
      `created_at >= ? OR state IN ('sent', 'unknown')
       ORDER BY state IN ('sent', 'unknown') DESC, created_at DESC LIMIT ?`,
      since,
      limit,
    );
  }

  /** Credits at fixed prices that a device has spent, or may have spent, since then. */
  spentSince(deviceId: string, since: InstantMs): number {
    const hasTaken = `state NOT IN ('refused', 'absent') OR refusal ->> 'code' = '${START_TAKEN}'`;
    const counts = `device_id = ? AND created_at >= ? AND (${hasTaken})`;
    return this.#number('sum(price_credits)', counts, deviceId, since) ?? 0;
  }

  unknownCalls(): LaunchRow[] {
    return this.#rows("state = 'unknown' ORDER BY created_at DESC");
  }

  /** Leaves of a call that was settled before a time what answers a browser that asks: its key and its outcome. */
  reduceSettledBefore(at: InstantMs): void {
    this.#sql.exec(
      `UPDATE launches SET label = NULL, description = NULL, prompt_digest = NULL, answer_status = NULL, answer = NULL,
       candidates = '[]' WHERE settled_at < ? AND (answer IS NOT NULL OR prompt_digest IS NOT NULL OR label IS NOT NULL)`,
      at,
    );
  }

  /** Deletes what was settled before a time; what is not settled stays. */
  forgetSettledBefore(at: InstantMs): void {
    this.#sql.exec('DELETE FROM launches WHERE settled_at < ?', at);
  }

  #rows(which: string, ...bindings: SqlStorageValue[]): LaunchRow[] {
    return this.#sql.exec<LaunchRow>(`SELECT * FROM launches WHERE ${which}`, ...bindings).toArray();
  }

  #number(what: string, which: string, ...bindings: SqlStorageValue[]): number | null {
    const query = `SELECT ${what} AS number FROM launches WHERE ${which}`;
    return this.#sql.exec<{ number: number | null }>(query, ...bindings).one().number;
  }

  /** One write. @returns whether the call was in one of these states */
  #step(key: string, from: readonly LaunchState[], to: Partial<LaunchRow>): boolean {
    const states = from.map((state) => `'${state}'`);
    return updateRows(this.#sql, 'launches', to, `state IN (${states}) AND key = ?`, key);
  }
}
