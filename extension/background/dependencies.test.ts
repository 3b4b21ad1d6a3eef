import { beforeEach, describe, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { isAnyContextSeen, isAnyViewSeen } from './dependencies.ts';

type Context = { tabId: number; documentUrl?: string };

const OURS = 'chrome-extension://ours';
const popup: Context = { tabId: -1, documentUrl: `${OURS}/popup.html` };
const sidePanel: Context = { tabId: -1, documentUrl: `${OURS}/sidepanel.html` };
const background: Context = { tabId: -1 };
const popupTab: Context = { tabId: 7, documentUrl: `${OURS}/popup.html#row` };
const optionsTab: Context = { tabId: 7, documentUrl: `${OURS}/options.html` };

beforeEach(() => fakeBrowser.reset());

/** Chromium with these pages of ours, and one tab in front. */
function chromium(contexts: Context[], front: number): void {
  Object.assign(browser.runtime, { getContexts: async () => contexts });
  Object.assign(browser.tabs, { query: async () => [{ id: front }] });
}

describe('somebody is looking', () => {
  it.each<[string, Context[], number, boolean]>([
    ['no page of ours', [background], 7, false],
    ['the popup', [background, popup], 1, true],
    ['the side panel', [sidePanel], 1, true],
    ['the popup’s page in the tab in front', [popupTab], 7, true],
    ['the popup’s page in a tab behind', [popupTab], 1, false],
    ['the options', [optionsTab], 7, false],
  ])('with %s', async (_what, contexts, front, looking) => {
    chromium(contexts, front);
    expect(await isAnyContextSeen()).toBe(looking);
  });

  it.each([
    ['a page of ours that is seen', '/popup.html#row', false, true],
    ['one in a tab behind', '/popup.html', true, false],
    ['the options', '/options.html#popup.html', false, false],
  ])('in Firefox, with %s', async (_what, page, hidden, looking) => {
    Object.assign(browser.extension, {
      getViews: () => [{ location: { href: `${OURS}${page}` }, document: { hidden } }],
    });
    expect(await isAnyViewSeen()).toBe(looking);
  });
});
