import { EDGE_ERROR_STATUS } from '../../shared/edge-api/envelope.ts';
import type { LedgerIdentity } from '../../shared/edge-api/ledger-identity.ts';
import type { LaunchRecord, LaunchRefusal, LaunchState } from '../../shared/snapshot/launches.ts';
import { DAY_MS, type InstantMs } from '../../shared/time.ts';
import { insertRow, type Schema, updateRows } from '../object/database.ts';

export const ledgerIdentitySchema: Schema = {
  startAnew: ['UPDATE ledger_identity SET epoch = epoch + 1'],
  tables: ['CREATE TABLE ledger_identity (ledger_id TEXT PRIMARY KEY, epoch INTEGER NOT NULL) WITHOUT ROWID'],
};

/** Reads the identity of this object's ledger; makes it in a new object. */
export function readLedgerIdentity(sql: SqlStorage): LedgerIdentity {
  const [row] = sql.exec<{ ledger_id: string; epoch: number }>('SELECT * FROM ledger_identity');
  if (row) return { ledgerId: row.ledger_id, epoch: row.epoch };
  const made: LedgerIdentity = { ledgerId: crypto.randomUUID(), epoch: 1 };
  insertRow(sql, 'ledger_identity', { ledger_id: made.ledgerId, epoch: made.epoch });
  return made;
}

/** One paid call as stored, of either kind; the fields are described in `edge/storage-schema.md`. */
export interface PaidRow extends Record<string, SqlStorageValue> {
  key: string;
  operation: string;
  device_id: string;
  state: LaunchState;
  fingerprint: string;
  requested_project_id: string;
  created_at: InstantMs;
  sent_at: InstantMs | null;
  settled_at: InstantMs | null;
  refusal: string | null;
  answer: string | null;
  settled_by_user: number;
}

/** What is known when a paid call is reserved. */
export type Reservation<Row extends PaidRow = PaidRow> = Pick<
  Row,
  'key' | 'operation' | 'device_id' | 'fingerprint' | 'requested_project_id'
> &
  Partial<Row>;

/** The row in the form for browsers, with what all paid calls have. */
export function recordOf(row: PaidRow): LaunchRecord {
  return {
    key: row.key,
    operation: row.operation,
    state: row.state,
    requestedProjectId: row.requested_project_id,
    projectId: null,
    label: null,
    createdAt: row.created_at,
    settledAt: row.settled_at,
    refusal: row.refusal === null ? null : (JSON.parse(row.refusal) as LaunchRefusal),
    agentStarted: null,
    warnings: [],
    nextCheckAt: null,
    candidates: [],
    ...(row.settled_by_user === 1 && { isSettledByUser: true }),
  };
}

/** Time in which a browser may abandon what it confirmed, so that a key not known was never known. */
export const ABANDONED_WITHIN_MS = 365 * DAY_MS;
/** How long the outcome of a settled call is kept: as long as a browser may ask. */
export const KNOWN_FOR_MS = ABANDONED_WITHIN_MS + 30 * DAY_MS;

/** Refusal of a call that its browser gave up before it arrived. */
const ABANDONED: LaunchRefusal = {
  code: 'EDGE_ABANDONED',
  message: 'This was given up before it arrived: nothing was sent, and nothing will be.',
  httpStatus: EDGE_ERROR_STATUS.EDGE_ABANDONED,
  details: null,
};

/**
 * Table of paid calls. The only transitions between their states are
 * `reserved -> sent -> launched | refused | unknown`, `unknown -> launched | absent` and, upon late proof,
 * `absent -> launched`. A call abandoned before it was sent is `refused`. Each transition is one synchronous
 * write, which has no effect from any other state.
 */
export class Ledger<Row extends PaidRow> {
  protected readonly sql: SqlStorage;
  readonly #table: 'launches' | 'data_calls';
  readonly #epoch: number;

  /** @param epoch of the account whose calls these are: those of former accounts only refuse their keys */
  constructor(sql: SqlStorage, table: 'launches' | 'data_calls', epoch: number) {
    this.sql = sql;
    this.#table = table;
    this.#epoch = epoch;
  }

  get(key: string): Row | null {
    return this.rows('key = ?', key)[0] ?? null;
  }

