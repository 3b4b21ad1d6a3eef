const DIGIT_ZERO = 0x30;
const DIGIT_NINE = 0x39;
const LETTER_A = 0x61;
const LOWER_CASE = 0x20;

/** Bytes of an even number of hex digits that were checked before. Runs for every delivery, so it makes no text on its way. */
export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++)
    bytes[i] = (digit(hex.charCodeAt(2 * i)) << 4) | digit(hex.charCodeAt(2 * i + 1));
  return bytes;
}

function digit(code: number): number {
  return code <= DIGIT_NINE ? code - DIGIT_ZERO : (code | LOWER_CASE) - LETTER_A + 10;
}

export function toHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return hex;
}
