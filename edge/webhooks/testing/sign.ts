/** Signs like the service (service reference, Events, Signature check). */
export async function sign(secret: string, seconds: number, body: string | Uint8Array): Promise<string> {
  const hex = secret.slice('whsec_'.length);
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const encoder = new TextEncoder();
  const raw = typeof body === 'string' ? encoder.encode(body) : body;
  const prefix = encoder.encode(`${seconds}.`);
  const signed = new Uint8Array(prefix.length + raw.length);
  signed.set(prefix);
  signed.set(raw, prefix.length);
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed));
  return `t=${seconds},v1=${Array.from(mac, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