  /** Whether a key is of a call of a former account. */
  isOfFormerAccount(key: string): boolean {
    const query = `SELECT 1 FROM ${this.#table} WHERE key = ? AND epoch <> ?`;
    return this.sql.exec(query, key, this.#epoch).toArray().length > 0;
  }

  reserve(given: Reservation<Row>, now: InstantMs): void {
    this.#insert({ ...given, state: 'reserved', created_at: now });
  }

  /** Refuses a key for good unless it was sent. @param given the call as its browser describes it */
  abandon(given: Omit<Reservation<Row>, 'fingerprint'>, now: InstantMs): void {
    const end = { state: 'refused', refusal: JSON.stringify(ABANDONED), settled_at: now } as const;
    if (this.step(given.key, ['reserved'], end) || this.get(given.key) !== null) return;
    this.#insert({ ...given, fingerprint: '', created_at: now, ...end });
  }

  /** Counts calls that a device gave up since then before they arrived. Each is kept like a paid one. */
  abandonedSince(deviceId: string, at: InstantMs): number {
    const which = "device_id = ? AND fingerprint = '' AND created_at > ?";
    return this.number('count(*)', which, deviceId, at) ?? 0;
  }

  /** Whether it was given up before it arrived: then its key is refused, whatever it brings. */
  isAbandoned({ state, refusal }: PaidRow): boolean {
    return state === 'refused' && refusal !== null && JSON.parse(refusal).code === ABANDONED.code;
  }

  /** Deletes calls that were reserved and not sent. @returns how many */
  forgetReserved(): number {
    return this.sql.exec(`DELETE FROM ${this.#table} WHERE state = 'reserved'`).rowsWritten;
  }

  /** @returns whether this call may be sent now: true exactly once per key */
  send(key: string, now: InstantMs): boolean {
    return this.step(key, ['reserved'], { state: 'sent', sent_at: now });
  }

  refused(key: string, refusal: LaunchRefusal, now: InstantMs): boolean {
    const end = { refusal: JSON.stringify(refusal), settled_at: now, ...this.unchecked() };
    return (
      this.step(key, ['sent'], { ...end, state: 'refused' }) ||
      this.step(key, ['unknown'], { ...end, state: 'absent' })
    );
  }

  unknown(key: string, more: Partial<Row> = {}): boolean {
    return this.step(key, ['sent'], { ...more, state: 'unknown' });
  }

  /** Everything sent before that no request waits for any more becomes unknown. @returns how many */
  giveUpWaiting(
    isWaitedFor: (key: string) => boolean,
    sentBefore: InstantMs,
    more: Partial<Row> = {},
  ): number {
    const rows = this.rows("state = 'sent'").filter(
      ({ key, sent_at }) => !isWaitedFor(key) || (sent_at ?? 0) < sentBefore,
    );
    for (const { key } of rows) this.unknown(key, more);
    return rows.length;
  }

  absent(key: string, now: InstantMs, isSettledByUser = false): boolean {
    const end = { settled_at: now, settled_by_user: Number(isSettledByUser), ...this.unchecked() };
    return this.step(key, ['unknown'], { ...end, state: 'absent' });
  }

  /** It took effect. @param more what is known of that */
  took(key: string, more: Partial<Row> | Partial<PaidRow>, now: InstantMs): boolean {
    const end = { state: 'launched', settled_at: now, refusal: null, ...this.unchecked() } as const;
    return this.step(key, ['sent', 'unknown', 'absent'], { ...end, ...more });
  }

  /** Whether any call is under way, or its outcome not known. */
  isAnyOpen(): boolean {
    return this.rows("state IN ('reserved', 'sent', 'unknown') LIMIT 1").length > 0;
  }

  /** Calls whose outcome is not known, newest first. */
  unknownCalls(): Row[] {
    return this.rows("state = 'unknown' ORDER BY created_at DESC");
  }

  /**
   * Lists calls since a time, latest first, below a row number, at most `limit`. Reads nothing older unless
   * conditions leave rows out.
   * @param which `where` with `values`: a condition on rows; `isTold`: one for those that are told elsewhere
   */
  latest(
    { since, below, limit }: { since: InstantMs; below: number; limit: number },
    { where, values, isTold }: { where: string; values: readonly SqlStorageValue[]; isTold: string },
  ): (Row & { number: number })[] {
    const query = `SELECT rowid AS number, ${isTold} AS is_told, * FROM ${this.#table}
       WHERE epoch = ? AND rowid < ? AND state <> 'reserved' AND ${where} ORDER BY rowid DESC`;
    const found: (Row & { number: number })[] = [];
    type Found = Row & { number: number; is_told: number };
    for (const row of this.sql.exec<Found>(query, this.#epoch, below, ...values)) {
      if (row.created_at < since || found.length >= limit) break;
      if (row.is_told === 0) found.push(row);
    }
    return found;
  }

  /** Deletes what was settled before a time; what is not settled stays, but of a former account. */
  forgetSettledBefore(at: InstantMs): void {
    const over = 'settled_at < ?1 OR (epoch <> ?2 AND created_at < ?1)';
    this.sql.exec(`DELETE FROM ${this.#table} WHERE ${over}`, at, this.#epoch);
  }

  /** Columns of a kind that is checked, once it is checked no more. */
  protected unchecked(): Partial<Row> {
    return {};
  }

  protected rows(which: string, ...bindings: SqlStorageValue[]): Row[] {
    const query = `SELECT * FROM ${this.#table} WHERE epoch = ? AND ${which}`;
    return this.sql.exec<Row>(query, this.#epoch, ...bindings).toArray();
  }

  protected number(what: string, which: string, ...bindings: SqlStorageValue[]): number | null {
    const query = `SELECT ${what} AS number FROM ${this.#table} WHERE epoch = ? AND ${which}`;
    return this.sql.exec<{ number: number | null }>(query, this.#epoch, ...bindings).one().number;
  }

  /** One write. @returns whether the call was in one of these states */
  protected step(key: string, from: readonly LaunchState[], to: Partial<Row> | Partial<PaidRow>): boolean {
    const states = from.map((state) => `'${state}'`);
    const which = `state IN (${states}) AND key = ? AND epoch = ?`;
    return updateRows(this.sql, this.#table, to, which, key, this.#epoch);
  }

  #insert(row: Readonly<Record<string, SqlStorageValue | undefined>>): void {
    const known = Object.entries(row).filter(
      (entry): entry is [string, SqlStorageValue] => entry[1] !== undefined,
    );
    insertRow(this.sql, this.#table, { ...Object.fromEntries(known), epoch: this.#epoch });
  }
}
