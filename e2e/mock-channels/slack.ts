import { type Answer, type ChannelService, type Decided, jsonOf, Pace, refused } from './exchange.ts';

const ADDRESS = /^\/services\/T\w+\/B\w+\/([\w-]+)$/;
const TEXT_MAX = 40_000;
const WORDS: Readonly<Record<number, string>> = {
  400: 'invalid_payload',
  401: 'invalid_auth',
  403: 'action_prohibited',
  404: 'no_service',
  410: 'channel_is_archived',
  429: 'rate_limited',
  500: 'rollup_error',
};

const refusal = (status: number, waitS?: number): Answer => ({
  status,
  body: WORDS[status] ?? 'server_error',
  headers: {
    'content-type': 'text/plain',
    ...(waitS !== undefined && { 'retry-after': String(Math.ceil(waitS)) }),
  },
});

/** Incoming webhooks of Slack: a word as plain text, one message a second, longer texts cut. */
export function slack(secret: string): ChannelService {
  const pace = new Pace(1, 1_000);
  return {
    refusal,
    decide(incoming, at): Decided {
      const [, token = ''] = ADDRESS.exec(incoming.path) ?? [];
      if (!token.startsWith(secret)) return refused(refusal(404));
      const json = jsonOf(incoming);
      if (json === null) return refused(refusal(400));
      if (typeof json.text !== 'string' || json.text === '')
        return refused({ ...refusal(400), body: 'no_text' });
      const waitS = pace.waitS(token, at);
      if (waitS !== null) return refused(refusal(429, waitS));
      return {
        answer: { status: 200, body: 'ok', headers: { 'content-type': 'text/html' } },
        taken: { to: incoming.path, text: json.text.slice(0, TEXT_MAX) },
      };
    },
  };
}
