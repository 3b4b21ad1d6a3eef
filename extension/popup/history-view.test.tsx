// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { paintFrom } from '../fixtures/paint-from.ts';
import { popupStates } from '../fixtures/popup-states.ts';
import { type Notice, noticesItem } from '../storage/notices.ts';
import { HistoryView } from './history-view.tsx';
import { view } from './navigation.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const notice = (id: string, changes: Partial<Notice>): Notice => ({
  ...{ key: `${id}#1`, noticeId: id, severity: 'note', projectId: 'recipe-box' },
  ...{ at: NOW - 3 * 60_000, storedAt: NOW - 3 * 60_000, fate: { is: 'shown', why: 'wanted' } },
  about: { kind: 'kill-switch' },
  ...changes,
});
const ended = (outcome: 'succeeded' | 'failed'): Notice['about'] => ({
  ...{ kind: 'run-finished', outcome, durationMs: null, credits: null },
});

beforeEach(() => {
  fakeBrowser.reset();
  view.value = 'history';
  paintFrom(popupStates(NOW).busy, NOW);
});
afterEach(cleanup);

const rows = () => screen.findAllByRole('listitem');
const glyphOf = (row: HTMLElement) => row.querySelector('svg')?.innerHTML;

test('says what happened by its sign, whether or not it was shown: a cap, a failure and a success are three', async () => {
  await noticesItem.setValue([
    notice('kill', { severity: 'critical', fate: { is: 'held', why: 'muted' } }),
    notice('bad', { about: ended('failed'), fate: { is: 'held', why: 'looking' } }),
    notice('good', { about: ended('succeeded'), fate: { is: 'held', why: 'quiet-hours' } }),
  ]);
  render(<HistoryView />);
  const signs = (await rows()).map(glyphOf);
  expect(new Set(signs).size).toBe(3);
});

test('says of each when, and why it was shown or held back', async () => {
  await noticesItem.setValue([
    notice('one', { fate: { is: 'shown', why: 'critical' } }),
    notice('two', { fate: { is: 'held', why: 'project-off' } }),
    notice('three', { fate: { is: 'pending' } }),
  ]);
  render(<HistoryView />);
  const [one, two, three] = await rows();
  within(one as HTMLElement).getByText(/3\smin ago · shown although it was quiet or muted: it is critical$/);
  within(two as HTMLElement).getByText(/no notification: you muted the project$/);
  within(three as HTMLElement).getByText(/about to be shown$/);
});

test('follows what is announced while it is open, and opens to the exact time', async () => {
  await noticesItem.setValue([]);
  render(<HistoryView />);
  await screen.findByText('No notifications yet');
  await noticesItem.setValue([notice('kill', { severity: 'critical' })]);
  const [row] = await rows();
  expect(screen.queryByText('No notifications yet')).toBeNull();
  fireEvent.click(within(row as HTMLElement).getByRole('button'));
  await within(row as HTMLElement).findByText(/21 Nov 2026/);
});

test('names no project while the screen is shared', async () => {
  paintFrom({ ...popupStates(NOW).busy, settings: { screenShare: true } as never }, NOW);
  await noticesItem.setValue([notice('kill', { severity: 'critical' })]);
  render(<HistoryView />);
  await rows();
  expect(document.body.textContent).not.toMatch(/recipe.box/i);
});

test('takes the keyboard when it opens, and gives it back to the way that led there', async () => {
  render(<HistoryView />);
  const back = screen.getByRole('button', { name: 'Back' });
  expect(document.activeElement).toBe(back);
  fireEvent.click(back);
  await waitFor(() => expect(view.value).toBe('home'));
});
