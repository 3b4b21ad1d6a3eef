// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { success } from '../../edge-client/api-error.ts';
import { paintFrom } from '../../fixtures/paint-from.ts';
import { popupStates } from '../../fixtures/popup-states.ts';
import { respondHere } from '../../messaging/client.ts';
import { stored } from '../../ui/stored-state.ts';
import { Palette } from './palette.tsx';

const NOW = Date.UTC(2026, 10, 23, 9);

beforeEach(() => paintFrom(popupStates(NOW).busy, NOW));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const show = () => {
  render(<Palette onClose={() => {}} />);
  return screen.getByRole('combobox', { hidden: true });
};

test('Enter does what is chosen, and not also what had the focus before', () => {
  expect(fireEvent.keyDown(show(), { key: 'Enter' })).toBe(false);
});

test('the list says how many more there are, before anything is typed too', () => {
  show();
  expect(screen.getByText(/^\d+ more\. Type to find them\.$/)).toBeTruthy();
});

test('words that the browser could not keep stay typed, and that is said', async () => {
  fakeBrowser.reset();
  vi.spyOn(fakeBrowser.storage.local, 'set').mockRejectedValue(new Error('QuotaExceededError'));
  const onClose = vi.fn();
  render(<Palette onClose={onClose} />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { hidden: true });
  fireEvent.input(field, { target: { value: 'A tea shop with prices' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findByText('The browser could not store that. Is its disk full?');
  expect(field.value).toBe('A tea shop with prices');
  expect(onClose).not.toHaveBeenCalled();
});

test('muting a project is answered in the palette, where it can be taken back', async () => {
  const sent: unknown[] = [];
  respondHere((_, request) => {
    sent.push(request);
    return Promise.resolve(success(null));
  });
  const field = show();
  fireEvent.input(field, { target: { value: 'mute recipe' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findByText('Muted: this browser shows no notifications about Recipe box.');
  expect(stored.value?.settings.silencedProjects).toEqual(['recipe-box']);
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findByText('No longer muted: Recipe box.');
  expect(stored.value?.settings.silencedProjects).toEqual([]);
  expect(sent).toEqual(
    [['recipe-box'], []].map((silencedProjects) => ({ settings: { silencedProjects }, ways: {} })),
  );
});
