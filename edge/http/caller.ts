import { bearerAuth } from 'hono/bearer-auth';
import { createMiddleware } from 'hono/factory';
import { LEDGER_HEADER } from '../../shared/edge-api/ledger-identity.ts';
import { LIVE_PROTOCOL, LIVE_TOKEN_PROTOCOL_PREFIX } from '../../shared/snapshot/live.ts';
import { type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import type { EdgeContext, EdgeEnvironment } from './context.ts';
import { sha256 } from './digest.ts';
import { ipv6Groups } from './open-address.ts';
import { apiError, respondError } from './result.ts';

/**
 * The caller: the SHA-256 of the device's token, and the `Origin` that its browser sent (null = none, a
 * command line). `ledger`: the one that the request names (`LEDGER_HEADER`); absent where it names none.
 */
export interface Caller {
  tokenHash: string;
  origin: string | null;
  ledger?: string;
}

const TOKEN = /^pl_[A-Za-z0-9_-]{43}$/;
const BEARER = /^bearer (\S+)$/i;
/** Cache size; far more than one account has browsers. */
const KNOWN_MAX = 1000;

/**
 * Hashes of tokens that the object accepted, as seen by this instance of the Worker. They authorize nothing:
 * they distinguish a paired browser from a made-up token before the object is called.
 */
const known = new Set<string>();

/** Reads a well-formed device token: as bearer, or for `/live` as a subprotocol. */
export const readToken = createMiddleware<EdgeEnvironment>(async (c, next) => {
  const token = BEARER.exec(c.req.header('authorization') ?? '')?.[1] ?? socketToken(c);
  c.set('tokenHash', token !== undefined && TOKEN.test(token) ? await sha256(token) : null);
  await next();
});

/**
 * A browser's WebSocket can't send an `Authorization` header, and addresses are logged: so the token is a
 * subprotocol.
 */
function socketToken(c: EdgeContext): string | undefined {
  const protocols = c.req
    .header('sec-websocket-protocol')
    ?.split(',')
    .map((name) => name.trim());
  if (!protocols?.includes(LIVE_PROTOCOL)) return undefined;
  const token = protocols.find((name) => name.startsWith(LIVE_TOKEN_PROTOCOL_PREFIX));
  return token?.slice(LIVE_TOKEN_PROTOCOL_PREFIX.length);
}

const unauthorized = (c: EdgeContext) =>
  respondError(c, apiError('EDGE_UNAUTHORIZED', 'This browser is not paired with the edge.'));

/** Requires a well-formed token. The object decides whether it belongs to a device, and what that may do. */
export const authenticate = bearerAuth<EdgeEnvironment>({
  verifyToken: (_, c) => c.get('tokenHash') !== null,
  noAuthenticationHeader: { message: unauthorized },
  invalidAuthenticationHeader: { message: unauthorized },
  invalidToken: { message: unauthorized },
});

/** The caller; null without a well-formed token. */
export function callerOf(c: EdgeContext): Caller | null {
  const tokenHash = c.get('tokenHash');
  if (tokenHash === null) return null;
  const ledger = c.req.header(LEDGER_HEADER);
  return {
    tokenHash,
    origin: c.req.header('origin') ?? null,
    ...(ledger === undefined ? {} : { ledger }),
  };
}

export function isKnownToken(tokenHash: string): boolean {
  return known.has(tokenHash);
}

/** Minimum interval of reading the token hashes: a flood of made-up tokens must not reach the object. */
const LEARN_EVERY_MS = MINUTE_MS;
let learnedAt = Number.NEGATIVE_INFINITY;

/**
 * Whether the token belongs to a paired browser, even one that this instance has not seen yet.
 * @param readHashes reads all token hashes from the object; a failure counts as no
 */
export async function isPairedToken(
  tokenHash: string,
  readHashes: () => Promise<readonly string[]>,
  now: InstantMs,
): Promise<boolean> {
  if (isKnownToken(tokenHash)) return true;
  if (Math.abs(now - learnedAt) < LEARN_EVERY_MS) return false;
  learnedAt = now;
  const hashes = await readHashes().catch(() => []);
  if (hashes.length > 0) known.clear();
  // Tokens in use come first, before those that were replaced.
  for (const hash of hashes.slice(0, KNOWN_MAX)) known.add(hash);
  return isKnownToken(tokenHash);
}

/** @param accepted whether the object just accepted it */
export function noteToken(tokenHash: string, accepted: boolean): void {
  if (!accepted) known.delete(tokenHash);
  else if (!known.has(tokenHash)) {
    // The one that was noted first makes room.
    const [first] = known;
    if (first !== undefined && known.size >= KNOWN_MAX) known.delete(first);
    known.add(tokenHash);
  }
}

/** The sender that tries are counted for. */
export interface Sender {
  /** An IPv4 address, or the /64 of an IPv6 address, which belongs to one customer. */
  address: string;
  /** Its /24 or /48, which one connection or small provider may own. */
  network: string;
}

const ADDRESS_PARTS = 4;
const NETWORK_PARTS = 3;
/** An IPv4 address in IPv6 notation. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The sender of a request according to the platform; both fields are `unknown` when it does not say. */
export function senderOf(request: Request): Sender {
  const header = request.headers.get('cf-connecting-ip');
  if (header === null) return { address: 'unknown', network: 'unknown' };
  const address = MAPPED.exec(header)?.[1] ?? header;
  if (!address.includes(':')) return { address, network: `${address.split('.').slice(0, 3).join('.')}/24` };
  const parts = ipv6Groups(address.toLowerCase());
  return {
    address: parts.slice(0, ADDRESS_PARTS).join(':'),
    network: `${parts.slice(0, NETWORK_PARTS).join(':')}/48`,
  };
}
