import { type Answer, type ChannelService, type Decided, jsonOf, refused } from './exchange.ts';

const TOLERANCE_S = 300;
const refusal = (status: number, waitS?: number): Answer => ({
  status,
  body: WORDS[status] ?? 'Server error',
  ...(waitS !== undefined && { headers: { 'retry-after': String(Math.ceil(waitS)) } }),
});
const WORDS: Readonly<Record<number, string>> = {
  401: 'The signature does not fit.',
  404: 'Not found',
  410: 'Gone',
  429: 'Too many requests',
};

/** A receiver as Standard Webhooks describe it: checks signature and time, and answers 204. */
export function ownAddress(secret: string): ChannelService {
  return {
    refusal,
    async decide(incoming, at): Promise<Decided> {
      const id = incoming.headers.get('webhook-id') ?? '';
      const seconds = incoming.headers.get('webhook-timestamp') ?? '';
      const signatures = (incoming.headers.get('webhook-signature') ?? '').split(' ');
      const isRecent = Math.abs(at / 1_000 - Number(seconds)) < TOLERANCE_S;
      const expected = await signed(secret, `${id}.${seconds}.${incoming.body}`);
      if (!isRecent || !signatures.includes(`v1,${expected}`)) return refused(refusal(401));
      return {
        answer: { status: 204, body: null },
        taken: { to: incoming.path, text: JSON.stringify(jsonOf(incoming), null, 2) },
      };
    },
  };
}

async function signed(secret: string, content: string): Promise<string> {
  const bytes = Uint8Array.from(atob(secret.replace('whsec_', '')), (letter) => letter.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(content));
  return btoa(String.fromCharCode(...new Uint8Array(signature)));
}
