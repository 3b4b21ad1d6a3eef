// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { badgeOf } from '../../../background/badge.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { Home } from '../../../popup/app.tsx';
import { settingsNow, statusNow } from '../../../ui/page-state.ts';
import { attentionNow, stored } from '../../../ui/stored-state.ts';
import { Rail } from '../../frame/rail.tsx';
import { roomy, wide } from '../../parts/navigation.ts';
import { NowView } from './now-view.tsx';

const NOW = Date.UTC(2026, 10, 21, 15, 13);
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

it('a line that unfolds shows its first row beside the list; once it is folded again, the first other row is shown beside the list', async () => {
  fakeBrowser.reset();
  [roomy.value, wide.value] = [true, true];
  paintFrom(popupStates(NOW)['many-projects'], NOW);
  render(<NowView rest={[]} />);
  const line = screen.getByRole('button', { name: /^Credit cap reached \(50\)/ });
  fireEvent.click(line);
  await screen.findByRole('button', { name: /^Project number 0 is at its cap/ });
  await screen.findByRole('region', { name: 'Project number 0 is at its cap' });
  fireEvent.click(line);
  await waitFor(() => {
    const row = screen.getByRole('button', { name: /^Deliveries to shop.example fail/ });
    expect(row.getAttribute('aria-current'), 'nothing is chosen any more').toBe('true');
  });
  screen.getByRole('region', { name: 'Deliveries to shop.example fail' });
});

it('what repairs the chosen row is the one thing to do beside the list, where its form opens; what is typed there stays while others are looked at', async () => {
  fakeBrowser.reset();
  [roomy.value, wide.value] = [true, true];
  paintFrom(popupStates(NOW).busy, NOW);
  render(<NowView rest={[]} />);
  const row = screen.getByRole('button', { name: /^Barber bookings is at its cap/ });
  const detail = await screen.findByRole('region', { name: 'Barber bookings is at its cap' });
  const raise = within(detail).getByRole('button', { name: 'Raise' });
  expect([...document.querySelectorAll('.primary')]).toEqual([raise]);
  fireEvent.click(raise);
  const field = await within(detail).findByLabelText<HTMLInputElement>(/^New monthly cap of development/);
  await waitFor(() => expect(document.activeElement).toBe(field));
  fireEvent.input(field, { target: { value: '7777' } });
  fireEvent.focus(screen.getByRole('button', { name: /^Deliveries to shop.example fail/ }));
  await screen.findByRole('region', { name: 'Deliveries to shop.example fail' });
  fireEvent.focus(row);
  await screen.findByRole('region', { name: 'Barber bookings is at its cap' });
  expect(field.isConnected && field.value).toBe('7777');
  field.focus();
  fireEvent.keyDown(field, { key: 'Escape' });
  const again = await within(detail).findByRole('button', { name: 'Raise' });
  await waitFor(() => expect(document.activeElement).toBe(again));
});

it('no row leaves while the pointer is over what is beside the lists', async () => {
  fakeBrowser.reset();
  [roomy.value, wide.value] = [true, true];
  const { busy } = popupStates(NOW);
  const { snapshot: read } = busy;
  if (!read?.snapshot.attention) throw new Error('nothing was read');
  paintFrom(busy, NOW);
  render(<NowView rest={[]} />);
  const detail = await screen.findByRole('region', { name: 'Barber bookings is at its cap' });
  const row = () => screen.queryByRole('button', { name: /Barber bookings is at its cap/ });
  fireEvent.pointerEnter(detail.parentElement as Element);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { attention } = read.snapshot;
  const items = attention.items.filter(({ reason }) => reason.kind !== 'credit-cap');
  act(() => {
    const snapshot = { ...read.snapshot, attention: { ...attention, items } };
    paintFrom({ ...busy, snapshot: { ...read, snapshot } }, NOW);
  });
  act(() => void vi.advanceTimersByTime(3000));
  expect(row()).not.toBeNull();
  fireEvent.pointerLeave(detail.parentElement as Element);
  act(() => void vi.advanceTimersByTime(3000));
  expect(row()).toBeNull();
});

it('a newer run of the same project takes the place of the chosen one beside the lists, and no other project does', async () => {
  fakeBrowser.reset();
  [roomy.value, wide.value] = [true, true];
  const busy = popupStates(NOW)['names-of-the-world'];
  const { snapshot: read } = busy;
  const projects = read?.snapshot.sections.projects.data;
  const ended = projects?.items.find(({ run }) => run?.phase === 'finished');
  if (!read || !projects || !ended?.run) throw new Error('nothing has ended');
  paintFrom(busy, NOW);
  render(<NowView rest={[]} />);
  const rowOf = () =>
    document.querySelector(`.row[data-project="${ended.projectId}"] .sentence`) as HTMLElement;
  fireEvent.focus(rowOf());
  await waitFor(() => expect(rowOf().getAttribute('aria-current')).toBe('true'));
  const chosen = rowOf();
  act(() => {
    const run = { ...ended.run, startedAt: NOW - 60_000, finishedAt: NOW - 1000 } as typeof ended.run;
    const items = projects.items.map((one) => (one === ended ? { ...ended, run } : one));
    const sections = {
      ...read.snapshot.sections,
      projects: { ...read.snapshot.sections.projects, data: { ...projects, items } },
    };
    paintFrom({ ...busy, snapshot: { ...read, snapshot: { ...read.snapshot, sections } } }, NOW);
  });
  await waitFor(() => expect(rowOf()).not.toBe(chosen));
  await waitFor(() => expect(rowOf().getAttribute('aria-current')).toBe('true'));
});

it.each([
  ['busy', 2],
  ['failed-work', 3],
  ['not-sent', 3],
  ['no-credits', 3],
  ['acknowledged', 0],
  ['many-projects', 51],
] as const)('%s: badge, popup, Now and the rail count the same things', (state, count) => {
  fakeBrowser.reset();
  Object.assign(fakeBrowser, { commands: { getAll: async () => [] } });
  [roomy.value, wide.value] = [true, true];
  paintFrom(popupStates(NOW)[state], NOW);
  const counted = (view: Parameters<typeof render>[0], selector: string): number => {
    const { container, unmount } = render(view);
    const text = container.querySelector(selector)?.textContent ?? '';
    unmount();
    return Number(text);
  };
  const heading = '[aria-label="Needs you"] h2 span';
  const snapshot = stored.value?.snapshot?.snapshot ?? null;
  const badge = badgeOf({
    ...{ status: statusNow.value, attention: attentionNow.value, snapshot },
    settings: { ...settingsNow.value, calmBadge: 'nothing' },
    now: NOW,
  });
  // The popup says first, instead of a balance, that there are no credits.
  const first = state === 'no-credits' ? 1 : 0;
  expect({
    badge: Number.parseInt(badge.text || '0', 10),
    popup: counted(<Home />, heading) + first,
    now: counted(<NowView rest={[]} />, heading),
    rail: counted(<Rail onPalette={() => {}} />, '.count'),
  }).toEqual({ badge: count, popup: count, now: count, rail: count });
});
