import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { apiError, success } from '../edge-client/api-error.ts';
import { sendMessage } from './client.ts';
import type { MessageHandlers, MessageName } from './contract.ts';
import { handleMessages } from './server.ts';

type Sender = { id?: string; url?: string };
type Listener = (message: unknown, sender: Sender, sendResponse: (reply: unknown) => void) => boolean;

const OWN = { id: 'ours', url: 'chrome-extension://ours/popup.html' };
let sender: Sender;
let listeners: Listener[];

/** Message channel of both browsers: a listener that returns true responds later; none at all is an error. */
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

const stopRun = vi.fn<MessageHandlers['stopRun']>(async () => success(null));
const listen = () => handleMessages({ stopRun } as Partial<MessageHandlers> as MessageHandlers);
const stop = (projectId = 'p1') => sendMessage('stopRun', { projectId });
/** What the channel itself brings back, whatever is sent. */
const send = (message: unknown) => browser.runtime.sendMessage(message as never) as Promise<unknown>;

beforeEach(() => {
  stopRun.mockClear();
});

describe('a message', () => {
  test('is answered by its handler, with what the handler says', async () => {
    listen();
    expect(await stop()).toEqual(success(null));
    expect(stopRun).toHaveBeenCalledWith({ projectId: 'p1' });
    stopRun.mockResolvedValueOnce(apiError('offline'));
    expect(await stop()).toEqual(apiError('offline'));
  });

  test('whose request does not fit its schema never reaches the handler', async () => {
    listen();
    expect(await stop('')).toEqual(apiError('refused', 'MALFORMED_COMMAND'));
    expect(stopRun).not.toHaveBeenCalled();
  });

  test('about a change without a body arrives without one: the channel drops what is undefined', async () => {
    const changeEdge = vi.fn<MessageHandlers['changeEdge']>(async () => success({ value: null }));
    handleMessages({ changeEdge } as Partial<MessageHandlers> as MessageHandlers);
    const request = { method: 'DELETE', path: '/service/projects/shop/secrets/s1' };
    expect(await send({ name: 'changeEdge', request })).toEqual({ result: success({ value: null }) });
    expect(changeEdge).toHaveBeenCalledWith(request);
  });

  test('carries nothing to the handler that its schema does not name', async () => {
    listen();
    await send({ name: 'stopRun', request: { projectId: 'p1', force: true } });
    expect(stopRun).toHaveBeenCalledWith({ projectId: 'p1' });
  });

  test.each(['halve', 'toString', '__proto__'])('of the unknown name %s says so', async (name) => {
    listen();
    expect(await sendMessage(name as MessageName, {} as never)).toEqual(
      apiError('refused', 'UNKNOWN_COMMAND'),
    );
  });

  test.each([null, 'stopRun', 7, {}, { type: 'stopRun', data: { projectId: 'p1' } }])(
    'of another form (%j) says so',
    async (message) => {
      listen();
      expect(await send(message)).toEqual({ problem: 'unknown-message' });
    },
  );

  test('whose handler throws carries the words of the error back', async () => {
    listen();
    stopRun.mockRejectedValueOnce(new Error('Storage is full.'));
    expect(await stop()).toEqual(apiError('edge-failing', 'COMMAND_FAILED', 'Storage is full.'));
  });

  test('to a background that was ended is an error, not an exception', async () => {
    expect(await stop()).toEqual(apiError('edge-failing', 'NO_BACKGROUND', 'Receiving end does not exist.'));
  });

  test('from another extension, or without a sender, gets no response', async () => {
    listen();
    for (sender of [{ id: 'another', url: OWN.url }, {}]) {
      expect(await stop()).toEqual(apiError('edge-failing', 'NO_BACKGROUND'));
    }
    expect(stopRun).not.toHaveBeenCalled();
  });

  test('of our own content script in a web page is refused', async () => {
    listen();
    for (const url of [
      'https://shop.example/',
      'https://shop.example/chrome-extension://ours/popup.html',
      undefined,
    ]) {
      sender = url === undefined ? { id: 'ours' } : { id: 'ours', url };
      expect(await stop()).toEqual(apiError('role', 'NOT_OUR_PAGE'));
    }
    expect(stopRun).not.toHaveBeenCalled();
  });
});
