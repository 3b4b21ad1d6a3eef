import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';
import type { Random } from '../../random/random.ts';

const TAG_BYTES = 16;

type Bytes = ArrayBuffer | ArrayBufferView;
interface Key {
  readonly secret: KeyObject;
  readonly algorithm: { readonly name: string };
}

const buffer = (bytes: Bytes): Buffer =>
  ArrayBuffer.isView(bytes)
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : Buffer.from(bytes);

const arrayBuffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/**
 * The part of WebCrypto that the edge uses, on Node's synchronous functions: WebCrypto resolves from other
 * threads, in no fixed order. Only the scheduling is simulated; the cryptography is real.
 */
export function simulatedCrypto(random: Random) {
  const getRandomValues = <T extends ArrayBufferView>(array: T): T => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let at = 0; at < bytes.length; at++) bytes[at] = random.below(256);
    return array;
  };
  const hmac = (key: Key, data: Bytes) => createHmac('sha256', key.secret).update(buffer(data)).digest();
  return {
    getRandomValues,
    randomUUID: () => uuid(getRandomValues(new Uint8Array(16))),
    subtle: {
      digest: async (_: unknown, data: Bytes) => arrayBuffer(hash('sha256', buffer(data), 'buffer')),
      importKey: async (_: string, bytes: Bytes, algorithm: string | { name: string }) => ({
        secret: createSecretKey(buffer(bytes)),
        algorithm: typeof algorithm === 'string' ? { name: algorithm } : algorithm,
      }),
      sign: async (_: unknown, key: Key, data: Bytes) => arrayBuffer(hmac(key, data)),
      verify: async (_: unknown, key: Key, signature: Bytes, data: Bytes) => {
        const expected = hmac(key, data);
        const given = buffer(signature);
        return expected.length === given.length && timingSafeEqual(expected, given);
      },
      deriveBits: async (options: { salt: Bytes; info: Bytes }, key: Key, bits: number) =>
        hkdfSync('sha256', key.secret, buffer(options.salt), buffer(options.info), bits / 8),
      encrypt: async (options: { iv: Bytes; additionalData?: Bytes }, key: Key, data: Bytes) => {
        const cipher = createCipheriv('aes-256-gcm', key.secret, buffer(options.iv));
        if (options.additionalData) cipher.setAAD(buffer(options.additionalData));
        const sealed = Buffer.concat([cipher.update(buffer(data)), cipher.final(), cipher.getAuthTag()]);
        return arrayBuffer(sealed);
      },
      decrypt: async (options: { iv: Bytes; additionalData?: Bytes }, key: Key, data: Bytes) => {
        const sealed = buffer(data);
        const open = createDecipheriv('aes-256-gcm', key.secret, buffer(options.iv));
        open.setAuthTag(sealed.subarray(-TAG_BYTES));
        if (options.additionalData) open.setAAD(buffer(options.additionalData));
        return arrayBuffer(Buffer.concat([open.update(sealed.subarray(0, -TAG_BYTES)), open.final()]));
      },
      timingSafeEqual: (a: Bytes, b: Bytes) => timingSafeEqual(buffer(a), buffer(b)),
    },
  };
}

function uuid(bytes: Uint8Array): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Buffer.from(bytes).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
