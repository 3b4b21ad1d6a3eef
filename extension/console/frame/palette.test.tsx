// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { keptEventWith } from '../../../shared/attention/fixtures.ts';
import { workEntryOf } from '../../../shared/journal/fixtures.ts';
import { success } from '../../edge-client/api-error.ts';
import { paintFrom } from '../../fixtures/paint-from.ts';
import { popupStates } from '../../fixtures/popup-states.ts';
import { respondHere } from '../../messaging/client.ts';
import { stored } from '../../ui/stored-state.ts';
import { Palette } from './palette.tsx';
import { needFindings } from './palette-findings.ts';

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

test('before anything is typed, what needs the user stands first', () => {
  show();
  const titles = screen
    .getAllByRole('option', { hidden: true })
    .map((one) => one.firstElementChild?.textContent);
  const needs = needFindings().map(({ title }) => title);
  expect(needs.length).toBeGreaterThan(1);
  expect(titles.slice(0, needs.length)).toEqual(needs);
});

test('a prompt of any project is found by its words, and opens in Activity', async () => {
  const asked: string[] = [];
  const end = keptEventWith({
    ...{ seq: 7, at: NOW - 9_000, event: 'agent.prompt.finished', projectId: 'recipe-box' },
    facts: { prompt: 'Add a newsletter form' },
  });
  const other = workEntryOf({ ...end, seq: 8, facts: { prompt: 'Of a project whose name fits' } });
  respondHere((name, request) => {
    if (name !== 'readEdge') return null;
    const { path } = request as { path: string };
    asked.push(path);
    return Promise.resolve(
      success({
        value: path.startsWith('/journal')
          ? { entries: [workEntryOf(end), other], next: null, oldestAt: null }
          : [],
        readAt: NOW,
      }),
    );
  });
  location.hash = '';
  const field = show();
  fireEvent.input(field, { target: { value: 'newsletter' } });
  const option = await screen.findByRole('option', {
    name: /Add a newsletter form.*Recipe box/s,
    hidden: true,
  });
  expect(asked.some((path) => path.includes('q=newsletter'))).toBe(true);
  expect(screen.queryByText(/whose name fits/)).toBeNull();
  fireEvent.click(option);
  expect(location.hash).toBe('#/activity/search/newsletter/work%207');
});
