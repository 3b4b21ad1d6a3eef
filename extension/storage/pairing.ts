import * as z from 'zod/mini';
import { backoffMs } from '../../shared/backoff.ts';
import { type LedgerIdentity, ledgerIdentity } from '../../shared/edge-api/ledger-identity.ts';
import { role } from '../../shared/edge-api/role-schema.ts';
import { HOUR_MS, type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { instantMs } from '../../shared/time-schema.ts';
import { fitting, localItem, owedList } from './stored-item.ts';

/** The pairing without the token, for every page. */
export const connection = z.object({
  /** The edge's address, without trailing slash. */
  edge: z.string(),
  deviceId: z.string(),
  role,
  name: z.string(),
  pairedAt: instantMs,
  /** When a new token is asked for next; absent: 30 days after it was paired. */
  renewsAt: z.optional(instantMs),
  /** Whose paid calls are confirmed here; absent until the edge has told it. */
  ledger: z.optional(ledgerIdentity),
});
export type Connection = z.infer<typeof connection>;

export const connectionItem = localItem<Connection | null>('connection', null, fitting(connection));

/** This browser's bearer token. Used by the background only. */
export const deviceTokenItem = localItem<string | null>('device-token', null, fitting(z.string()));

/** The edge's address, its ledger, and this browser's token; null while it is not paired. */
export async function readPairing(): Promise<Pairing | null> {
  const [paired, token] = await Promise.all([connectionItem.getValue(), deviceTokenItem.getValue()]);
  return paired && token !== null ? { edge: paired.edge, ledger: paired.ledger, token } : null;
}
type Pairing = Pick<Connection, 'edge' | 'ledger'> & { token: string };

/** The edge and ledger that a paid call is confirmed for: its body is sent nowhere else. */
export const confirmedFor = z.object({ edge: z.string(), ...ledgerIdentity.shape });
export type ConfirmedFor = z.infer<typeof confirmedFor>;

/** The first snapshot tells the ledger of a pairing that does not have it yet. */
const LEDGER_WITHIN_MS = 20 * SECOND_MS;

/**
 * What a paid call is confirmed for now; null while this browser is not paired, or does not know the ledger.
 * @param waits whether it waits for the ledger, for a while: never in the launches' or the paid calls' queue, in which the
 * ledger is noted
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
export const revocation = z.object({
  edge: z.string(),
  deviceId: z.string(),
  token: z.string(),
  /** The browser's name in the edge's list. */
  name: z.string(),
  since: instantMs,
  tries: z.number(),
  nextAt: instantMs,
  /** The edge refused to let this browser revoke itself: others would have no owner. */
  refused: z.boolean(),
});
export type Revocation = z.infer<typeof revocation>;

const RETRY_MAX_MS = HOUR_MS;
const KEPT_MAX = 10;

/** Pending revocations, oldest first. */
export const revocationsItem = owedList('revocations', revocation);

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
