import type { LedgerIdentity } from '../../shared/edge-api/ledger-identity.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import type { LaunchRecord, PaidAbandonment, PaidSettlement } from '../../shared/snapshot/launches.ts';
import type { Engine, Prices } from '../../shared/snapshot/prices.ts';
import { RECENT_LAUNCHES_MAX } from '../../shared/snapshot/snapshot.ts';
import { price } from '../../shared/spending/price.ts';
import { DAY_MS, type InstantMs, utcDayStart } from '../../shared/time.ts';
import type { KnownDevice } from '../devices/devices.ts';
import { type Failed, invalid, type Result } from '../http/result.ts';
import type { AccountContext } from '../object/context.ts';
import { unlessDaySpent } from '../object/database.ts';
import { LaunchLedger, type LaunchRow, launchRecordOf, START_TAKEN } from './launch-ledger.ts';
import { KNOWN_FOR_MS } from './ledger.ts';
import type { PaidCall } from './paid-call.ts';
import { fixedPrice, guardSpending, interpretResponse } from './paid-call.ts';
import type { RunCosts } from './run-costs.ts';
import { refusedBy, SendOnce } from './send-once.ts';
import { nextCheck, Settlement } from './settlement.ts';

const RECENT_MS = 7 * DAY_MS;
/** Then only its key and its outcome stay. */
const WHOLE_FOR_MS = 30 * DAY_MS;

/** Outcome of a paid call. `replayed`: decided by an earlier request, nothing was sent now. */
export interface PaidResponse {
  replayed: boolean;
  record: LaunchRecord;
  /** The service's response, if it is kept. */
  answer: { status: number; text: string } | null;
}

export interface PriceSource {
  /** Both price lists as last read. `needed`: reads first what is missing. */
  prices: (needed: boolean) => Promise<Prices | null>;
  /** The engine of an existing project; null when unknown. */
  engineOf: (projectId: string) => Engine | null;
}

/**
 * Paid calls of the builder service, each made at most once ({@link SendOnce}). They alone have a price, and
 * are looked for by their effect when a response is lost.
 */
export class Launches {
  readonly #context: AccountContext;
  readonly #ledger: LaunchLedger;
  readonly #once: SendOnce<LaunchRow>;
  readonly #settlement: Settlement;
  readonly #priced: PriceSource;
  readonly #runCosts: RunCosts;

  constructor(
    context: AccountContext,
    { epoch }: Pick<LedgerIdentity, 'epoch'>,
    priced: PriceSource,
    runCosts: RunCosts,
  ) {
    this.#context = context;
    this.#ledger = new LaunchLedger(context.storage.sql, epoch, (row) =>
      context.emitter.emit('paid-call', row.key),
    );
    this.#once = new SendOnce(context, this.#ledger);
    this.#settlement = new Settlement(context, this.#ledger, (key) => this.#once.isWaitedFor(key));
    this.#priced = priced;
    this.#runCosts = runCosts;
    unlessDaySpent(() => this.#settlement.recover());
  }

