import { describe, expect, it } from 'vitest';
import { addressBlock, refusalBlock } from './read-tab.ts';

describe('addressBlock', () => {
  it.each([
    ['chrome://settings/', 'browser-page'],
    ['about:blank', 'browser-page'],
    ['moz-extension://abc/options.html', 'browser-page'],
    ['view-source:https://example.org/', 'browser-page'],
    ['not an address', 'browser-page'],
    ['https://chromewebstore.google.com/detail/x', 'store'],
    ['https://chrome.google.com/webstore/detail/x', 'store'],
    ['https://addons.mozilla.org/en-US/firefox/', 'store'],
    ['file:///home/me/Paper.PDF', 'pdf'],
    ['https://example.org/', null],
    ['http://127.0.0.1:8080/a?b#c', null],
    [undefined, null],
  ] as const)('reads %s as %s', (address, block) => {
    expect(addressBlock(address)).toBe(block);
  });
});

describe('refusalBlock', () => {
  it.each([
    ['https://example.org/report.pdf?x=1', 'pdf'],
    ['file:///home/me/notes.html', 'local-file'],
    ['https://example.org/', 'refused'],
    ['about:config', 'browser-page'],
    [undefined, 'not-asked'],
  ] as const)('explains a refusal on %s as %s', (address, block) => {
    expect(refusalBlock(address)).toBe(block);
  });
});
