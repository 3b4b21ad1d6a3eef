import { outcomeOf, plainLink, type Send, textOf, withEntities } from '../channel.ts';

/** A longer text is cut by Slack; above 4,000 it is hard to read. */
const TEXT_MAX = 4_000;

/**
 * Posts to an incoming webhook, without markup: the characters of `<!channel>` are escaped. Slack makes links
 * of addresses in the text and drops buttons of plain webhooks. It refuses with a word as plain text, such as
 * `no_service`, and wants a second between messages.
 */
export const send: Send<'slack'> = async ({ url }, message, post) => {
  const text = textOf(message, TEXT_MAX, { escaped: withEntities, link: plainLink });
  const answer = await post(url, { text, mrkdwn: false, unfurl_links: false, unfurl_media: false });
  return outcomeOf(answer, (words) => ({ words }));
};
