import type { LaunchRefusal, LaunchWarning } from '../../../shared/edge/launches.ts';
import type { InstantMs } from '../../../shared/time.ts';
import type { LaunchRow } from './launch-row.ts';

/** What is known when a paid call is reserved. */
export type Reservation = Pick<
  LaunchRow,
  | 'key'
  | 'operation'
  | 'device_id'
  | 'fingerprint'
  | 'requested_project_id'
  | 'label'
  | 'description'
  | 'prompt_digest'
  | 'price_credits'
>;

/** What is known once a paid call took effect. */
export interface Effect {
  projectId: string;
  label: string | null;
  agentStarted: boolean | null;
  /** When the service says that it began; null when it was not asked. */
  begunAt: InstantMs | null;
  warnings: readonly LaunchWarning[];
  /** The service's answer, to be replayed; null when it was found out by asking. */
  answer: { status: number; text: string } | null;
}

/**
 * The table of paid calls and the only steps between its states:
 * `reserved -> sent -> launched | refused | unknown`, `unknown -> launched | absent`, and `absent -> launched` when late
 * proof arrives. Each step is one synchronous write that does nothing from any other state.
 */
export class Ledger {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  get(key: string): LaunchRow | null {
    const [row] = this.#sql.exec<LaunchRow>('SELECT * FROM launches WHERE key = ?', key);
    return row ?? null;
  }

