import { bytesIn } from '../../shared/bytes.ts';
import { type DataOperationName, qualified } from '../../shared/data-api/catalogue.ts';
import type { LedgerIdentity } from '../../shared/edge-api/ledger-identity.ts';
import type { LaunchRecord, PaidAbandonment, PaidSettlement } from '../../shared/snapshot/launches.ts';
import { HOUR_MS, type InstantMs } from '../../shared/time.ts';
import type { KnownDevice } from '../devices/devices.ts';
import { type ApiError, type Failed, type Result, success } from '../http/result.ts';
import type { AccountContext } from '../object/context.ts';
import { type Schema, unlessDaySpent } from '../object/database.ts';
import { KNOWN_FOR_MS, Ledger, type PaidRow, recordOf } from '../paid-calls/ledger.ts';
import { guardSpending } from '../paid-calls/paid-call.ts';
import { refusedBy, SendOnce, WAITED_FOR_MS } from '../paid-calls/send-once.ts';
import { type DataGateway, type DataReply, replyOf } from './gateway.ts';
import { dataErrorOf } from './response.ts';
import type { DataCall } from './whitelist.ts';

export const dataCallsSchema: Schema = {
  startAnew: ['UPDATE data_calls SET answer = NULL'],
  tables: [
    // With a row number: a row may hold a whole answer of the data backend.
    `CREATE TABLE data_calls (
      key TEXT PRIMARY KEY,
      operation TEXT NOT NULL,
      requested_project_id TEXT NOT NULL,
      device_id TEXT NOT NULL,
      state TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      epoch INTEGER NOT NULL DEFAULT 1,
      created_at INTEGER NOT NULL,
      sent_at INTEGER,
      settled_at INTEGER,
      settled_by_user INTEGER NOT NULL DEFAULT 0,
      refusal TEXT,
      answer TEXT
    )`,
    'CREATE INDEX data_calls_by_state ON data_calls (state)',
  ],
};

/** For a browser that did not receive it; not longer, because it holds other people's data. */
const ANSWER_KEPT_MS = HOUR_MS;
const ANSWER_MAX_BYTES = 1_000_000;

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
 * Scans, OCR, PDFs and AI calls, each made at most once ({@link SendOnce}). A lost response can't be checked,
 * so the call stays `unknown` until the user says what became of it.
 */
export class DataCalls {
  readonly #context: AccountContext;
  readonly #gateway: DataGateway;
  readonly #spentToday: (deviceId: string) => number;
  readonly #ledger: DataLedger;
  readonly #once: SendOnce<PaidRow>;

  /** @param spentToday credits at fixed prices that a device has spent today */
  constructor(
    context: AccountContext,
    { epoch }: Pick<LedgerIdentity, 'epoch'>,
    gateway: DataGateway,
    spentToday: (deviceId: string) => number,
  ) {
    this.#context = context;
    this.#gateway = gateway;
    this.#spentToday = spentToday;
    this.#ledger = new DataLedger(context.storage.sql, epoch);
    this.#once = new SendOnce(context, this.#ledger);
    unlessDaySpent(() => {
      this.#ledger.forgetReserved();
      this.#giveUpWaiting(context.now());
    });
  }

