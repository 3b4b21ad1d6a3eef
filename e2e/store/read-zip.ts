import { crc32, inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;

/**
 * Files of a zip archive by path, as our packages are made: without comment, encryption and 64-bit sizes.
 * @throws Error when it is another archive, or broken
 */
export function readZip(archive: Buffer): ReadonlyMap<string, Uint8Array> {
  const end = archive.length - END_BYTES;
  if (archive.readUInt32LE(end) !== END) throw new Error('This is no zip archive without a comment.');
  const files = new Map<string, Uint8Array>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== ENTRY) throw new Error('The directory of the zip archive is broken.');
    const [method, sum, packed] = [10, 16, 20].map((offset) =>
      offset === 10 ? archive.readUInt16LE(at + offset) : archive.readUInt32LE(at + offset),
    );
    const [nameLength = 0, extraLength = 0, commentLength = 0] = [28, 30, 32].map((offset) =>
      archive.readUInt16LE(at + offset),
    );
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(begin, begin + (packed ?? 0));
    const content = method === 0 ? bytes : inflateRawSync(bytes);
    if (crc32(content) !== sum) throw new Error(`${name} is broken in the zip archive.`);
    if (!name.endsWith('/')) files.set(name, content);
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}
