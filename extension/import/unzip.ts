/** Most bytes that the parts of a file may unpack to: more than any table that a page can show. */
export const UNPACKED_MAX_BYTES = 64 * 1024 * 1024;

/** The parts of an archive, or what they unpack to, are too large. */
export class TooLarge extends Error {}

interface Entry {
  method: number;
  at: number;
  bytes: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const ENTRIES_MAX = 10_000;

/**
 * Parts of a ZIP archive by name, each unpacked when it is asked for. What all of them unpack to is bounded
 * meanwhile: the sizes that an archive says of itself may be wrong.
 * @returns null where it is no whole archive
 */
export function unzip(bytes: Uint8Array<ArrayBuffer>): Map<string, () => Promise<string>> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && end > bytes.length - 66_000 && view.getUint32(end, true) !== END) end -= 1;
  if (end < 0 || view.getUint32(end, true) !== END) return null;
  let left = UNPACKED_MAX_BYTES;
  const read = async (entry: Entry): Promise<string> => {
    const name = view.getUint16(entry.at + 26, true);
    const more = view.getUint16(entry.at + 28, true);
    const from = entry.at + 30 + name + more;
    const packed = bytes.subarray(from, from + entry.bytes);
    const stream = new Blob([packed]).stream();
    const unpacked = entry.method === 0 ? stream : stream.pipeThrough(new DecompressionStream('deflate-raw'));
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of unpacked as unknown as AsyncIterable<Uint8Array>) {
      left -= chunk.byteLength;
      if (left < 0) throw new TooLarge();
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  };
  const parts = new Map<string, () => Promise<string>>();
  const count = Math.min(view.getUint16(end + 10, true), ENTRIES_MAX);
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY) return null;
    const length = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length));
    const entry = {
      method: view.getUint16(at + 10, true),
      bytes: view.getUint32(at + 20, true),
      at: view.getUint32(at + 42, true),
    };
    if (entry.at + 30 <= bytes.length) parts.set(name.replaceAll('\\', '/'), () => read(entry));
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return parts;
}