  async submit(
    { deviceId, dailySpendCredits }: Pick<KnownDevice, 'deviceId' | 'dailySpendCredits'>,
    call: PaidDataCall,
  ): Promise<Result<PaidDataResponse>> {
    let reply: DataReply | null = null;
    let retryAfterMs: number | null = null;
    const submitted = await this.#once.submit(call, {
      reserve: () => {
        const guarded = guardSpending(dailySpendCredits, this.#spentToday(deviceId), 0);
        if (!guarded.ok) return guarded;
        const { key, fingerprint, operation, projectId: requested_project_id } = call;
        const reserved = { key, fingerprint, operation, requested_project_id, device_id: deviceId };
        this.#ledger.reserve(reserved, this.#context.now());
        return success(null);
      },
      make: async () => {
        const made = await this.#make(call);
        if (made.ok) reply = made.value;
        else retryAfterMs = made.error.retryAfterMs;
      },
    });
    if (!submitted.ok) return submitted;
    const { row, replayed } = submitted.value;
    if (row.state === 'refused') return refusedBy(row, replayed, retryAfterMs);
    return success({ replayed, record: dataRecordOf(row), reply: reply ?? storedReply(row) });
  }

  /** Makes the call and settles it. */
  async #make(call: PaidDataCall): Promise<Result<DataReply | null>> {
    const { now, jobs } = this.#context;
    const { key, projectId, operation, parameters, query, body } = call;
    const request = { parameters, query, ...(body === null ? {} : { body }) };
    const result = await this.#gateway.request(projectId, operation, request);
    if (!result.ok) return this.#refused(key, result.error);
    const response = result.value;
    if (!response.ok && response.failure.isCertain) return this.#refused(key, dataErrorOf(response.failure));
    const reply = replyOf(response);
    if (!reply.ok) {
      this.#ledger.unknown(key);
      return success(null);
    }
    const { text } = reply.value;
    this.#ledger.took(key, { answer: bytesIn(text) <= ANSWER_MAX_BYTES ? text : null }, now());
    jobs.schedule('forget-answers', now() + ANSWER_KEPT_MS);
    return reply;
  }

  #refused(key: string, error: ApiError): Failed {
    const { code, message, status: httpStatus, details } = error;
    this.#ledger.refused(key, { code, message, httpStatus, details }, this.#context.now());
    return { ok: false, error };
  }

  get(key: string): LaunchRecord | null {
    const row = this.#ledger.get(key);
    return row === null ? null : dataRecordOf(row);
  }

  /** Gives a call up that its browser no longer wants; see {@link SendOnce.abandon}. */
  abandon(key: string, { deviceId }: KnownDevice, call: PaidAbandonment): Failed | null {
    const operation = call.operation.slice(call.operation.indexOf('.') + 1);
    const about = { requested_project_id: call.projectId, device_id: deviceId };
    return this.#once.abandon({ key, operation, ...about }, call.confirmedAt);
  }

  /** Calls whose outcome is not known, newest first. */
  isAnyOpen(): boolean {
    return this.#ledger.isAnyOpen();
  }

  unknownCalls(): LaunchRecord[] {
    return this.#ledger.unknownCalls().map(dataRecordOf);
  }

  /** See {@link Ledger.latest}. */
  latest(...asked: Parameters<DataLedger['latest']>) {
    return this.#ledger.latest(...asked).map((row) => ({ row, record: dataRecordOf(row) }));
  }

  /** Sets the outcome of an unknown call, as given by the user; a settled one stays as it is. */
  settleAs(key: string, { happened }: PaidSettlement): null {
    const now = this.#context.now();
    const state = this.#ledger.get(key)?.state;
    if (state !== 'unknown' && state !== 'absent') return null;
    if (happened) this.#ledger.took(key, { settled_by_user: 1 }, now);
    else this.#ledger.absent(key, now, true);
    return null;
  }

  /** Job: deletes responses after an hour. @returns when the next one is due */
  expireResponses(now: InstantMs): InstantMs | null {
    const settledAt = this.#ledger.expireAnswers(now - ANSWER_KEPT_MS);
    return settledAt === null ? null : settledAt + ANSWER_KEPT_MS;
  }

  housekeeping(now: InstantMs): void {
    this.#giveUpWaiting(now);
    this.#ledger.forgetSettledBefore(now - KNOWN_FOR_MS);
  }

  #giveUpWaiting(now: InstantMs): void {
    this.#ledger.giveUpWaiting((key) => this.#once.isWaitedFor(key), now - WAITED_FOR_MS);
  }
}

/** The ledger's calls of the data backend. Their answers are other people's data. */
class DataLedger extends Ledger<PaidRow> {
  constructor(sql: SqlStorage, epoch: number) {
    super(sql, 'data_calls', epoch);
  }

  /**
   * Deletes answers of calls that were settled by then.
   * @returns when the next call with an answer was settled
   */
  expireAnswers(settledBy: InstantMs): InstantMs | null {
    // Not those that have none any more: each would be a row written once more.
    const due = 'settled_at <= ? AND answer IS NOT NULL';
    this.sql.exec(`UPDATE data_calls SET answer = NULL WHERE ${due}`, settledBy);
    return this.number('min(settled_at)', 'answer IS NOT NULL');
  }
}

const storedReply = ({ answer }: PaidRow): DataReply | null =>
  answer === null ? null : { status: 200, text: answer, headers: {} };

/** In the form of every paid call, so that browsers show all with one view. */
const dataRecordOf = (row: PaidRow): LaunchRecord => ({
  ...recordOf(row),
  operation: qualified(row.operation as DataOperationName),
  projectId: row.requested_project_id,
});
