import type { Caller } from '../account/devices/devices.ts';
import { sha256 } from './sha256.ts';

const TOKEN = /^pl_[A-Za-z0-9_-]{43}$/;

/** The token of `Authorization: Bearer`, if it has the form of one. */
export function bearerToken(request: Request): string | null {
  const [scheme, token, ...rest] = (request.headers.get('authorization') ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || token === undefined || rest.length > 0) return null;
  return TOKEN.test(token) ? token : null;
}

/** Who asks, as the object knows him; null when no token of ours came along. */
export async function callerOf(request: Request): Promise<Caller | null> {
  const token = bearerToken(request);
  return token === null ? null : callerOfToken(token, request);
}

/** The same for a token that came another way, as with the subprotocol of `/live`. */
export async function callerOfToken(token: string, request: Request): Promise<Caller | null> {
  if (!TOKEN.test(token)) return null;
  return { tokenHash: await sha256(token), origin: request.headers.get('origin') };
}
