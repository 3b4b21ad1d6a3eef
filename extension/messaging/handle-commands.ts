import { browser } from 'wxt/browser';
import * as z from 'zod/mini';
import { failure, type Outcome } from '../edge-client/failure.ts';
import { COMMAND_INPUT } from './command-input.ts';
import { type CommandAnswer, type CommandInput, type CommandName, commandMessenger } from './commands.ts';

export type CommandHandlers = {
  [N in CommandName]: (input: CommandInput<N>) => Promise<Outcome<CommandAnswer<N>>>;
};

/** Registers a handler per command, at once. Only pages of this extension may command, and only in form. */
export function handleCommands(handlers: CommandHandlers): void {
  for (const name of Object.keys(COMMAND_INPUT) as CommandName[]) register(name, handlers[name]);
}

function register(name: CommandName, handler: unknown): void {
  const handle = handler as (input: unknown) => Promise<Outcome<unknown>>;
  const listen = commandMessenger.onMessage as unknown as (
    name: CommandName,
    on: (message: { data: unknown; sender: MessageSender }) => Promise<unknown>,
  ) => void;
  listen(name, async ({ data, sender }) => {
    if (!isOwnPage(sender)) return failure('role', 'NOT_OUR_PAGE');
    const parsed = z.safeParse(COMMAND_INPUT[name], data);
    if (!parsed.success) return failure('refused', 'MALFORMED_COMMAND');
    return handle(parsed.data);
  });
}

export type MessageSender = { id?: string | undefined; url?: string | undefined };

/** A content script has the extension's id too, but a web page's address. */
export function isOwnPage(sender: MessageSender): boolean {
  return sender.id === browser.runtime.id && (sender.url ?? '').startsWith(browser.runtime.getURL('/'));
}
