import { browser } from 'wxt/browser';

/** Who sent a message; a page of ours, a content script, or another extension. */
export type MessageSender = { id?: string | undefined; url?: string | undefined };

type Message = { command: string; input: unknown };
type Answer = { value: unknown } | { error: string };

/**
 * Listens, at once, to the commands that are named; all others are left to other listeners.
 * What `handle` throws reaches the sender as an error with the same words.
 */
export function onCommands<Name extends string>(
  names: readonly Name[],
  handle: (name: Name, input: unknown, sender: MessageSender) => Promise<unknown>,
): void {
  browser.runtime.onMessage.addListener(
    (message: Partial<Message> | null, sender: MessageSender, answer: (answer: Answer) => void) => {
      const name = names.find((one) => one === message?.command);
      if (name === undefined) return undefined;
      handle(name, message?.input, sender).then(
        (value) => answer({ value }),
        (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
      );
      // The channel stays open until `answer`; only newer browsers take a promise instead.
      return true;
    },
  );
}

/**
 * Sends a command to the background.
 * @throws Error when nobody answers, or with the words of what the handler threw
 */
export async function send(command: string, input: unknown): Promise<unknown> {
  const message: Message = { command, input };
  const answer: Answer | null | undefined = await browser.runtime.sendMessage(message);
  if (!answer) throw new Error('No answer');
  if ('error' in answer) throw new Error(answer.error);
  return answer.value;
}

/** A content script has the extension's id too, but a web page's address. */
export function isOwnPage(sender: MessageSender): boolean {
  return sender.id === browser.runtime.id && (sender.url ?? '').startsWith(browser.runtime.getURL('/'));
}
