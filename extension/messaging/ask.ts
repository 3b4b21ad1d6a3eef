import { browser } from 'wxt/browser';

/** What a page sends to the background. */
export type Message = { command: string; input: unknown };

/** Why a message was not answered by what it asked for. `no-background`: nobody was there to read it. */
export type Problem = 'no-background' | 'not-our-page' | 'unknown-command' | 'malformed' | 'failed';

/** What comes back for every message. */
export type Reply = { answer: unknown } | { problem: Problem; words?: string };

/** Asks the background. Never throws: one that was ended, or is being updated, is a reply too. */
export async function ask(message: Message): Promise<Reply> {
  try {
    const reply: unknown = await browser.runtime.sendMessage(message);
    return isReply(reply) ? reply : { problem: 'no-background' };
  } catch (error) {
    return { problem: 'no-background', words: wordsOf(error) };
  }
}

/** What an error says of itself, whatever was thrown. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isReply(value: unknown): value is Reply {
  return typeof value === 'object' && value !== null && ('answer' in value || 'problem' in value);
}