  /**
   * Makes the call, or returns the outcome of an earlier one with the same key.
   * @param stillMay checked on reserving the call: the device may be revoked or limited while prices are read
   */
  async submit(
    device: KnownDevice,
    call: PaidCall,
    stillMay: () => Result<KnownDevice> = () => ({ ok: true, value: device }),
  ): Promise<Result<PaidResponse>> {
    let price: number | null = null;
    let retryAfterMs: number | null = null;
    const submitted = await this.#once.submit(call, {
      before: async () => {
        price = await this.#price(device, call);
      },
      reserve: () => {
        const who = stillMay();
        return who.ok ? this.#reserve(who.value, call, price) : who;
      },
      onSent: () => this.#settlement.schedule(),
      make: async () => {
        retryAfterMs = await this.#make(call);
      },
    });
    this.#settlement.schedule();
    if (!submitted.ok) return submitted;
    const { row, replayed } = submitted.value;
    if (row.state === 'refused') return refusedBy(row, replayed, retryAfterMs);
    return { ok: true, value: { replayed, record: launchRecordOf(row), answer: storedResponse(row) } };
  }

  /** Its fixed price at most; null when unknown. */
  async #price(device: KnownDevice, call: PaidCall): Promise<number | null> {
    const engine = this.#priced.engineOf(call.requestedProjectId);
    const prices = await this.#priced.prices(device.dailySpendCredits !== null);
    return fixedPrice(call, engine, prices)?.most ?? null;
  }

  #reserve(device: KnownDevice, call: PaidCall, price: number | null): Result<null> {
    const now = this.#context.now();
    const spent = this.spentToday(device.deviceId);
    const runs = call.runs && { count: call.runs, budget: call.budget?.credits ?? null };
    const reserve = runs === null ? 0 : this.#runCosts.reserveFor(runs);
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
        prompt: call.prompt,
        price_credits: price ?? 0,
      },
      now,
    );
    if (runs !== null) this.#runCosts.reserve(call.key, runs, now);
    return { ok: true, value: null };
  }

  /** Makes the call and settles it. @returns how long the service asks to wait */
  async #make(call: PaidCall): Promise<number | null> {
    const { parameters, body } = call;
    const response = await this.#context.client.call(call.operation, {
      parameters,
      ...(body === null ? {} : { body }),
    });
    const interpretation = interpretResponse(call.operation, call.requestedProjectId, response);
    const now = this.#context.now();
    const retryAfterMs = response.ok ? null : response.failure.retryAfterMs;
    if (retryAfterMs !== null) this.#ledger.waitUntil(call.key, now + retryAfterMs);
    if (interpretation.kind === 'launched') this.#ledger.launched(call.key, interpretation.effect, now);
    else if (interpretation.kind === 'refused') {
      this.#ledger.refused(call.key, interpretation.refusal, now);
      if (interpretation.refusal.code === START_TAKEN) await this.#countStart(call);
    } else this.#ledger.unknown(call.key, { next_check_at: nextCheck(0, now) });
    this.#context.emitter.emit('changed');
    return retryAfterMs;
  }

  /** Starting the server is not charged where that is what was refused. */
  async #countStart({ key, operation, requestedProjectId }: PaidCall): Promise<void> {
    const prices = await this.#priced.prices(false);
    const taken = price('startServer', this.#priced.engineOf(requestedProjectId), prices)?.most ?? 0;
    this.#ledger.tookInstead(key, operation === 'startServer' ? 0 : taken);
  }

  get(key: string): LaunchRecord | null {
    const row = this.#ledger.get(key);
    return row === null ? null : launchRecordOf(row);
  }

  /** Gives a call up that its browser no longer wants; see {@link SendOnce.abandon}. */
  abandon(key: string, { deviceId }: KnownDevice, call: PaidAbandonment): Failed | null {
    const operation = call.operation === 'launch' ? 'launchProject' : call.operation;
    const about = { requested_project_id: call.projectId, price_credits: 0 };
    return this.#once.abandon({ key, operation, device_id: deviceId, ...about }, call.confirmedAt);
  }

  /** Calls whose outcome is not known, newest first. */
  isAnyOpen(): boolean {
    return this.#ledger.isAnyOpen();
  }

  unknownCalls(): LaunchRecord[] {
    return this.#ledger.unknownCalls().map(launchRecordOf);
  }

  /** Sets the outcome of a call that stays unknown, as given by the user; see {@link Settlement.settleAs}. */
  settleAs(key: string, settlement: PaidSettlement): Failed | null {
    const row = this.#ledger.get(key);
    return row === null || this.#settlement.settleAs(row, settlement)
      ? null
      : invalid('projectId', 'is no project that this call can have made');
  }

  /** Credits that a device has spent, or may still spend, by what it did today: fixed prices and runs. */
  spentToday(deviceId: string): number {
    const since = utcDayStart(this.#context.now());
    return this.#ledger.spentSince(deviceId, since) + this.#runCosts.spentSince(deviceId, since);
  }

  /** The start of the day that {@link spentToday} counts. */
  today(): InstantMs {
    return utcDayStart(this.#context.now());
  }

  recent(): LaunchRecord[] {
    return this.#ledger.recent(this.#context.now() - RECENT_MS, RECENT_LAUNCHES_MAX).map(launchRecordOf);
  }

  /** See {@link Ledger.latest}. */
  latest(...asked: Parameters<LaunchLedger['latest']>) {
    return this.#ledger.latest(...asked).map((row) => ({ row, record: launchRecordOf(row) }));
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

function storedResponse({ answer: result, answer_status }: LaunchRow): PaidResponse['answer'] {
  return result === null || answer_status === null ? null : { status: answer_status, text: result };
}
