// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { apiError, type Result, success } from '../edge-client/api-error.ts';
import { DEFAULT_ENTRY_POINTS, DEFAULT_SETTINGS } from '../storage/settings.ts';
import { lastFailure } from '../ui/act.ts';
import { DataSection, settingsFileText } from './data-section.tsx';

let outcome: Result<null>;
const sent = vi.fn(async (_message: unknown) => ({ result: outcome }));
beforeEach(() => {
  fakeBrowser.reset();
  sent.mockClear();
  outcome = success(null);
  lastFailure.value = null;
  Object.assign(fakeBrowser.runtime, { sendMessage: sent });
});
afterEach(cleanup);

const text = settingsFileText({ settings: DEFAULT_SETTINGS, ways: { ...DEFAULT_ENTRY_POINTS, menu: false } });

/** Chooses a file as a person does. */
function choose(content: string): void {
  const input = screen.getByLabelText<HTMLInputElement>('Import');
  Object.defineProperty(input, 'files', {
    configurable: true,
    value: [new File([content], 'settings.json')],
  });
  fireEvent.change(input);
}

test('a file is imported whole, and may be chosen again', async () => {
  render(<DataSection />);
  const cleared = vi.spyOn(HTMLInputElement.prototype, 'value', 'set');
  choose(text);
  await screen.findByText('Imported.');
  expect(cleared).toHaveBeenCalledWith('');
  const ways = { ...DEFAULT_ENTRY_POINTS, menu: false };
  expect(sent).toHaveBeenCalledExactlyOnceWith({
    name: 'saveSettings',
    request: { settings: DEFAULT_SETTINGS, ways },
  });
});

test('what the background does not keep is kept in no part, and reported', async () => {
  outcome = apiError('edge-failing', 'NO_BACKGROUND');
  render(<DataSection />);
  choose(text);
  await waitFor(() => expect(lastFailure.value?.code).toBe('NO_BACKGROUND'));
  expect(screen.queryByText('Imported.')).toBeNull();
});

test('a file that is not ours is reported as that, and nothing is sent', async () => {
  render(<DataSection />);
  choose('{}');
  await screen.findByText('This is not a settings file of Pilot Light.');
  expect(sent).not.toHaveBeenCalled();
});
