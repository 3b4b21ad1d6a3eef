import { type Answer, type ChannelService, type Decided, jsonOf, Pace, refused } from './exchange.ts';

const MESSAGE_MAX_BYTES = 4_096;
const TOPIC = /^[-_A-Za-z0-9]{1,64}$/;
const LINK = 'https://ntfy.sh/docs/publish/';
const WORDS: Readonly<Record<number, { code: number; error: string }>> = {
  401: { code: 40101, error: 'unauthorized' },
  403: { code: 40301, error: 'forbidden' },
  404: { code: 40401, error: 'page not found' },
  429: { code: 42901, error: 'limit reached: too many requests' },
  500: { code: 50001, error: 'internal server error' },
};

/** It names no time to wait. */
const refusal = (status: number): Answer => ({
  status,
  body: {
    http: status,
    link: LINK,
    ...(WORDS[status] ?? { code: status * 100 + 1, error: 'internal server error' }),
  },
});

const badRequest = (code: number, error: string): Decided =>
  refused({ status: 400, body: { code, http: 400, error: `invalid request: ${error}`, link: LINK } });

/**
 * A server of ntfy that takes JSON at its root: 4,096 bytes, 60 requests at once, then one in 5 seconds.
 * @param token for its topics, which are protected
 */
export function ntfy(token: string): ChannelService {
  const pace = new Pace(60, 300_000);
  let sent = 0;
  return {
    refusal,
    decide(incoming, at): Decided {
      if (incoming.path !== '/') return refused(refusal(404));
      const waitS = pace.waitS('visitor', at);
      if (waitS !== null) return refused(refusal(429));
      const json = jsonOf(incoming);
      if (json === null) return badRequest(40024, 'request body must be valid JSON');
      const { topic, message = '', title = '', priority = 3, click = '' } = json;
      if (typeof topic !== 'string' || !TOPIC.test(topic)) return badRequest(40009, 'topic invalid');
      const authorization = incoming.headers.get('authorization');
      if (authorization === null) return refused(refusal(403));
      if (authorization !== `Bearer ${token}`) return refused(refusal(401));
      if (![1, 2, 3, 4, 5].includes(Number(priority))) return badRequest(40007, 'priority invalid');
      if (click !== '' && !/^https?:\/\/\S+$/.test(String(click)))
        return badRequest(40017, 'click URL invalid');
      const bytes = new TextEncoder().encode(String(message)).length;
      if (bytes > MESSAGE_MAX_BYTES) return badRequest(40014, 'attachments not allowed');
      sent++;
      const body = { id: `message${sent}`, time: Math.floor(at / 1_000), event: 'message', ...json };
      const text = [title, message, click].filter((part) => part !== '').join('\n');
      return { answer: { status: 200, body }, taken: { to: topic, text } };
    },
  };
}
