import { bytesIn } from '../../../shared/bytes.ts';
import { say } from '../../../shared/words/say.ts';
import { onlyOf, outcomeOf, plainLink, type Send, textOf, withoutLinks, wordsIn } from '../channel.ts';

/** A longer message becomes a file. */
const MESSAGE_MAX_BYTES = 4_096;
const HIGH = 4;
const NORMAL = 3;

/** Posts JSON for a topic to its ntfy server's root: a header can't hold every name. Text has no markup. */
export const send: Send<'ntfy'> = async ({ url, token }, message, post) => {
  const { origin, pathname } = new URL(url);
  const [, root = '', topic = ''] = /^(.*\/)([^/]+)\/*$/.exec(pathname) ?? [];
  const only = onlyOf(message);
  const several = () =>
    textOf(message, MESSAGE_MAX_BYTES, { escaped: withoutLinks, link: plainLink, sizeOf: bytesIn });
  const answer = await post(
    origin + root,
    {
      topic,
      // Without facts the title is the message, once.
      ...(!only && { title: say(message.language, 'alert.title') }),
      ...(only?.facts && { title: withoutLinks(only.title) }),
      message: only ? withoutLinks(only.facts || only.title) : several(),
      priority: message.alerts.some(({ severity, over }) => severity === 'critical' && !over) ? HIGH : NORMAL,
      ...(only?.link && { click: only.link.url }),
    },
    token === undefined ? {} : { authorization: `Bearer ${token}` },
  );
  return outcomeOf(answer, (text) => ({ words: wordsIn(text, 'error') }));
};
