import { say } from '../../../shared/words/alert-words.ts';
import { outcomeOf, type Send, textOf, wordsIn } from '../channel.ts';

/** Bytes; a longer message becomes a file. A character of UTF-16 has at most three of them. */
const MESSAGE_MAX_BYTES = 4_096;
const HIGH = 4;
const NORMAL = 3;

/** A topic of ntfy, by JSON to the root of its server: a header could not carry every name. Its text has no markup. */
export const send: Send<'ntfy'> = async ({ url, token }, message, post) => {
  const { origin, pathname } = new URL(url);
  const [, root = '', topic = ''] = /^(.*\/)([^/]+)\/*$/.exec(pathname) ?? [];
  const [first] = message.alerts;
  const isOne = message.alerts.length === 1 && first !== undefined;
  const answer = await post(
    origin + root,
    {
      topic,
      title: isOne ? first.title : say(message.language, 'alert.title'),
      message: isOne ? first.facts || first.title : textOf(message, Math.floor(MESSAGE_MAX_BYTES / 3)),
      priority: message.alerts.some(({ severity, over }) => severity === 'critical' && !over) ? HIGH : NORMAL,
    },
    token === undefined ? {} : { authorization: `Bearer ${token}` },
  );
  return outcomeOf(answer, (text) => ({ words: wordsIn(text, 'error') }));
};
