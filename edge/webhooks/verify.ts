import { type InstantMs, SECOND_MS } from '../../shared/time.ts';
import { parseSignatureHeader, type SignatureHeader } from './signature-header.ts';
import { signingKey } from './subscriptions/signing-key.ts';

/** The service's clock and ours may differ by less than this (service reference, Events and Limits). */
export const TIME_TOLERANCE_MS = 300 * SECOND_MS;

/**
 * Outcome of checking a delivery. `secretIndex` tells which of the given secrets signed it; `skewSeconds` is the
 * sender's clock minus ours. `stale` and `ahead` are only said of a delivery whose signature is good: of a forged one
 * the time proves nothing.
 */
export type Verdict =
  | { ok: true; secretIndex: number; skewSeconds: number }
  | { ok: false; reason: 'malformed' }
  | { ok: false; reason: 'bad-signature' }
  | { ok: false; reason: 'stale' | 'ahead'; secretIndex: number; skewSeconds: number };

/**
 * Checks a delivery's signature over its raw bytes (service reference, Events, Signature check): HMAC-SHA256 over
 * `<t>.<raw body>`, compared in constant time by WebCrypto, and the sender's time against ours.
 * @param secrets each `whsec_` and hex; any of them may have signed, and one of another form signs nothing
 * @param now our clock in milliseconds
 */
export async function verifyDelivery(
  header: string | null,
  body: Uint8Array,
  secrets: readonly string[],
  now: InstantMs,
): Promise<Verdict> {
  const parsed = parseSignatureHeader(header);
  if (!parsed) return { ok: false, reason: 'malformed' };
  const secretIndex = await findSigner(parsed, signedBytes(parsed.timestamp, body), secrets);
  if (secretIndex === null) return { ok: false, reason: 'bad-signature' };
  const skewMs = parsed.timestampSeconds * SECOND_MS - now;
  const skewSeconds = parsed.timestampSeconds - Math.floor(now / SECOND_MS);
  if (Math.abs(skewMs) < TIME_TOLERANCE_MS) return { ok: true, secretIndex, skewSeconds };
  return { ok: false, reason: skewMs < 0 ? 'stale' : 'ahead', secretIndex, skewSeconds };
}

async function findSigner(
  header: SignatureHeader,
  signed: Uint8Array<ArrayBuffer>,
  secrets: readonly string[],
): Promise<number | null> {
  for (const [index, secret] of secrets.entries()) {
    const known = signingKey(secret);
    // A key at hand costs no turn of the event loop.
    const key = known instanceof Promise ? await known : known;
    // One that can't be used must not cost the good ones beside it.
    if (key === null) continue;
    for (const signature of header.signatures) {
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return index;
    }
  }
  return null;
}

function signedBytes(timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(timestamp.length + 1 + body.length);
  for (let i = 0; i < timestamp.length; i++) bytes[i] = timestamp.charCodeAt(i);
  bytes[timestamp.length] = 0x2e;
  bytes.set(body, timestamp.length + 1);
  return bytes;
}
