import { type DataOperationName, qualified } from '../../shared/data-api/catalogue.ts';
import type {
  LaunchRecord,
  LaunchRefusal,
  LaunchState,
  PaidSettlement,
} from '../../shared/snapshot/launches.ts';
import { DAY_MS, HOUR_MS, type InstantMs, SECOND_MS } from '../../shared/time.ts';
import { fail, type Result, success } from '../http/result.ts';
import type { AccountContext } from '../object/context.ts';
import { insertRow, type Schema, updateRows } from '../object/database.ts';
import { guardSpending } from '../paid-calls/paid-call.ts';
import { type DataGateway, type DataReply, replyOf } from './gateway.ts';
import { dataErrorOf } from './response.ts';
import type { DataCall } from './whitelist.ts';

export const dataCallsSchema: Schema = {
  capability: 'data-calls',
  migrations: [
    `CREATE TABLE data_calls (
      key TEXT PRIMARY KEY,
      operation TEXT NOT NULL,
      project_id TEXT NOT NULL,
      device_id TEXT NOT NULL,
      state TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      settled_at INTEGER,
      refusal TEXT,
      answer TEXT
    )`,
    'ALTER TABLE data_calls ADD COLUMN settled_by_user INTEGER NOT NULL DEFAULT 0',
    'CREATE INDEX data_calls_by_state ON data_calls (state)',
  ],
};

/** As long as a browser may repeat it. */
const KNOWN_FOR_MS = 395 * DAY_MS;
/** For a browser that did not receive it; not longer, because it holds other people's data. */
const ANSWER_KEPT_MS = HOUR_MS;
const ANSWER_MAX_LETTERS = 1_000_000;
const LOOK_AGAIN_MS = 2 * SECOND_MS;

interface DataCallRow extends Record<string, SqlStorageValue> {
  key: string;
  operation: DataOperationName;
  project_id: string;
  device_id: string;
  state: LaunchState;
  fingerprint: string;
  created_at: InstantMs;
  settled_at: InstantMs | null;
  refusal: string | null;
  answer: string | null;
  settled_by_user: number;
}

/** A call of the data backend that may cost credits, under the browser's idempotency key. */
export interface PaidDataCall extends DataCall {
  key: string;
  fingerprint: string;
}

export interface PaidDataResponse {
  replayed: boolean;
  record: LaunchRecord;
  /** null while the outcome is unknown, or when the response is no longer stored. */
  reply: DataReply | null;
}

/**
 * Scans, OCR, PDFs and AI calls, each made at most once: reserved, made durable, marked as sent, and only then sent.
 * A lost response can't be checked, so the call stays `unknown` until the user says what became of it.
 */
export class DataCalls {
  readonly #context: AccountContext;
  readonly #gateway: DataGateway;
  readonly #spentToday: (deviceId: string) => number;
  readonly #underWay = new Set<string>();

  /** @param spentToday credits at fixed prices that a device has spent today */
  constructor(context: AccountContext, gateway: DataGateway, spentToday: (deviceId: string) => number) {
    this.#context = context;
    this.#gateway = gateway;
    this.#spentToday = spentToday;
    context.storage.sql.exec("UPDATE data_calls SET state = 'unknown' WHERE state = 'sent'");
    context.storage.sql.exec("DELETE FROM data_calls WHERE state = 'reserved'");
  }

