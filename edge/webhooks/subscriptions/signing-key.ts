/** Decodes an even number of hex digits, which the caller has checked. */
export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++)
    bytes[i] = (digit(hex.charCodeAt(2 * i)) << 4) | digit(hex.charCodeAt(2 * i + 1));
  return bytes;
}

/** Value of the character code of `0-9`, `a-f` or `A-F`; for letters, the low four bits plus nine. */
function digit(code: number): number {
  return code < 0x3a ? code & 0xf : (code & 0xf) + 9;
}

const SECRET = /^whsec_((?:[0-9a-fA-F]{2}){8,128})$/;

/** Imported keys kept in memory; far more than one account has subscriptions. */
const MAX_CACHED_KEYS = 512;
const imported = new Map<string, CryptoKey>();

/** Tells whether a text is a signing secret of the service: `whsec_` and hex (service reference, Events). */
export function isSigningSecret(secret: string): boolean {
  return SECRET.test(secret);
}

/**
 * Returns the HMAC-SHA256 key of a signing secret: its hex part decoded, without prefix (service reference,
 * Events). Imports it once per secret; returns a cached one synchronously. Null: not a signing secret.
 */
export function signingKey(secret: string): CryptoKey | Promise<CryptoKey | null> {
  return imported.get(secret) ?? importKey(secret);
}

async function importKey(secret: string): Promise<CryptoKey | null> {
  const hex = SECRET.exec(secret)?.[1];
  if (hex === undefined) return null;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', fromHex(hex), algorithm, false, ['sign']);
  if (imported.size >= MAX_CACHED_KEYS) imported.clear();
  imported.set(secret, key);
  return key;
}
