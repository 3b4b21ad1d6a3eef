import { hex } from './sha256.ts';

/**
 * HMAC-SHA256 of a text under the edge's own key, in hex: tells equal texts without keeping them, and a short secret in
 * one can't be found by trying. `purpose` keeps digests of different uses apart.
 */
export async function keyedDigest(
  encryptionKey: Uint8Array<ArrayBuffer>,
  purpose: string,
  text: string,
): Promise<string> {
  const key = await crypto.subtle.importKey('raw', encryptionKey, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  return hex(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${purpose}\n${text}`)));
}
