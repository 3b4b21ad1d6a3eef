// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { paintFrom } from '../fixtures/paint-from.ts';
import { paired, popupStates } from '../fixtures/popup-states.ts';
import { NO_ATTENTION } from '../storage/account.ts';
import { DEFAULT_ENTRY_POINTS, DEFAULT_SETTINGS } from '../storage/settings.ts';
import { stored } from '../ui/stored-state.ts';
import { Footer, launchShortcut } from './footer.tsx';

beforeEach(() => {
  launchShortcut.value = '';
  stored.value = {
    connection: paired(0),
    snapshot: null,
    health: { lastOkAt: null, failure: null, live: false },
    attention: NO_ATTENTION,
    settings: DEFAULT_SETTINGS,
    capChanges: [],
    ways: DEFAULT_ENTRY_POINTS,
    revocations: [],
  };
});
afterEach(cleanup);

const withKey = (shortcut: string) =>
  Object.assign(fakeBrowser, {
    commands: {
      getAll: async () => [
        { name: '_execute_action', shortcut: 'Alt+P' },
        { name: 'launch', shortcut },
      ],
    },
  });
const words = () => screen.getByRole('button', { name: /^Launch from this page/ }).textContent;

test('the key beside launching is the one that the browser has for it', async () => {
  withKey('Ctrl+Shift+9');
  render(<Footer />);
  await waitFor(() => expect(words()).toBe('Launch from this pageCtrl+Shift+9'));
});

test.each([
  ['is set', '', true],
  ['works, since the keyboard is switched off', 'Alt+L', false],
])('no key is promised where none %s', async (_why, key, shortcut) => {
  withKey(key);
  if (stored.value) stored.value = { ...stored.value, ways: { ...DEFAULT_ENTRY_POINTS, shortcut } };
  render(<Footer />);
  await waitFor(() => expect(launchShortcut.value).toBe(key));
  expect(words()).toBe('Launch from this page');
});

test('what would be refused can be written as a draft, and is not the one thing to do', () => {
  withKey('');
  const now = Date.now();
  paintFrom(popupStates(now)['no-credits'], now);
  render(<Footer />);
  expect(screen.getByRole('button', { name: /^Write a draft/ }).classList.contains('primary')).toBe(false);
  cleanup();
  paintFrom(popupStates(now).busy, now);
  render(<Footer />);
  expect(screen.getByRole('button', { name: /^Launch/ }).classList.contains('primary')).toBe(true);
});
