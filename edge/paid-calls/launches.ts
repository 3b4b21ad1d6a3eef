import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import type { LaunchRecord, PaidAbandonment, PaidSettlement } from '../../shared/snapshot/launches.ts';
import type { Engine, Prices } from '../../shared/snapshot/prices.ts';
import { RECENT_LAUNCHES_MAX } from '../../shared/snapshot/snapshot.ts';
import { price } from '../../shared/spending/price.ts';
import { DAY_MS, type InstantMs, SECOND_MS } from '../../shared/time.ts';
import type { KnownDevice } from '../devices/devices.ts';
import { type ApiError, type Failed, fail, invalid, type Result } from '../http/result.ts';
import type { AccountContext } from '../object/context.ts';
import { type LaunchRow, Ledger, launchRecordOf, START_TAKEN } from './ledger.ts';
import type { PaidCall } from './paid-call.ts';
import { dayStart, fixedPrice, guardSpending, interpretResponse } from './paid-call.ts';
import type { RunCosts } from './run-costs.ts';
import { nextCheck, Settlement, WAITED_FOR_MS } from './settlement.ts';

const LOOK_AGAIN_MS = 2 * SECOND_MS;
const RECENT_MS = 7 * DAY_MS;
/** Then only its key and its outcome stay. */
const WHOLE_FOR_MS = 30 * DAY_MS;
/** A browser abandons nothing that it confirmed longer ago, so that a key that is not known was never known. */
const ABANDONED_WITHIN_MS = 365 * DAY_MS;
const KNOWN_FOR_MS = ABANDONED_WITHIN_MS + WHOLE_FOR_MS;

/** Outcome of a paid call. `replayed`: decided by an earlier request, nothing was sent now. */
export interface PaidResponse {
  replayed: boolean;
  record: LaunchRecord;
  /** The service's response, if it is kept. */
  answer: { status: number; text: string } | null;
}

export interface PriceSource {
  /** Both price lists as last read. `needed`: reads first what is missing. */
  read: (needed: boolean) => Promise<Prices | null>;
  /** The engine of an existing project; null when unknown. */
  engineOf: (projectId: string) => Engine | null;
}

/**
 * Paid calls, each made at most once. A key is reserved, made durable, marked as sent, and only then sent; after that
 * the same key never sends again.
 */
export class Launches {
  readonly #context: AccountContext;
  readonly #ledger: Ledger;
  readonly #settlement: Settlement;
  readonly #prices: PriceSource;
  readonly #runCosts: RunCosts;
  readonly #waitedFor = new Map<string, InstantMs>();

  constructor(context: AccountContext, prices: PriceSource, runCosts: RunCosts) {
    this.#context = context;
    this.#ledger = new Ledger(context.storage.sql);
    this.#settlement = new Settlement(context, this.#ledger, (key) => this.#isWaitedFor(key));
    this.#prices = prices;
    this.#runCosts = runCosts;
    this.#settlement.recover();
  }

  /**
   * Makes the call, or returns the outcome of an earlier one with the same key.
   * @param stillMay checked in the step in which the call is reserved, because prices may have been read meanwhile
   * and the device revoked or limited
   */
  async submit(
    device: KnownDevice,
    call: PaidCall,
    stillMay: () => Result<KnownDevice> = () => ({ ok: true, value: device }),
  ): Promise<Result<PaidResponse>> {
    const before = this.#known(call);
    if (before) return before;
    const price = await this.#price(device, call);
    const who = stillMay();
    if (!who.ok) return who;
    const meanwhile = this.#known(call);
    if (meanwhile) return meanwhile;
    const reserved = this.#reserve(who.value, call, price);
    if (!reserved.ok) return reserved;
    this.#waitedFor.set(call.key, this.#context.now() + WAITED_FOR_MS);
    try {
      return await this.#sendOnce(call);
    } finally {
      this.#waitedFor.delete(call.key);
      this.#settlement.schedule();
    }
  }

