import { beforeEach, expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { isOwnPage, type MessageSender, onCommands, send } from './messenger.ts';

type Listener = (message: unknown, sender: MessageSender, answer: (answer: unknown) => void) => unknown;
let listeners: Listener[] = [];

/** The browser's channel: the first listener that keeps it open answers. */
function deliver(message: unknown): Promise<unknown> {
  return new Promise((resolve) => {
    const kept = listeners.some((listen) => listen(message, { id: 'us' }, resolve) === true);
    if (!kept) resolve(undefined);
  });
}

beforeEach(() => {
  fakeBrowser.reset();
  listeners = [];
  vi.spyOn(browser.runtime.onMessage, 'addListener').mockImplementation((listen) => {
    listeners.push(listen as Listener);
  });
  vi.spyOn(browser.runtime, 'sendMessage').mockImplementation(((message: unknown) =>
    deliver(message)) as never);
});

test('a command reaches the listener that knows it, and its answer comes back', async () => {
  onCommands(['first'], async (name, input) => [name, input]);
  onCommands(['second'], async (name, input, sender) => [name, input, sender.id]);
  expect(await send('first', 1)).toEqual(['first', 1]);
  expect(await send('second', 2)).toEqual(['second', 2, 'us']);
});

test('a command that nobody knows is nobody’s answer', async () => {
  onCommands(['first'], async () => null);
  await expect(send('third', null)).rejects.toThrow('No answer');
});

test('what the handler throws is thrown to the sender, with its words', async () => {
  onCommands(['first'], () => Promise.reject(new Error('storage is full')));
  await expect(send('first', null)).rejects.toThrow('storage is full');
});

test('a message of another form is left alone', () => {
  const handle = vi.fn(async () => null);
  onCommands(['first'], handle);
  for (const message of [null, undefined, 'first', 7, {}, { command: 1 }]) {
    expect(listeners[0]?.(message, {}, () => undefined)).toBeUndefined();
  }
  expect(handle).not.toHaveBeenCalled();
});

test('only pages of this extension are its own', () => {
  const { id } = browser.runtime;
  const page = browser.runtime.getURL('/popup.html' as never);
  expect(isOwnPage({ id, url: page })).toBe(true);
  expect(isOwnPage({ id, url: 'https://example.org/' })).toBe(false);
  expect(isOwnPage({ id })).toBe(false);
  expect(isOwnPage({ id: 'somebody else', url: page })).toBe(false);
});
