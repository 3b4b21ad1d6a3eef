const encoder = new TextEncoder();
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** SHA-256 of a text, in lower-case hex. */
export const sha256 = (text: string): Promise<string> => digestOf(encoder.encode(text));

/** SHA-256 of bytes, in lower-case hex. */
export const digestOf = async (bytes: BufferSource): Promise<string> =>
  hex(await crypto.subtle.digest('SHA-256', bytes));

/**
 * HMAC-SHA256 of a text under the edge's key, in hex: compares texts without storing them, and a short secret
 * in one can't be guessed. `purpose` separates digests of different uses.
 */
export async function keyedDigest(
  encryptionKey: Uint8Array<ArrayBuffer>,
  purpose: string,
  text: string,
): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encryptionKey, algorithm, false, ['sign']);
  return hex(await crypto.subtle.sign('HMAC', key, encoder.encode(`${purpose}\n${text}`)));
}

export function hex(bytes: ArrayBuffer): string {
  let text = '';
  for (const byte of new Uint8Array(bytes)) text += HEX[byte];
  return text;
}
