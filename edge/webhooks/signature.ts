import { type InstantMs, SECOND_MS } from '../../shared/time.ts';
import { fromHex, signingKey } from './subscriptions/signing-key.ts';

/** Largest difference between the service's clock and ours (service reference, Events and Limits). */
export const TIME_TOLERANCE_MS = 300 * SECOND_MS;

/**
 * Result of verifying a delivery. `skewSeconds`: the sender's clock minus ours. `stale` and `ahead` apply
 * only to a valid signature: the time of a forged delivery proves nothing.
 */
export type VerificationResult =
  | { ok: true; skewSeconds: number }
  | { ok: false; reason: 'malformed' }
  | { ok: false; reason: 'bad-signature' }
  | { ok: false; reason: 'stale' | 'ahead'; skewSeconds: number };

/**
 * Verifies a delivery's signature over its raw bytes (service reference, Events, Signature check):
 * HMAC-SHA256 over `<t>.<raw body>`, compared in constant time, and the sender's time against ours.
 * @param secrets each `whsec_` and hex; any of them may have signed, malformed ones are ignored
 * @param now our clock in milliseconds
 */
export async function verifyDelivery(
  header: string | null,
  body: Uint8Array,
  secrets: readonly string[],
  now: InstantMs,
): Promise<VerificationResult> {
  const parsed = parseSignatureHeader(header);
  if (!parsed) return { ok: false, reason: 'malformed' };
  if (!(await isSigned(parsed, signedBytes(parsed.timestamp, body), secrets)))
    return { ok: false, reason: 'bad-signature' };
  const skewMs = parsed.timestampSeconds * SECOND_MS - now;
  const skewSeconds = parsed.timestampSeconds - Math.floor(now / SECOND_MS);
  if (Math.abs(skewMs) < TIME_TOLERANCE_MS) return { ok: true, skewSeconds };
  return { ok: false, reason: skewMs < 0 ? 'stale' : 'ahead', skewSeconds };
}

async function isSigned(
  header: SignatureHeader,
  signed: Uint8Array<ArrayBuffer>,
  secrets: readonly string[],
): Promise<boolean> {
  for (const secret of secrets) {
    const known = signingKey(secret);
    // A cached key avoids a turn of the event loop.
    const key = known instanceof Promise ? await known : known;
    // An unusable secret must not affect the valid ones.
    if (key === null) continue;
    // Signed once, however many signatures a stranger writes.
    const right = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed));
    if (header.signatures.some((signature) => areEqual(signature, right))) return true;
  }
  return false;
}

/** In a time that does not tell how much of it is right. */
function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  for (let i = 0; i < other.length; i++) difference |= (one[i] ?? 0) ^ (other[i] ?? 0);
  return difference === 0;
}

function signedBytes(timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(timestamp.length + 1 + body.length);
  for (let i = 0; i < timestamp.length; i++) bytes[i] = timestamp.charCodeAt(i);
  bytes[timestamp.length] = 0x2e;
  bytes.set(body, timestamp.length + 1);
  return bytes;
}

/** A parsed `X-Service-Signature` header. `timestamp` stays text because the text was signed. */
export type SignatureHeader = {
  timestamp: string;
  timestampSeconds: number;
  signatures: Uint8Array<ArrayBuffer>[];
};

export const MAX_SIGNATURES = 8;
const MAX_HEADER_CHARS = 2048;
const TIMESTAMP = /^t=(0|[1-9][0-9]{0,11})$/;
const SIGNATURE = /^v1=([0-9a-fA-F]{64})$/;
/** Another scheme's signature, or a key id: signers with this grammar expect unknown parts to be ignored. */
const UNKNOWN_PART = /^(?!t=|v1=)[A-Za-z][A-Za-z0-9_-]{0,31}=[\x21-\x2b\x2d-\x7e]+$/;

/**
 * Parses `t=<unix seconds>,v1=<hex>` (service reference, Events): exactly one `t`, one to eight `v1` of 64
 * hex digits, no spaces; other well-formed parts are ignored. There are several `v1` while a secret is
 * rotated. A header that a proxy repeats unchanged arrives joined by `, ` and counts once.
 * @returns null when the header is missing or malformed
 */
export function parseSignatureHeader(header: string | null): SignatureHeader | null {
  const [only, ...others] = new Set(header?.split(', '));
  if (only === undefined || others.length > 0 || only.length > MAX_HEADER_CHARS) return null;
  let timestamp: string | null = null;
  const signatures: Uint8Array<ArrayBuffer>[] = [];
  for (const part of only.split(',')) {
    const time = TIMESTAMP.exec(part)?.[1];
    if (time !== undefined) {
      if (timestamp !== null) return null;
      timestamp = time;
      continue;
    }
    if (UNKNOWN_PART.test(part)) continue;
    const hex = SIGNATURE.exec(part)?.[1];
    if (hex === undefined || signatures.length === MAX_SIGNATURES) return null;
    signatures.push(fromHex(hex));
  }
  if (timestamp === null || signatures.length === 0) return null;
  return { timestamp, timestampSeconds: Number(timestamp), signatures };
}
