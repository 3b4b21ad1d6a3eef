import { backoffMs } from '../../shared/backoff.ts';
import type { LedgerIdentity } from '../../shared/edge-api/ledger-identity.ts';
import { isRole, type Role } from '../../shared/edge-api/role.ts';
import { isRecord } from '../../shared/parse.ts';
import { HOUR_MS, type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { alike, isAbsentOrAlike, isAlike, only } from './outline.ts';
import { localItem, owedList } from './stored-item.ts';

/** The pairing without the token, for every page. */
export type Connection = {
  /** The edge's address, without trailing slash. */
  edge: string;
  deviceId: string;
  role: Role;
  name: string;
  pairedAt: InstantMs;
  /** When a new token is asked for next; absent: 30 days after it was paired. */
  renewsAt?: InstantMs | undefined;
  /** Whose paid calls are confirmed here; absent until the edge has told it. */
  ledger?: LedgerIdentity | undefined;
};

const isConnection = (value: unknown): value is Connection =>
  isAlike(value, { edge: '', deviceId: '', name: '', pairedAt: 0 }) &&
  isRecord(value) &&
  isRole(value.role) &&
  isAbsentOrAlike(value.renewsAt, 0) &&
  isAbsentOrAlike(value.ledger, { ledgerId: '', epoch: 0 });

export const connectionItem = localItem<Connection | null>('connection', null, only(isConnection));

/** This browser's bearer token. Used by the background only. */
export const deviceTokenItem = localItem<string | null>('device-token', null, alike(''));

/** The edge's address, its ledger, and this browser's token; null while it is not paired. */
export async function readPairing(): Promise<Pairing | null> {
  const [paired, token] = await Promise.all([connectionItem.getValue(), deviceTokenItem.getValue()]);
  return paired && token !== null ? { edge: paired.edge, ledger: paired.ledger, token } : null;
}
type Pairing = Pick<Connection, 'edge' | 'ledger'> & { token: string };

/** The edge and ledger that a paid call is confirmed for: its body is sent nowhere else. */
export type ConfirmedFor = LedgerIdentity & { edge: string };

/** The first snapshot tells the ledger of a pairing that does not have it yet. */
const LEDGER_WITHIN_MS = 20 * SECOND_MS;

/**
 * What a paid call is confirmed for now; null while this browser is not paired, or does not know the ledger.
 * @param waits whether it waits a while for the ledger: never in the queue of launches or of paid calls, in
 * which it is noted
 */
export async function confirmingFor(waits?: 'waits'): Promise<ConfirmedFor | null> {
  const paired = await connectionItem.getValue();
  if (!paired || paired.ledger || !waits) return ledgerOf(paired);
  return new Promise((resolve) => {
    const end = (found: ConfirmedFor | null) => {
      clearTimeout(timer);
      stop();
      resolve(found);
    };
    const stop = connectionItem.watch((now) => {
      if (!now || now.edge !== paired.edge || now.ledger)
        end(now?.edge === paired.edge ? ledgerOf(now) : null);
    });
    const timer = setTimeout(() => end(null), LEDGER_WITHIN_MS);
  });
}

const ledgerOf = (paired: Connection | null): ConfirmedFor | null =>
  paired?.ledger ? { edge: paired.edge, ...paired.ledger } : null;

export const isSameLedger = (one: LedgerIdentity, other: LedgerIdentity | undefined): boolean =>
  one.ledgerId === other?.ledgerId && one.epoch === other.epoch;

/** A token that this browser has given up and whose edge has not confirmed the revocation yet. */
export type Revocation = {
  edge: string;
  deviceId: string;
  token: string;
  /** The browser's name in the edge's list. */
  name: string;
  since: InstantMs;
  tries: number;
  nextAt: InstantMs;
  /** The edge refused to let this browser revoke itself: others would have no owner. */
  refused: boolean;
};
const OUTLINE: Revocation = {
  ...{ edge: '', deviceId: '', token: '', name: '' },
  ...{ since: 0, tries: 0, nextAt: 0, refused: false },
};

const RETRY_MAX_MS = HOUR_MS;
const KEPT_MAX = 10;

/** Pending revocations, oldest first. */
export const revocationsItem = owedList('revocations', alike(OUTLINE));

export function withRevocation(
  known: readonly Revocation[],
  { edge, deviceId, name }: Connection,
  token: string,
  now: InstantMs,
): Revocation[] {
  const added = { edge, deviceId, token, name, since: now, tries: 0, nextAt: now, refused: false };
  return [...known.filter((one) => one.token !== token), added].slice(-KEPT_MAX);
}

/** After a failure: retried after a minute, then with doubled delay, at most an hour. */
export function putOff(one: Revocation, refused: boolean, now: InstantMs): Revocation {
  const wait = backoffMs(one.tries + 1, MINUTE_MS, RETRY_MAX_MS);
  return { ...one, refused, tries: one.tries + 1, nextAt: now + wait };
}
