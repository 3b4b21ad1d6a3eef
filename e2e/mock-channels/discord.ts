import { type Answer, type ChannelService, type Decided, jsonOf, Pace, refused } from './exchange.ts';

const ADDRESS = /^\/api\/webhooks\/(\d+)\/([\w-]+)$/;
const CONTENT_MAX = 2_000;
const WORDS: Readonly<Record<number, { message: string; code: number }>> = {
  401: { message: 'Invalid Webhook Token', code: 50027 },
  403: { message: 'Missing Access', code: 50001 },
  404: { message: 'Unknown Webhook', code: 10015 },
};

/** Waits are in the body with their fraction, and rounded up in the header. */
const refusal = (status: number, waitS = 1): Answer =>
  status === 429
    ? {
        status,
        body: { message: 'You are being rate limited.', retry_after: waitS, global: false },
        headers: { 'retry-after': String(Math.ceil(waitS)), 'x-ratelimit-limit': '5' },
      }
    : { status, body: WORDS[status] ?? { message: `${status}: Server Error`, code: 0 } };

const tooLong = {
  code: 50035,
  message: 'Invalid Form Body',
  errors: {
    content: {
      _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${CONTENT_MAX} or fewer in length.` }],
    },
  },
};

/** Webhooks of Discord: 204 without a body, 2,000 characters, five messages in two seconds. */
export function discord(webhookId: string, secret: string): ChannelService {
  const pace = new Pace(5, 2_000);
  return {
    refusal,
    decide(incoming, at): Decided {
      const [, id, token = ''] = ADDRESS.exec(incoming.path) ?? [];
      if (id !== webhookId) return refused(refusal(404));
      if (!token.startsWith(secret)) return refused(refusal(401));
      const { content } = jsonOf(incoming) ?? {};
      if (typeof content !== 'string' || content.trim() === '')
        return refused({ status: 400, body: { message: 'Cannot send an empty message', code: 50006 } });
      if ([...content].length > CONTENT_MAX) return refused({ status: 400, body: tooLong });
      const waitS = pace.waitS(token, at);
      if (waitS !== null) return refused(refusal(429, waitS));
      return { answer: { status: 204, body: null }, taken: { to: incoming.path, text: content } };
    },
  };
}
