// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { failureWords } from '../../../i18n/failure-words.ts';
import { entryPointsItem } from '../../../storage/settings.ts';
import { lastFailure } from '../../../ui/act.ts';
import { ThisBrowserSection } from './this-browser-section.tsx';

beforeEach(() => {
  fakeBrowser.reset();
  lastFailure.value = null;
});
afterEach(cleanup);

test('a way that is switched off is kept', async () => {
  render(<ThisBrowserSection />);
  fireEvent.click(screen.getByRole('button', { name: 'Launching' }));
  fireEvent.click(screen.getByLabelText('Context menu of pages and selections'));
  await waitFor(async () => expect((await entryPointsItem.getValue()).menu).toBe(false));
  expect(lastFailure.value).toBeNull();
});

test('a way that the browser could not keep is reported', async () => {
  vi.spyOn(fakeBrowser.storage.local, 'set').mockRejectedValueOnce(new Error('QUOTA_BYTES'));
  render(<ThisBrowserSection />);
  fireEvent.click(screen.getByRole('button', { name: 'Launching' }));
  fireEvent.click(screen.getByLabelText('Keyboard shortcuts'));
  await waitFor(() => expect(lastFailure.value).not.toBeNull());
  expect(lastFailure.value && failureWords(lastFailure.value)).toMatch(/^The browser could not store that\./);
});
