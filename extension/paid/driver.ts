import { parse } from '../../shared/parse.ts';
import {
  type LaunchRecord,
  launchRecord,
  type PaidAbandonment,
  type PaidSettlement,
} from '../../shared/snapshot/launches.ts';
import { type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import { type ApiError, IN_DOUBT, KNOWN_KEY, type Result, success } from '../edge-client/api-error.ts';
import type { NotSentCall } from '../storage/not-sent.ts';
import type { ConfirmedFor } from '../storage/pairing.ts';
import { dueOf, type SendAt } from '../storage/send-at.ts';

/** A confirmed call that has not reached the edge by then is abandoned. */
export const SEND_WITHIN_MS = 5 * MINUTE_MS;

/** A paid call's idempotency key, and what it was confirmed for: other ledgers give `other-ledger`. */
export type PaidKey = { key: string; confirmedFor: ConfirmedFor | null };

/**
 * What every stored paid call has; the rest is its kind's. `record`: the edge's, as last received. `sendAt`:
 * it can be taken back until it is let go.
 */
export type PaidEntry = PaidKey & {
  confirmedAt: InstantMs;
  record: LaunchRecord | null;
  sendAt?: SendAt | undefined;
};

/** What the edge's ledger is asked about a paid call. */
export interface LedgerCalls {
  look(paid: PaidKey): Promise<Result<LaunchRecord>>;
  /** Sets whether an unknown call took effect, and which project it created, as given by the user. */
  settle(paid: PaidKey, settlement: PaidSettlement): Promise<Result<LaunchRecord>>;
  /** Gives up a call of which the edge knows nothing: it refuses its key from then on. */
  abandon(paid: PaidKey, call: PaidAbandonment): Promise<Result<LaunchRecord>>;
}

/** What became known of a call. */
export type PaidNews =
  /** It is sent now, so it may have arrived. */
  | { kind: 'sending' }
  | { kind: 'record'; record: LaunchRecord }
  /** The service's own answer: it took effect. */
  | { kind: 'answer'; answer: unknown }
  | { kind: 'refused'; error: ApiError }
  /** Still without an outcome. */
  | { kind: 'trouble'; error: ApiError }
  /** This browser has left the ledger that it was confirmed for, or that ledger no longer knows. */
  | { kind: 'left' };

/** How one kind of paid calls is stored and sent. All is stored before the next step: any may be the last. */
export interface PaidKind<E extends PaidEntry, R> {
  entries: {
    /** Runs a change of the entries after all earlier ones. */
    inTurn<T>(task: () => Promise<T>): Promise<T>;
    read(): Promise<E[]>;
    write(entries: E[]): Promise<void>;
  };
  isOpen(entry: E): boolean;
  /** Whether it may have been sent to a ledger that this browser has left: it is only looked up, there. */
  isReceipt(entry: E): boolean;
  about(entry: E): Omit<PaidAbandonment, 'confirmedAt'>;
  learned(entry: E, news: PaidNews): E;
  /** The entry that can no longer be taken back. */
  letGo(entry: E): E;
  /** Makes a draft of a call that was not sent, where none is left. Repeatable. */
  toDraft(entry: E): Promise<void>;
  /** What is sent. @returns null: it can't be sent any more, or is not wanted */
  prepare(entry: E): Promise<Result<R> | null>;
  /** @returns the edge's record, or the service's own answer where the edge stores it */
  send(entry: E, request: R): Promise<Result<unknown>>;
  /** Deletes what the call no longer needs, as far as known. Repeatable. */
  tidy(entry: E): Promise<void>;
}

/** Who is told what becomes of calls. */
export interface PaidOutcomes {
  now(): InstantMs;
  /** As `browserStart`. */
  browserStart(): Promise<string>;
  /** Called when the outcome of a call became known. */
  onSettled(): void;
  /** Has the user told of a call that was confirmed, and never made or refused. Repeatable. */
  noteNotSent(call: NotSentCall): Promise<void>;
}

export type PaidDriver<E extends PaidEntry> = ReturnType<typeof paidDriver<E, unknown>>;

/**
 * Makes paid calls at most once each, whenever the background ends: stored when confirmed, sent under their
 * key, looked up until the edge knows the outcome, and called free only once its ledger refuses the key.
 */
export function paidDriver<E extends PaidEntry, R>(
  kind: PaidKind<E, R>,
  ledger: LedgerCalls,
  { now, browserStart, onSettled, noteNotSent }: PaidOutcomes,
) {
  const once = oncePerName();
  const { find, update, drop } = stored(kind.entries);

  async function learn(key: string, news: PaidNews): Promise<E | null> {
    await noteIfNotTaken(key, news);
    let wasOpen = false;
    const entry = await update(key, (one) => {
      wasOpen = kind.isOpen(one);
      return kind.isReceipt(one) && !settlesReceipt(news) ? one : kind.learned(one, news);
    });
    if (!entry) return null;
    await kind.tidy(entry);
    if (wasOpen && !kind.isOpen(entry)) onSettled();
    return entry;
  }

  /** Before the call is settled: whenever the background ends, it is noted. */
  async function noteIfNotTaken(key: string, news: PaidNews): Promise<void> {
    const error = refusalIn(news);
    const entry = error && (await find(key));
    if (!entry || !kind.isOpen(entry)) return;
    const message = error.message?.slice(0, MESSAGE_MAX) ?? null;
    await noteNotSent({ key, ...kind.about(entry), kind: error.kind, code: error.code, message, at: now() });
  }

  async function sendOrGiveUp(entry: E): Promise<void> {
    const isLate = now() - entry.confirmedAt >= SEND_WITHIN_MS;
    const request = isLate ? null : await kind.prepare(entry);
    if (request === null) return giveUp(entry, null);
    if (!request.ok) return failed(entry, request.error);
    const sending = await learn(entry.key, { kind: 'sending' });
    if (!sending || kind.isReceipt(sending)) return;
    const result = await kind.send(sending, request.value);
    if (result.ok) {
      const record = parse(launchRecord, result.value);
      const isRecord = record?.key === entry.key;
      await learn(
        entry.key,
        isRecord ? { kind: 'record', record } : { kind: 'answer', answer: result.value },
      );
    } else if (mayHaveArrived(result.error)) await afterLostAnswer(entry, result.error);
    else await failed(entry, result.error);
  }

  async function afterLostAnswer(entry: E, error: ApiError): Promise<void> {
    const looked = await ledger.look(entry);
    if (looked.ok) await learn(entry.key, { kind: 'record', record: looked.value });
    else if (looked.error.code === 'EDGE_NOT_FOUND' && error.code !== null) await giveUp(entry, error);
    else await failed(entry, error);
  }

  /**
   * The request may still be under way: only once the ledger refuses its key, nothing was charged.
   * @param why it was not taken; null: it came too late, or can't be sent
   */
  async function giveUp(entry: E, why: ApiError | null): Promise<void> {
    const { key, confirmedAt } = entry;
    const abandoned = await ledger.abandon(entry, { ...kind.about(entry), confirmedAt });
    if (abandoned.ok) {
      const isNever = abandoned.value.refusal?.code === 'EDGE_ABANDONED';
      await learn(
        key,
        isNever && why !== null
          ? { kind: 'refused', error: why }
          : { kind: 'record', record: abandoned.value },
      );
    } else if (abandoned.error.code === 'EDGE_NOT_FOUND') await learn(key, { kind: 'left' });
    else await learn(key, leftOr(abandoned.error, 'trouble'));
  }

  const failed = ({ key }: E, error: ApiError) =>
    learn(key, leftOr(error, mayHaveArrived(error) ? 'trouble' : 'refused')).then(() => undefined);

  /** An open call. One that can be taken back is started again when it is due, then let go in one step. */
  async function due(key: string): Promise<E | null> {
    const entry = await find(key);
    if (!entry || !kind.isOpen(entry)) return null;
    if (!entry.sendAt) return entry;
    switch (dueOf(entry.sendAt, now(), await browserStart())) {
      case 'wait':
        setTimeout(() => void start(key).catch(() => undefined), Math.max(0, entry.sendAt.at - now()));
        return null;
      case 'send':
        return update(key, (one) => (one.sendAt ? kind.letGo(one) : one));
      case 'too-late':
        await kind.toDraft(entry);
        await learn(key, { kind: 'refused', error: NEVER_SENT });
        return null;
    }
  }

  /** Looks a call up, and sends it if the edge does not know it. */
  const check = (key: string): Promise<void> =>
    once(key, async () => {
      const entry = await due(key);
      if (!entry) return;
      const looked = await ledger.look(entry);
      if (looked.ok) await learn(key, { kind: 'record', record: looked.value });
      else if (looked.error.code !== 'EDGE_NOT_FOUND' || isTaken(entry))
        await learn(key, leftOr(looked.error, 'trouble'));
      else if (!kind.isReceipt(entry)) await sendOrGiveUp(entry);
    });

  /** Sends a call that was just stored. `resume` recovers from any failure. */
  const start = (key: string): Promise<void> =>
    once(key, async () => {
      const entry = await due(key);
      if (entry && !kind.isReceipt(entry)) await sendOrGiveUp(entry);
    });

  /** Resumes everything that was in progress when the background ended. */
  async function resume(): Promise<void> {
    const entries = await kind.entries.read();
    await Promise.all(entries.map((entry) => (kind.isOpen(entry) ? check(entry.key) : kind.tidy(entry))));
  }

  /** Settles a call of this browser as the user says. @returns null when it has none under the key */
  async function settleAs(key: string, settlement: PaidSettlement): Promise<Result<null> | null> {
    const entry = await find(key);
    if (!entry) return null;
    const settled = await ledger.settle(entry, settlement);
    if (!settled.ok) return settled;
    await learn(key, { kind: 'record', record: settled.value });
    return success(null);
  }

  const dismiss = (key: string) => drop(key, kind.isReceipt);

  return { once, find, update, drop, noteIfNotTaken, start, check, resume, settleAs, dismiss };
}

/** Runs at most one task per name at a time. */
function oncePerName() {
  const underWay = new Map<string, Promise<void>>();

  return (name: string, task: () => Promise<void>): Promise<void> => {
    const going = underWay.get(name);
    if (going) return going;
    const started = task().finally(() => underWay.delete(name));
    underWay.set(name, started);
    return started;
  };
}

/** The calls of a kind as they are stored, each found and changed by its key. */
function stored<E extends PaidEntry>(entries: PaidKind<E, unknown>['entries']) {
  const find = async (key: string) => (await entries.read()).find((one) => one.key === key) ?? null;

  /** Changes a stored call; one that was deleted since is not restored. */
  const update = (key: string, change: (entry: E) => E): Promise<E | null> =>
    entries.inTurn(async () => {
      const calls = await entries.read();
      const entry = calls.find((one) => one.key === key);
      if (!entry) return null;
      const changed = change(entry);
      if (changed !== entry) await entries.write(calls.map((one) => (one.key === key ? changed : one)));
      return changed;
    });

  /** Deletes a call if it is one that may go. @returns it; null: it is none */
  const drop = (key: string, mayGo: (entry: E) => boolean): Promise<E | null> =>
    entries.inTurn(async () => {
      const calls = await entries.read();
      const entry = calls.find((one) => one.key === key);
      if (!entry || !mayGo(entry)) return null;
      await entries.write(calls.filter((one) => one !== entry));
      return entry;
    });

  return { find, update, drop };
}

const MESSAGE_MAX = 200;

/** A call that could not be sent in time. */
const NEVER_SENT: ApiError = { kind: 'refused', code: 'EDGE_ABANDONED', message: null };

/** Why a call was not taken; null where it was, or may be. */
function refusalIn(news: PaidNews): ApiError | null {
  if (news.kind === 'refused') return news.error;
  if (news.kind !== 'record' || news.record.state !== 'refused') return null;
  return { kind: 'refused', code: null, message: null, ...news.record.refusal };
}

/** Whether the edge keeps the call for good: one only reserved is forgotten when the edge restarts. */
export const isTaken = ({ record }: Pick<PaidEntry, 'record'>): boolean =>
  record !== null && record.state !== 'reserved';

/** A response without a code is not the edge's own refusal: it was cut off, or came from a proxy. */
const mayHaveArrived = ({ kind, code }: ApiError): boolean =>
  kind !== 'other-ledger' && (code === null || IN_DOUBT.has(kind) || KNOWN_KEY.has(code));

const leftOr = (error: ApiError, otherwise: 'trouble' | 'refused'): PaidNews =>
  error.kind === 'other-ledger' ? { kind: 'left' } : { kind: otherwise, error };

/** What a request was told since this browser left its ledger settles nothing: only an outcome does. */
const settlesReceipt = (news: PaidNews): boolean =>
  news.kind === 'answer' || (news.kind === 'record' && news.record.state !== 'reserved');