  /** What is known about the key: a replay, a refusal, or null when it may be sent. */
  #known(call: PaidCall): Result<PaidResponse> | null {
    const row = this.#ledger.get(call.key);
    if (row === null) return null;
    const abandoned = this.abandoned(call.key);
    if (abandoned !== null) return abandoned;
    if (row.fingerprint !== call.fingerprint)
      return fail('EDGE_KEY_REUSED', 'This idempotency key belongs to another request.');
    if (this.#isWaitedFor(call.key))
      return fail('EDGE_LAUNCH_IN_PROGRESS', 'This is being sent right now.', {
        retryAfterMs: LOOK_AGAIN_MS,
      });
    if (row.state === 'reserved') return null;
    return this.#replay(row);
  }

  #replay(row: LaunchRow): Result<PaidResponse> {
    const record = launchRecordOf(row);
    if (row.state === 'refused' && record.refusal)
      return { ok: false, error: replayedRefusal(record.refusal) };
    return { ok: true, value: { replayed: true, record, answer: storedResponse(row) } };
  }

  /** Its fixed price at most; null when unknown. */
  async #price(device: KnownDevice, call: PaidCall): Promise<number | null> {
    const engine = this.#prices.engineOf(call.requestedProjectId);
    const prices = await this.#prices.read(device.dailySpendCredits !== null);
    return fixedPrice(call, engine, prices)?.most ?? null;
  }

  #reserve(device: KnownDevice, call: PaidCall, price: number | null): Result<null> {
    if (this.#ledger.get(call.key) !== null) return { ok: true, value: null };
    const now = this.#context.now();
    const spent = this.spentToday(device.deviceId);
    const reserve = this.#runCosts.reserveFor(call.runs);
    const guarded = guardSpending(device.dailySpendCredits, spent, price === null ? null : price + reserve);
    if (!guarded.ok) return guarded;
    this.#ledger.reserve(
      {
        key: call.key,
        operation: call.operation,
        device_id: device.deviceId,
        fingerprint: call.fingerprint,
        requested_project_id: call.requestedProjectId,
        label: call.label,
        prompt_digest: call.promptDigest,
        price_credits: price ?? 0,
      },
      now,
    );
    if (call.runs !== null) this.#runCosts.reserve(call.key, call.runs, now);
    return { ok: true, value: null };
  }

  async #sendOnce(call: PaidCall): Promise<Result<PaidResponse>> {
    await this.#context.storage.sync();
    if (!this.#ledger.send(call.key, this.#context.now()))
      return fail('EDGE_LAUNCH_IN_PROGRESS', 'This was sent already.', { retryAfterMs: LOOK_AGAIN_MS });
    this.#settlement.schedule();
    await this.#context.storage.sync();
    const { parameters, body } = call;
    const response = await this.#context.client.call(call.operation, {
      parameters,
      ...(body === null ? {} : { body }),
    });
    const interpretation = interpretResponse(call.operation, call.requestedProjectId, response);
    const now = this.#context.now();
    const retryAfterMs = response.ok ? null : response.failure.retryAfterMs;
    if (retryAfterMs !== null) this.#ledger.leaveAlone(call.key, now + retryAfterMs);
    if (interpretation.kind === 'launched') this.#ledger.launched(call.key, interpretation.effect, now);
    else if (interpretation.kind === 'refused') {
      this.#ledger.refused(call.key, interpretation.refusal, now);
      if (interpretation.refusal.code === START_TAKEN) await this.#countStart(call);
    } else this.#ledger.unknown(call.key, nextCheck(0, now));
    this.#context.emitter.emit('changed');
    const row = this.#ledger.get(call.key);
    if (row === null) return fail('EDGE_STORAGE_FAILED', 'The edge lost its note of this call.');
    const replay = this.#replay(row);
    if (replay.ok) return { ok: true, value: { ...replay.value, replayed: false } };
    return { ok: false, error: { ...replay.error, replayed: false, retryAfterMs } };
  }

  /** Starting the server is not charged where that is what was refused. */
  async #countStart({ key, operation, requestedProjectId }: PaidCall): Promise<void> {
    const prices = await this.#prices.read(false);
    const taken = price('startServer', this.#prices.engineOf(requestedProjectId), prices)?.most ?? 0;
    this.#ledger.tookInstead(key, operation === 'startServer' ? 0 : taken);
  }

  #isWaitedFor(key: string): boolean {
    return (this.#waitedFor.get(key) ?? 0) > this.#context.now();
  }

  get(key: string): Result<LaunchRecord> {
    const row = this.#ledger.get(key);
    return row === null
      ? fail('EDGE_NOT_FOUND', 'Nothing was sent under this key.')
      : { ok: true, value: launchRecordOf(row) };
  }

  /** State of a paid call, and its project; null = unknown key. */
  stateOf(key: string): Pick<LaunchRecord, 'state' | 'projectId'> | null {
    const row = this.#ledger.get(key);
    return row === null ? null : { state: row.state, projectId: row.project_id };
  }

  /**
   * Gives a call up that its browser no longer wants. One that has not arrived is refused from then on; any other stays
   * as it is.
   * @returns its record
   */
  abandon(key: string, { deviceId }: KnownDevice, call: PaidAbandonment): Result<LaunchRecord> {
    const now = this.#context.now();
    if (now - call.confirmedAt > ABANDONED_WITHIN_MS)
      return fail('EDGE_NOT_FOUND', 'This is too old to be known.');
    if (!this.#isWaitedFor(key)) this.#ledger.abandon(key, deviceId, call, now);
    return this.get(key);
  }

  /** The refusal of a call that was abandoned before it arrived; null = it was not. */
  abandoned(key: string): Failed | null {
    const row = this.#ledger.get(key);
    if (row?.state !== 'refused') return null;
    const { refusal } = launchRecordOf(row);
    return refusal?.code === 'EDGE_ABANDONED' ? { ok: false, error: replayedRefusal(refusal) } : null;
  }

  /** Calls whose outcome is not known, newest first. */
  unknownCalls(): LaunchRecord[] {
    return this.#ledger.unknownCalls().map(launchRecordOf);
  }

  /** Sets the outcome of a call that stays unknown, as given by the user; see {@link Settlement.settleAs}. */
  settleAs(key: string, settlement: PaidSettlement): Result<LaunchRecord> {
    const row = this.#ledger.get(key);
    if (row !== null && !this.#settlement.settleAs(row, settlement))
      return invalid('projectId', 'is no project that this call can have made');
    return this.get(key);
  }

  /** Credits that a device has spent, or may still spend, by what it did today: fixed prices and runs. */
  spentToday(deviceId: string): number {
    const since = dayStart(this.#context.now());
    return this.#ledger.spentSince(deviceId, since) + this.#runCosts.spentSince(deviceId, since);
  }

  recent(): LaunchRecord[] {
    return this.#ledger.recent(this.#context.now() - RECENT_MS, RECENT_LAUNCHES_MAX).map(launchRecordOf);
  }

  settle(now: InstantMs): Promise<InstantMs | null> {
    return this.#settlement.run(now);
  }

  onKeptEvent(event: KeptEvent, data: Readonly<Record<string, unknown>>): Promise<void> {
    return this.#settlement.onKeptEvent(event, data);
  }

  housekeeping(now: InstantMs): void {
    this.#ledger.reduceSettledBefore(now - WHOLE_FOR_MS);
    this.#ledger.forgetSettledBefore(now - KNOWN_FOR_MS);
    this.#runCosts.housekeeping(now - WHOLE_FOR_MS);
  }
}

function replayedRefusal({
  code,
  message,
  httpStatus,
  details,
}: NonNullable<LaunchRecord['refusal']>): ApiError {
  return { status: httpStatus, code, message, details, retryAfterMs: null, replayed: true };
}

function storedResponse({ answer: result, answer_status }: LaunchRow): PaidResponse['answer'] {
  return result === null || answer_status === null ? null : { status: answer_status, text: result };
}
