import type { Caller } from '../account/devices/devices.ts';
import type { EdgeContext } from './edge-context.ts';
import { sha256 } from './sha256.ts';

const TOKEN = /^pl_[A-Za-z0-9_-]{43}$/;
const BEARER = /^[Bb][Ee][Aa][Rr][Ee][Rr] (pl_[A-Za-z0-9_-]{43})$/;

/** The token of `Authorization: Bearer`, if it has the form of one. */
export function bearerToken(request: Request): string | null {
  return BEARER.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
}

/** Who asks, as the object knows him; null when no token of ours came along. The flood guard has looked for one. */
export function callerOf(c: EdgeContext): Caller | null {
  const tokenHash = c.get('tokenHash');
  return tokenHash === null ? null : { tokenHash, origin: c.req.raw.headers.get('origin') };
}

/** The same for a token that came another way, as with the subprotocol of `/live`. */
export async function callerOfToken(token: string, request: Request): Promise<Caller | null> {
  if (!TOKEN.test(token)) return null;
  return { tokenHash: await sha256(token), origin: request.headers.get('origin') };
}
