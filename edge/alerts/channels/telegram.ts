import {
  type AlertLink,
  fieldIn,
  onlyOf,
  outcomeOf,
  type Send,
  textOf,
  withEntities,
  wordsIn,
} from '../channel.ts';

const SERVER = 'https://api.telegram.org';
const TEXT_MAX = 4_096;

/**
 * Sends a bot's message to a chat, as HTML: the other format has 18 characters of markup. The token is in the
 * address; waits are in the body, in seconds. A refusal names the new id of a group made a supergroup.
 */
export const send: Send<'telegram'> = async ({ server = SERVER, token, chat }, message, post) => {
  // One alert has a button; of several, each link stands below its alert.
  const button = onlyOf(message)?.link ?? null;
  const writing = {
    escaped: withEntities,
    ...(button === null && {
      link: ({ label, url }: AlertLink) => `<a href="${url}">${withEntities(label)}</a>`,
    }),
  };
  const sendTo = (to: string) =>
    post(`${server.replace(/\/+$/, '')}/bot${token}/sendMessage`, {
      chat_id: to,
      text: textOf(message, TEXT_MAX, writing),
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      ...(button && { reply_markup: { inline_keyboard: [[{ text: button.label, url: button.url }]] } }),
    });
  const first = await sendTo(chat);
  const movedTo = first.status === 400 ? fieldIn(first.text, 'parameters', 'migrate_to_chat_id') : undefined;
  const answer = Number.isSafeInteger(movedTo) ? await sendTo(String(movedTo)) : first;
  return outcomeOf(answer, (text) => ({
    words: wordsIn(text, 'description'),
    retryAfterSeconds: fieldIn(text, 'parameters', 'retry_after'),
  }));
};
