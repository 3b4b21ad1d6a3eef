import { type InstantMs, SECOND_MS } from '../../shared/time.ts';
import { fromHex, signingKey } from './subscriptions/signing-key.ts';

/** The service's clock and ours may differ by less than this (service reference, Events and Limits). */
export const TIME_TOLERANCE_MS = 300 * SECOND_MS;

/**
 * Outcome of checking a delivery. `secretIndex` tells which of the given secrets signed it; `skewSeconds` is the
 * sender's clock minus ours. `stale` and `ahead` are only said of a delivery whose signature is good: of a forged one
 * the time proves nothing.
 */
export type VerificationResult =
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
): Promise<VerificationResult> {
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

/** What a well-formed `X-Service-Signature` header says. `timestamp` is kept as text because the text is what was signed. */
export type SignatureHeader = {
  timestamp: string;
  timestampSeconds: number;
  signatures: Uint8Array<ArrayBuffer>[];
};

export const MAX_SIGNATURES = 8;
const MAX_HEADER_CHARS = 2048;
const TIMESTAMP = /^t=(0|[1-9][0-9]{0,11})$/;
const SIGNATURE = /^v1=([0-9a-fA-F]{64})$/;
/** Another scheme's signature, a key's id: signers of this grammar rely on it that receivers ignore what they don't know. */
const UNKNOWN_PART = /^(?!t=|v1=)[A-Za-z][A-Za-z0-9_-]{0,31}=[\x21-\x2b\x2d-\x7e]+$/;

/**
 * Reads `t=<unix seconds>,v1=<hex>` (service reference, Events): exactly one `t`, one to eight `v1` of 64 hex digits, no
 * spaces; other well-formed parts are ignored. Several `v1` stand there while a secret is being rotated.
 * @returns null when the header is missing or of any other form
 */
export function parseSignatureHeader(header: string | null): SignatureHeader | null {
  if (header === null || header.length > MAX_HEADER_CHARS) return null;
  let timestamp: string | null = null;
  const signatures: Uint8Array<ArrayBuffer>[] = [];
  for (const part of header.split(',')) {
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
