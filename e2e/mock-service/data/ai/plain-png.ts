import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const [BITS_PER_SAMPLE, GREYSCALE] = [8, 0];
const LIGHT_GREY = 0xdd;

/** A light grey picture of this size. */
export function plainPng(width: number, height: number): Uint8Array<ArrayBuffer> {
  return pngOf(width, height, () => LIGHT_GREY);
}

/** A grey picture, a byte a pixel. @param greyAt 0 (black) to 255 (white) */
export function pngOf(
  width: number,
  height: number,
  greyAt: (x: number, y: number) => number,
): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([BITS_PER_SAMPLE, GREYSCALE], 8);
  // Each row begins with its filter, which is none.
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = greyAt(x, y);
  }
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([SIGNATURE, ...parts]));
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'ascii'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
