import { browser } from 'wxt/browser';
import type { Form } from '../forms/form.ts';
import { type Reply, wordsOf } from './ask.ts';

/** Replies to one command, whatever it carries. */
export type Answerer = (input: unknown) => Promise<Reply>;
export type Answerers<Name extends string = string> = Record<Name, Answerer>;

/** An answerer that `handle` makes of what is in form; what is not never reaches it. */
export function answerer<T>(form: Form<T>, handle: (input: T) => Promise<unknown>): Answerer {
  return async (input) => {
    const read = form(input);
    if (read === null) return { problem: 'malformed' };
    return { answer: await handle(read) };
  };
}

/**
 * Answers the pages of this extension; call it once, before the first await. What others send is left unanswered, as if
 * nobody were here.
 */
export function answerMessages(answerers: Answerers): void {
  browser.runtime.onMessage.addListener((message: unknown, sender, sendResponse) => {
    if (sender.id !== browser.runtime.id) return false;
    void replyTo(message, sender, answerers).then(sendResponse);
    // The reply comes later: both browsers keep the channel open for it.
    return true;
  });
}

async function replyTo(message: unknown, sender: MessageSender, answerers: Answerers): Promise<Reply> {
  if (!isOwnPage(sender)) return { problem: 'not-our-page' };
  const { command, input } = Object(message) as { command?: unknown; input?: unknown };
  const answer = typeof command === 'string' && Object.hasOwn(answerers, command) && answerers[command];
  if (!answer) return { problem: 'unknown-command' };
  try {
    return await answer(input);
  } catch (error) {
    return { problem: 'failed', words: wordsOf(error) };
  }
}

type MessageSender = { id?: string | undefined; url?: string | undefined };

/** A content script has the extension's id too, but a web page's address. */
function isOwnPage(sender: MessageSender): boolean {
  return (sender.url ?? '').startsWith(browser.runtime.getURL('/'));
}
