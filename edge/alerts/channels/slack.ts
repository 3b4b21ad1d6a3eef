import { outcomeOf, type Send, textOf, withEntities } from '../channel.ts';

/** A longer text is cut by Slack; above 4,000 it is hard to read. */
const TEXT_MAX = 4_000;

/** An incoming webhook, without markup: `<!channel>` and links are of escaped characters. Slack refuses with a word as plain text, as `no_service`, and wants a second between messages. */
export const send: Send<'slack'> = async ({ url }, message, post) => {
  const text = textOf(message, TEXT_MAX, withEntities);
  const answer = await post(url, { text, mrkdwn: false, unfurl_links: false, unfurl_media: false });
  return outcomeOf(answer, (words) => ({ words }));
};
