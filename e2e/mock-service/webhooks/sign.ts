import { createHmac } from 'node:crypto';

/** `t=..,v1=..`: HMAC-SHA256 over `<t>.<raw body>`, keyed with the hex after `whsec_` (Events). */
export function signatureHeader(secrets: readonly string[], seconds: number, body: string): string {
  const values = secrets.map((secret) => `v1=${hmac(secret, `${seconds}.${body}`)}`);
  return [`t=${seconds}`, ...values].join(',');
}

function hmac(secret: string, text: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'hex');
  return createHmac('sha256', key).update(text).digest('hex');
}
