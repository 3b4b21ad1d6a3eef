import { SECOND_MS } from '../../../shared/time.ts';
import { fieldIn, outcomeOf, type Send, textOf, withEntities, wordsIn } from '../channel.ts';

const SERVER = 'https://api.telegram.org';
const TEXT_MAX = 4_096;

/** A bot's message to a chat, as HTML: the other way of writing it has eighteen characters of markup. The token is a part of the address; waits are in the body, in seconds. */
export const send: Send<'telegram'> = async ({ server = SERVER, token, chat }, message, post) => {
  const answer = await post(`${server.replace(/\/+$/, '')}/bot${token}/sendMessage`, {
    chat_id: chat,
    text: textOf(message, TEXT_MAX, withEntities),
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
  });
  return outcomeOf(answer, (text) => {
    const wait = fieldIn(text, 'parameters', 'retry_after');
    return {
      words: wordsIn(text, 'description'),
      retryAfterMs: typeof wait === 'number' ? wait * SECOND_MS : undefined,
    };
  });
};
