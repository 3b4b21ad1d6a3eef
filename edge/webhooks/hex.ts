/** Bytes of an even number of hex digits that were checked before. */
export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++)
    bytes[i] = (digit(hex.charCodeAt(2 * i)) << 4) | digit(hex.charCodeAt(2 * i + 1));
  return bytes;
}

/** Of the code of `0-9`, `a-f` or `A-F`; letters stand nine above their last four bits. */
function digit(code: number): number {
  return code < 0x3a ? code & 0xf : (code & 0xf) + 9;
}
