// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { apiError, type Result, success } from '../../../edge-client/api-error.ts';
import { failureWords } from '../../../i18n/failure-words.ts';
import { lastFailure } from '../../../ui/act.ts';
import { ThisBrowserSection } from './this-browser-section.tsx';

let sent: unknown[];
let outcome: Result<null>;

beforeEach(() => {
  fakeBrowser.reset();
  sent = [];
  outcome = success(null);
  Object.assign(fakeBrowser.runtime, {
    sendMessage: async (message: unknown) => {
      sent.push(message);
      return { result: outcome };
    },
  });
  lastFailure.value = null;
});
afterEach(cleanup);

test('a way that is switched off is kept', async () => {
  render(<ThisBrowserSection />);
  fireEvent.click(screen.getByRole('button', { name: 'Launching' }));
  fireEvent.click(screen.getByLabelText('Context menu of pages and selections'));
  const request = { settings: {}, ways: { menu: false } };
  await waitFor(() => expect(sent).toEqual([{ name: 'saveSettings', request }]));
  expect(lastFailure.value).toBeNull();
});

test('a way that the browser could not keep is reported', async () => {
  outcome = apiError('storage-full', null);
  render(<ThisBrowserSection />);
  fireEvent.click(screen.getByRole('button', { name: 'Launching' }));
  fireEvent.click(screen.getByLabelText('Keyboard shortcuts'));
  await waitFor(() => expect(lastFailure.value).not.toBeNull());
  expect(lastFailure.value && failureWords(lastFailure.value)).toMatch(/^This browser can't store more\./);
});
