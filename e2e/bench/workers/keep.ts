interface Env {
  readonly EVENTS: { put(key: string, value: ArrayBuffer): Promise<void> };
  readonly SECRET: string;
}

let key: Promise<CryptoKey> | null = null;

/** A minimal intake: verifies a delivery and puts it into KV. No deduplication, object or outbox. */
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const body = await request.arrayBuffer();
    const [, t = '', v1 = ''] =
      /^t=(\d+),v1=([0-9a-f]+)$/.exec(request.headers.get('X-Service-Signature') ?? '') ?? [];
    key ??= crypto.subtle.importKey('raw', bytesOf(env.SECRET), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    const text = new TextEncoder().encode(`${t}.`);
    const signed = new Uint8Array(text.length + body.byteLength);
    signed.set(text);
    signed.set(new Uint8Array(body), text.length);
    if (!(await crypto.subtle.verify('HMAC', await key, bytesOf(v1), signed)))
      return new Response(null, { status: 401 });
    await env.EVENTS.put(request.headers.get('X-Service-Event-Id') ?? '', body);
    return new Response(null, { status: 204 });
  },
};

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
