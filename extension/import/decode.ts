/** Encodings of text files, apart from those that a file names itself or that can't be mistaken (UTF-8). */
export const ENCODINGS = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'macintosh',
  'ibm866',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

/**
 * Decodes a file by its byte order mark, else UTF-16 by its zeros, else UTF-8 if valid, else by a guess.
 * @param encoding that the user says
 * @returns `encoding`: null where it is not a guess
 */
export function decodeText(
  bytes: Uint8Array<ArrayBuffer>,
  encoding: Encoding = 'windows-1252',
): { text: string; encoding: Encoding | null } {
  const own = ownEncoding(bytes);
  if (own !== null) return { text: new TextDecoder(own).decode(bytes), encoding: null };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: null };
  } catch {
    return { text: new TextDecoder(encoding).decode(bytes), encoding };
  }
}

/** UTF-16 by its mark, or by zeros beside its letters, or in other scripts beside spaces and line ends. */
function ownEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, 512);
  const zeros = (from: number) => start.filter((byte, at) => at % 2 === from && byte === 0).length * 2;
  const [even, odd] = [zeros(0), zeros(1)];
  const few = Math.max(start.length * 0.15, 4 * Math.min(even, odd));
  return odd > few ? 'utf-16le' : even > few ? 'utf-16be' : null;
}