  reserve(given: Reservation, now: InstantMs): void {
    this.#sql.exec(
      `INSERT INTO launches (key, operation, device_id, state, fingerprint, requested_project_id, label, description,
        prompt_digest, price_credits, created_at) VALUES (?, ?, ?, 'reserved', ?, ?, ?, ?, ?, ?, ?)`,
      given.key,
      given.operation,
      given.device_id,
      given.fingerprint,
      given.requested_project_id,
      given.label,
      given.description,
      given.prompt_digest,
      given.price_credits,
      now,
    );
  }

  /** @returns whether this call may be sent now: true exactly once per key */
  send(key: string, now: InstantMs): boolean {
    return this.#step(
      "UPDATE launches SET state = 'sent', sent_at = ?2 WHERE key = ?1 AND state = 'reserved'",
      key,
      now,
    );
  }

  launched(key: string, effect: Effect, now: InstantMs): boolean {
    return this.#step(
      `UPDATE launches SET state = 'launched', project_id = ?2, label = coalesce(?3, label), agent_started = ?4,
        warnings = ?5, answer_status = ?6, answer = ?7, settled_at = ?8, next_check_at = NULL, refusal = NULL,
        description = NULL, begun_at = ?9 WHERE key = ?1 AND state IN ('sent', 'unknown', 'absent')`,
      key,
      effect.projectId,
      effect.label,
      effect.agentStarted === null ? null : Number(effect.agentStarted),
      JSON.stringify(effect.warnings),
      effect.answer?.status ?? null,
      effect.answer?.text ?? null,
      now,
      effect.begunAt,
    );
  }

  refused(key: string, refusal: LaunchRefusal, now: InstantMs): boolean {
    return this.#step(
      `UPDATE launches SET state = CASE state WHEN 'sent' THEN 'refused' ELSE 'absent' END, refusal = ?2,
        settled_at = ?3, next_check_at = NULL WHERE key = ?1 AND state IN ('sent', 'unknown')`,
      key,
      JSON.stringify(refusal),
      now,
    );
  }

  unknown(key: string, nextCheckAt: InstantMs): boolean {
    return this.#step(
      "UPDATE launches SET state = 'unknown', next_check_at = ?2 WHERE key = ?1 AND state = 'sent'",
      key,
      nextCheckAt,
    );
  }

  /** Everything that was sent before and that nobody waits for any more. */
  giveUpWaiting(
    isWaitedFor: (key: string) => boolean,
    sentBefore: InstantMs,
    nextCheckAt: InstantMs,
  ): number {
    const rows = this.#sql
      .exec<LaunchRow>("SELECT * FROM launches WHERE state = 'sent'")
      .toArray()
      .filter(({ key, sent_at }) => !isWaitedFor(key) || (sent_at ?? 0) < sentBefore);
    for (const { key } of rows) this.unknown(key, nextCheckAt);
    return rows.length;
  }

  absent(key: string, now: InstantMs): boolean {
    return this.#step(
      `UPDATE launches SET state = 'absent', settled_at = ?2, next_check_at = NULL
       WHERE key = ?1 AND state = 'unknown'`,
      key,
      now,
    );
  }

  /** Notes that the service was asked, and did not tell. */
  checked(key: string, nextCheckAt: InstantMs | null): void {
    this.#sql.exec(
      "UPDATE launches SET checks = checks + 1, next_check_at = ?2 WHERE key = ?1 AND state = 'unknown'",
      key,
      nextCheckAt,
    );
  }

  /** Notes that the service was asked, and showed that there was nothing of it until now. */
  seenNone(key: string, now: InstantMs, nextCheckAt: InstantMs): void {
    this.#sql.exec(
      `UPDATE launches SET checks = checks + 1, good_checks = good_checks + 1, seen_none_at = ?2, next_check_at = ?3
       WHERE key = ?1 AND state = 'unknown'`,
      key,
      now,
      nextCheckAt,
    );
  }

  /** Notes that the service wants to be left alone until then. */
  leaveAlone(key: string, until: InstantMs): void {
    this.#sql.exec('UPDATE launches SET wait_until = ?2 WHERE key = ?1', key, until);
  }

  /** Until when the service wants to be left alone; 0 when it never said so. */
  leftAloneUntil(): InstantMs {
    const [row] = this.#sql.exec<{ at: InstantMs | null }>('SELECT max(wait_until) AS at FROM launches');
    return row?.at ?? 0;
  }

  /** Brings a check of an unknown call forward. */
  checkSoon(key: string, at: InstantMs): void {
    this.#sql.exec("UPDATE launches SET next_check_at = ?2 WHERE key = ?1 AND state = 'unknown'", key, at);
  }

  /** Calls whose end is open, or was taken for none: what an event may still prove. */
  unproven(): LaunchRow[] {
    return this.#sql.exec<LaunchRow>("SELECT * FROM launches WHERE state IN ('unknown', 'absent')").toArray();
  }

  dueForCheck(now: InstantMs, limit: number): LaunchRow[] {
    return this.#sql
      .exec<LaunchRow>(
        "SELECT * FROM launches WHERE state = 'unknown' AND next_check_at <= ? ORDER BY next_check_at LIMIT ?",
        now,
        limit,
      )
      .toArray();
  }

  nextCheckAt(): InstantMs | null {
    const [row] = this.#sql.exec<{ at: InstantMs | null }>(
      "SELECT min(next_check_at) AS at FROM launches WHERE state = 'unknown'",
    );
    return row?.at ?? null;
  }

  hasSent(): boolean {
    return this.#sql.exec("SELECT 1 FROM launches WHERE state = 'sent' LIMIT 1").toArray().length > 0;
  }

  /** Every other call that may have done something: each that was sent and not refused. */
  others(key: string): LaunchRow[] {
    return this.#sql
      .exec<LaunchRow>("SELECT * FROM launches WHERE key <> ? AND state NOT IN ('reserved', 'refused')", key)
      .toArray();
  }

  /** Those whose end is open, however old, then those since then; newest first among each. */
  recent(since: InstantMs, limit: number): LaunchRow[] {
    return this.#sql
      .exec<LaunchRow>(
        `SELECT * FROM launches WHERE created_at >= ? OR state IN ('sent', 'unknown')
         ORDER BY state IN ('sent', 'unknown') DESC, created_at DESC LIMIT ?`,
        since,
        limit,
      )
      .toArray();
  }

  /** Credits at fixed prices that a device has spent, or may have spent, since then. */
  spentSince(deviceId: string, since: InstantMs): number {
    const [row] = this.#sql.exec<{ credits: number | null }>(
      `SELECT sum(price_credits) AS credits FROM launches
       WHERE device_id = ? AND created_at >= ? AND state NOT IN ('refused', 'absent')`,
      deviceId,
      since,
    );
    return row?.credits ?? 0;
  }

  forgetBefore(at: InstantMs): void {
    this.#sql.exec('DELETE FROM launches WHERE created_at < ?', at);
  }

  #step(statement: string, ...bindings: SqlStorageValue[]): boolean {
    return this.#sql.exec(statement, ...bindings).rowsWritten > 0;
  }
}
