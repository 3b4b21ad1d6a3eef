import { type AlertLink, fieldIn, outcomeOf, type Send, textOf, wordsIn } from '../channel.ts';

const CONTENT_MAX = 2_000;
/** No previews of links in it. */
const SUPPRESS_EMBEDS = 1 << 2;

const escaped = (text: string) => text.replace(/[\\*_~`|>#()[\]<@:-]/g, '\\$&');

/** In angle brackets an address has no preview. */
const written = ({ label, url }: AlertLink) => `[${escaped(label)}](<${url}>)`;

/** A channel's webhook. Nobody is mentioned, whatever a name says. Waits are in its body, in seconds. */
export const send: Send<'discord'> = async ({ url }, message, post) => {
  const content = textOf(message, CONTENT_MAX, { escaped, link: written });
  const answer = await post(url, { content, allowed_mentions: { parse: [] }, flags: SUPPRESS_EMBEDS });
  return outcomeOf(answer, (text) => ({
    words: wordsIn(text, 'message'),
    retryAfterSeconds: fieldIn(text, 'retry_after'),
  }));
};
