import { SECOND_MS } from '../../../shared/time.ts';
import { type Alert, outcomeOf, type Send } from '../channel.ts';

const SECRET_START = 'whsec_';

const sent = ({ link, ...alert }: Alert) => (link === null ? alert : { ...alert, link: link.url });

/** An address of the user's own, signed as Standard Webhooks are: over `<id>.<seconds>.<body>`. */
export const send: Send<'webhook'> = async ({ url, secret }, { id, at, alerts }, post) => {
  const seconds = String(Math.floor(at / SECOND_MS));
  const timestamp = new Date(at).toISOString();
  const body = JSON.stringify({ type: 'alerts', timestamp, data: { alerts: alerts.map(sent) } });
  const bytes = Uint8Array.from(atob(secret.slice(SECRET_START.length)), (letter) => letter.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signed = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${id}.${seconds}.${body}`));
  const answer = await post(url, body, {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...new Uint8Array(signed)))}`,
  });
  return outcomeOf(answer, (words) => ({ words }));
};
