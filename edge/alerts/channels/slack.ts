import { outcomeOf, type Send, textOf } from '../channel.ts';

/** A longer text is cut by Slack; above 4,000 it is hard to read. */
const TEXT_MAX = 4_000;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Without markup; `<!channel>` and links are written with the three characters that are escaped always. */
const escaped = (text: string) => text.replace(/[&<>]/g, (letter) => ENTITIES[letter] ?? letter);

/** An incoming webhook. Slack refuses with a word as plain text, as `no_service`, and wants a second between messages. */
export const send: Send<'slack'> = async ({ url }, message, post) => {
  const text = textOf(message, TEXT_MAX, escaped);
  const answer = await post(url, { text, mrkdwn: false, unfurl_links: false, unfurl_media: false });
  return outcomeOf(answer, (words) => ({ words }));
};
