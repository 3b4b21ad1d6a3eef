import { Webhook } from 'standardwebhooks';
import { verifyDelivery } from '../../../edge/webhooks/signature.ts';
import { BODY, EVENT_ID, SECRET_BYTES } from './delivery.ts';

const hex = [...SECRET_BYTES].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const base64 = btoa(String.fromCharCode(...SECRET_BYTES));
const body = new TextEncoder().encode(BODY);

/** Each verifies one valid delivery in a different way. */
const WAYS: Record<string, () => Promise<() => Promise<boolean>>> = {
  ours: async () => {
    const t = Math.floor(Date.now() / 1000);
    const header = `t=${t},v1=${hexOf(await sign(`${t}.`))}`;
    return async () => (await verifyDelivery(header, body, [`whsec_${hex}`], t * 1000)).ok;
  },
  /** Signed bytes and signature are prepared: only the cryptography remains. */
  raw: async () => {
    const key = await importKey(['verify']);
    const signature = await sign('0.');
    const signed = concat('0.');
    return () => crypto.subtle.verify('HMAC', key, signature, signed);
  },
  package: async () => {
    const webhook = new Webhook(base64);
    const headers = {
      'webhook-id': EVENT_ID,
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': webhook.sign(EVENT_ID, new Date(), BODY),
    };
    return async () => webhook.verify(BODY, headers, { jsonParse: false }) !== null;
  },
};

/** `/<way>/<times>`: verifies that often in sequence, and returns how many were valid. */
export default {
  async fetch(request: Request): Promise<Response> {
    const [, way = '', times = '1'] = new URL(request.url).pathname.split('/');
    const verify = await WAYS[way]?.();
    if (!verify) return new Response(null, { status: 404 });
    let good = 0;
    for (let n = 0; n < Number(times); n++) if (await verify()) good++;
    return new Response(String(good));
  },
};

function importKey(usages: KeyUsage[]): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', SECRET_BYTES, { name: 'HMAC', hash: 'SHA-256' }, false, usages);
}

async function sign(before: string): Promise<ArrayBuffer> {
  return crypto.subtle.sign('HMAC', await importKey(['sign']), concat(before));
}

function concat(before: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(before + BODY);
}

function hexOf(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
