import { browser } from 'wxt/browser';
import type * as z from 'zod/mini';
import { isStorageFull, UnreadCalls } from '../storage/bounds.ts';
import { CONTRACT, type MessageHandlers, type MessageName } from './contract.ts';

/** Why a message has no result. `no-background`: there was no receiver. */
export type Problem =
  | 'no-background'
  | 'not-our-page'
  | 'unknown-message'
  | 'malformed'
  | 'storage-full'
  | 'unread-calls'
  | 'failed';

/** Response to every message: the handler's result, or why there is none. */
export type Envelope = { result: unknown } | { problem: Problem; words?: string };

/** Handles messages of our own pages, and ignores other senders. Call it once, before the first await. */
export function handleMessages(handlers: MessageHandlers): void {
  browser.runtime.onMessage.addListener((message: unknown, sender, sendResponse) => {
    if (sender.id !== browser.runtime.id) return false;
    void respond(message, sender, handlers).then(sendResponse);
    // Both browsers keep the channel open for the asynchronous response.
    return true;
  });
}

async function respond(
  message: unknown,
  sender: MessageSender,
  handlers: MessageHandlers,
): Promise<Envelope> {
  if (!isOwnPage(sender)) return { problem: 'not-our-page' };
  const { name, request } = Object(message) as { name?: unknown; request?: unknown };
  if (typeof name !== 'string' || !Object.hasOwn(CONTRACT, name)) return { problem: 'unknown-message' };
  const schema: z.ZodMiniType = CONTRACT[name as MessageName].request;
  const parsed = schema.safeParse(request);
  if (!parsed.success) return { problem: 'malformed' };
  try {
    const handler = handlers[name as MessageName] as (request: unknown) => Promise<unknown>;
    return { result: await handler(parsed.data) };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return { problem: problemOf(error), words };
  }
}

function problemOf(error: unknown): Problem {
  if (error instanceof UnreadCalls) return 'unread-calls';
  return isStorageFull(error) ? 'storage-full' : 'failed';
}

type MessageSender = { id?: string | undefined; url?: string | undefined };

/** A content script has the extension's id too, but a web page's address. */
export function isOwnPage(sender: MessageSender): boolean {
  return (sender.url ?? '').startsWith(browser.runtime.getURL('/'));
}
