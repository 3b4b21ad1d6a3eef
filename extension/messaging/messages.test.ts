import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import * as z from 'zod/mini';
import { failure, success } from '../edge-client/failure.ts';
import { formOf } from '../forms/form.ts';
import { answerer, answerMessages } from './answer.ts';
import { ask } from './ask.ts';
import { COMMAND_INPUT } from './command-input.ts';
import { type CommandHandlers, commandAnswerers } from './handle-commands.ts';
import { sendCommand } from './send-command.ts';

type Sender = { id?: string; url?: string };
type Listener = (message: unknown, sender: Sender, sendResponse: (reply: unknown) => void) => boolean;

const OWN = { id: 'ours', url: 'chrome-extension://ours/popup.html' };
let sender: Sender;
let listeners: Listener[];

/** The two browsers' message channel: whoever returns true replies later; nobody at all is an error. */
beforeEach(() => {
  fakeBrowser.reset();
  sender = OWN;
  listeners = [];
  Object.assign(browser.runtime, {
    id: 'ours',
    getURL: (path: string) => `chrome-extension://ours${path}`,
    onMessage: { addListener: (listener: Listener) => listeners.push(listener) },
    sendMessage: (message: unknown) => {
      if (listeners.length === 0) throw new Error('Receiving end does not exist.');
      return new Promise((resolve) => {
        const later = listeners.map((listener) => listener(message, sender, resolve));
        if (!later.includes(true)) resolve(undefined);
      });
    },
  });
});

const double = answerer(formOf(z.object({ of: z.number() })), async ({ of }) => of * 2);

describe('a message', () => {
  it('is answered by the command it names', async () => {
    answerMessages({ double });
    expect(await ask({ command: 'double', input: { of: 21 } })).toEqual({ answer: 42 });
  });

  it('that carries what is not in form never reaches the handler', async () => {
    const handle = vi.fn();
    answerMessages({ double: answerer(formOf(z.object({ of: z.number() })), handle) });
    expect(await ask({ command: 'double', input: { of: '21' } })).toMatchObject({ problem: 'malformed' });
    expect(handle).not.toHaveBeenCalled();
  });

  it.each(['halve', 'toString', '__proto__'])('of the unknown command %s says so', async (command) => {
    answerMessages({ double });
    const reply = await ask({ command, input: {} });
    expect(reply).toEqual({ problem: 'unknown-command' });
  });

  it.each([null, 'double', 7, {}, { type: 'double', data: { of: 1 } }])(
    'of another form (%j) says so',
    async (message) => {
      answerMessages({ double });
      expect(await ask(message as never)).toMatchObject({ problem: 'unknown-command' });
    },
  );

  it('whose handler throws carries the words of the error back', async () => {
    answerMessages({
      breaks: answerer(formOf(z.object({})), async () => {
        throw new Error('Storage is full.');
      }),
    });
    expect(await ask({ command: 'breaks', input: {} })).toEqual({
      problem: 'failed',
      words: 'Storage is full.',
    });
  });

  it('to a background that is not there is a problem, not an exception', async () => {
    expect(await ask({ command: 'double', input: { of: 1 } })).toEqual({
      problem: 'no-background',
      words: 'Receiving end does not exist.',
    });
  });

  it('of another extension, or of nobody, is left unanswered', async () => {
    answerMessages({ double });
    for (sender of [{ id: 'another', url: OWN.url }, {}]) {
      expect(await ask({ command: 'double', input: { of: 1 } })).toMatchObject({ problem: 'no-background' });
    }
  });

  it('of our own content script in a web page is refused', async () => {
    answerMessages({ double });
    for (const url of [
      'https://shop.example/',
      'https://shop.example/chrome-extension://ours/popup.html',
      undefined,
    ]) {
      sender = url === undefined ? { id: 'ours' } : { id: 'ours', url };
      expect(await ask({ command: 'double', input: { of: 1 } })).toMatchObject({ problem: 'not-our-page' });
    }
  });
});

describe('a command', () => {
  const stopRun = vi.fn(async () => success(null));
  const listen = () => answerMessages(commandAnswerers({ stopRun } as unknown as CommandHandlers));

  it('is answered by its handler, with what the handler says', async () => {
    listen();
    expect(await sendCommand('stopRun', { projectId: 'p1' })).toEqual(success(null));
    expect(stopRun).toHaveBeenCalledWith({ projectId: 'p1' });
    stopRun.mockResolvedValueOnce(failure('offline') as never);
    expect(await sendCommand('stopRun', { projectId: 'p1' })).toEqual(failure('offline'));
  });

  it('out of form, unknown, or failing is a failure that a page has words for', async () => {
    listen();
    expect(await sendCommand('stopRun', { projectId: '' })).toMatchObject({
      failure: { kind: 'refused', code: 'MALFORMED_COMMAND' },
    });
    expect(await sendCommand('gone' as 'stopRun', { projectId: 'p1' })).toMatchObject({
      failure: { kind: 'refused', code: 'UNKNOWN_COMMAND' },
    });
    stopRun.mockRejectedValueOnce(new Error('Storage is full.'));
    expect(await sendCommand('stopRun', { projectId: 'p1' })).toEqual(
      failure('edge-failing', 'COMMAND_FAILED', 'Storage is full.'),
    );
  });

  it('is answered by what the edge said only when that is of its form', async () => {
    const listDevices = vi.fn(async () => success<unknown>([]));
    answerMessages(commandAnswerers({ listDevices } as unknown as CommandHandlers));
    expect(await sendCommand('listDevices', {})).toEqual(success([]));
    listDevices.mockResolvedValueOnce(success({ devices: [] }));
    expect(await sendCommand('listDevices', {})).toEqual(failure('not-an-edge'));
    listDevices.mockResolvedValueOnce(failure('offline') as never);
    expect(await sendCommand('listDevices', {})).toEqual(failure('offline'));
  });

  it('to a background that was ended is a failure too', async () => {
    expect(await sendCommand('refresh', { fresh: true })).toEqual(
      failure('edge-failing', 'NO_BACKGROUND', 'Receiving end does not exist.'),
    );
  });

  it('has an answerer for every name', () => {
    const answerers = commandAnswerers({} as CommandHandlers);
    expect(Object.keys(answerers)).toEqual(Object.keys(COMMAND_INPUT));
  });
});