  async submit(
    device: { deviceId: string; dailySpendCredits: number | null },
    call: PaidDataCall,
  ): Promise<Result<PaidDataResponse>> {
    const known = this.#row(call.key);
    if (known !== undefined) {
      if (known.fingerprint !== call.fingerprint)
        return fail('EDGE_KEY_REUSED', 'This idempotency key belongs to another request.');
      if (this.#underWay.has(call.key))
        return fail('EDGE_LAUNCH_IN_PROGRESS', 'This is being sent right now.', {
          retryAfterMs: LOOK_AGAIN_MS,
        });
      if (known.state !== 'reserved') return replayed(known);
    } else {
      const { deviceId, dailySpendCredits } = device;
      const guarded = guardSpending(dailySpendCredits, this.#spentToday(deviceId), 0);
      if (!guarded.ok) return guarded;
      insertRow(this.#context.storage.sql, 'data_calls', {
        key: call.key,
        operation: call.operation,
        project_id: call.projectId,
        device_id: deviceId,
        state: 'reserved',
        fingerprint: call.fingerprint,
        created_at: this.#context.now(),
      });
    }
    this.#underWay.add(call.key);
    try {
      return await this.#sendOnce(call);
    } finally {
      this.#underWay.delete(call.key);
    }
  }

  async #sendOnce(call: PaidDataCall): Promise<Result<PaidDataResponse>> {
    const { storage } = this.#context;
    storage.sql.exec("UPDATE data_calls SET state = 'sent' WHERE key = ? AND state = 'reserved'", call.key);
    await storage.sync();
    const result = await this.#gateway.request(call.projectId, call.operation, {
      parameters: call.parameters,
      query: call.query,
      ...(call.body === null ? {} : { body: call.body }),
    });
    if (!result.ok) return this.#refused(call.key, result.error);
    const response = result.value;
    if (!response.ok && response.failure.isCertain)
      return this.#refused(call.key, dataErrorOf(response.failure));
    const reply = replyOf(response);
    if (!reply.ok) updateRows(storage.sql, 'data_calls', { state: 'unknown' }, 'key = ?', call.key);
    else {
      const isKept = reply.value.text.length <= ANSWER_MAX_LETTERS;
      this.#settle(call.key, { state: 'launched', answer: isKept ? reply.value.text : null });
      this.#context.jobs.schedule('forget-answers', this.#context.now() + ANSWER_KEPT_MS);
    }
    const row = this.#row(call.key);
    if (row === undefined) return fail('EDGE_STORAGE_FAILED', 'The edge lost its note of this call.');
    return success({ replayed: false, record: recordOf(row), reply: reply.ok ? reply.value : null });
  }

  #refused(
    key: string,
    error: {
      code: string;
      message: string;
      status: number;
      details: Record<string, unknown> | null;
      retryAfterMs: number | null;
    },
  ): Result<PaidDataResponse> {
    const { code, message, status: httpStatus, details } = error;
    this.#settle(key, { state: 'refused', refusal: JSON.stringify({ code, message, httpStatus, details }) });
    return { ok: false, error: { ...error, replayed: false } };
  }

  #settle(key: string, to: Pick<DataCallRow, 'state'> & Partial<DataCallRow>): void {
    const { storage, now } = this.#context;
    updateRows(storage.sql, 'data_calls', { ...to, settled_at: now() }, 'key = ?', key);
  }

  get(key: string): LaunchRecord | null {
    const row = this.#row(key);
    return row === undefined ? null : recordOf(row);
  }

  /** Calls whose outcome is not known, newest first. */
  unknownCalls(): LaunchRecord[] {
    return this.#context.storage.sql
      .exec<DataCallRow>("SELECT * FROM data_calls WHERE state = 'unknown' ORDER BY created_at DESC")
      .toArray()
      .map(recordOf);
  }

  /** Sets the outcome of an unknown call, as given by the user; a settled one stays as it is. */
  settleAs(key: string, { happened }: PaidSettlement): void {
    if (this.#row(key)?.state !== 'unknown') return;
    this.#settle(key, { state: happened ? 'launched' : 'absent', settled_by_user: 1 });
  }

  /** Job: deletes responses after an hour. @returns when the next one is due */
  expireResponses(now: InstantMs): InstantMs | null {
    const { sql } = this.#context.storage;
    sql.exec('UPDATE data_calls SET answer = NULL WHERE settled_at <= ?', now - ANSWER_KEPT_MS);
    const { next } = sql
      .exec<{ next: number | null }>(
        'SELECT min(settled_at) AS next FROM data_calls WHERE answer IS NOT NULL',
      )
      .one();
    return next === null ? null : next + ANSWER_KEPT_MS;
  }

  housekeeping(now: InstantMs): void {
    this.#context.storage.sql.exec(
      "DELETE FROM data_calls WHERE created_at < ? AND state <> 'unknown'",
      now - KNOWN_FOR_MS,
    );
  }

  #row(key: string): DataCallRow | undefined {
    return this.#context.storage.sql
      .exec<DataCallRow>('SELECT * FROM data_calls WHERE key = ?', key)
      .toArray()[0];
  }
}

function replayed(row: DataCallRow): Result<PaidDataResponse> {
  const record = recordOf(row);
  if (row.state === 'refused' && record.refusal !== null) {
    const { code, message, httpStatus, details } = record.refusal;
    return {
      ok: false,
      error: { status: httpStatus, code, message, details, retryAfterMs: null, replayed: true },
    };
  }
  const reply = row.answer === null ? null : { status: 200, text: row.answer, headers: {} };
  return success({ replayed: true, record, reply });
}

/** In the form of every paid call, so that browsers show all with one view. */
function recordOf(row: DataCallRow): LaunchRecord {
  return {
    key: row.key,
    operation: qualified(row.operation),
    state: row.state,
    requestedProjectId: row.project_id,
    projectId: row.project_id,
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
