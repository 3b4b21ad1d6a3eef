import type { LaunchRefusal } from '../../shared/snapshot/launches.ts';
import { DAY_MS, HOUR_MS, type InstantMs, SECOND_MS } from '../../shared/time.ts';
import { type Failed, fail, type Result, success } from '../http/result.ts';
import type { AccountContext } from '../object/context.ts';
import { ABANDONED_WITHIN_MS, type Ledger, type PaidRow, type Reservation } from './ledger.ts';

/** No response arrives later than this: the call's own timeout is shorter. */
export const WAITED_FOR_MS = 45 * SECOND_MS;
/** Calls that a device may give up before they arrive. */
const ABANDONED_A_DAY = 100;
const LOOK_AGAIN_MS = 2 * SECOND_MS;

/** What a kind of paid call does on the way. */
export interface Steps {
  /** What may take a while before the key is reserved. */
  before?: () => Promise<void>;
  /** Checks what must hold at that moment, and reserves the key, in one step. */
  reserve: () => Result<null>;
  onSent?: () => void;
  /** Makes the call, and settles it in the ledger. */
  make: () => Promise<void>;
}

/** `replayed`: decided by an earlier request, nothing was sent now. */
export type Submitted<Row> = Result<{ row: Row; replayed: boolean }>;

/**
 * Makes each paid call at most once. A key is reserved, made durable, marked as sent, and only then sent; it
 * never sends again.
 */
export class SendOnce<Row extends PaidRow> {
  readonly #context: AccountContext;
  readonly #ledger: Ledger<Row>;
  readonly #waitedFor = new Map<string, InstantMs>();

  constructor(context: AccountContext, ledger: Ledger<Row>) {
    this.#context = context;
    this.#ledger = ledger;
  }

  /** Whether this instance of the object still waits for the call's response. */
  isWaitedFor(key: string): boolean {
    return (this.#waitedFor.get(key) ?? 0) > this.#context.now();
  }

  /** Makes the call, or returns the outcome of an earlier one with the same key. */
  async submit(call: Pick<PaidRow, 'key' | 'fingerprint'>, steps: Steps): Promise<Submitted<Row>> {
    const known = this.#known(call);
    if (known !== null) return known;
    await steps.before?.();
    const meanwhile = this.#known(call);
    if (meanwhile !== null) return meanwhile;
    if (this.#ledger.get(call.key) === null) {
      const reserved = steps.reserve();
      if (!reserved.ok) return reserved;
    }
    this.#waitedFor.set(call.key, this.#context.now() + WAITED_FOR_MS);
    try {
      return await this.#send(call.key, steps);
    } finally {
      this.#waitedFor.delete(call.key);
    }
  }

  /** What is known about the key: an outcome, a refusal, or null when it may be sent. */
  #known({ key, fingerprint }: Pick<PaidRow, 'key' | 'fingerprint'>): Submitted<Row> | null {
    if (this.#ledger.isOfFormerAccount(key)) return ofFormerAccount();
    const row = this.#ledger.get(key);
    if (row === null) return null;
    if (this.#ledger.isAbandoned(row)) return success({ row, replayed: true });
    if (row.fingerprint !== fingerprint)
      return fail('EDGE_KEY_REUSED', 'This idempotency key belongs to another request.');
    if (this.isWaitedFor(key))
      return fail('EDGE_LAUNCH_IN_PROGRESS', 'This is being sent right now.', {
        retryAfterMs: LOOK_AGAIN_MS,
      });
    return row.state === 'reserved' ? null : success({ row, replayed: true });
  }

  async #send(key: string, { onSent, make }: Steps): Promise<Submitted<Row>> {
    const { now, storage } = this.#context;
    await storage.sync();
    if (!this.#ledger.send(key, now()))
      return fail('EDGE_LAUNCH_IN_PROGRESS', 'This was sent already.', { retryAfterMs: LOOK_AGAIN_MS });
    onSent?.();
    await storage.sync();
    await make();
    const row = this.#ledger.get(key);
    return row === null
      ? fail('EDGE_STORAGE_FAILED', 'The edge lost its note of this call.')
      : success({ row, replayed: false });
  }

  /**
   * Gives up a call that its browser no longer wants: refused if not yet arrived, else left as it is.
   * @returns why not; null: its row says what became of it
   */
  abandon(given: Omit<Reservation<Row>, 'fingerprint'>, confirmedAt: InstantMs): Failed | null {
    const now = this.#context.now();
    if (now - confirmedAt > ABANDONED_WITHIN_MS)
      return fail('EDGE_NOT_FOUND', 'This is too old to be known.');
    if (this.#ledger.isOfFormerAccount(given.key)) return ofFormerAccount();
    if (this.isWaitedFor(given.key)) return null;
    const isKept = this.#ledger.get(given.key) !== null;
    if (!isKept && this.#ledger.abandonedSince(given.device_id, now - DAY_MS) >= ABANDONED_A_DAY)
      return fail('EDGE_RATE_LIMITED', 'This browser gave up too many calls today.', {
        retryAfterMs: HOUR_MS,
      });
    this.#ledger.abandon(given, now);
    return null;
  }
}

/** The stored refusal as a response. @param retryAfterMs of a response that has just arrived */
export function refusedBy(
  { refusal }: Pick<PaidRow, 'refusal'>,
  replayed: boolean,
  retryAfterMs: number | null = null,
): Failed {
  const { code, message, httpStatus: status, details } = JSON.parse(refusal ?? '{}') as LaunchRefusal;
  return { ok: false, error: { status, code, message, details, retryAfterMs, replayed } };
}

/** Refusal of a key under which a former account was called: it is not sent to the next one. */
const ofFormerAccount = () =>
  fail('EDGE_OTHER_LEDGER', 'This was sent to the account that the edge had before.');
