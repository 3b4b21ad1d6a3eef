// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { success } from '../../../edge-client/api-error.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { respondHere } from '../../../messaging/client.ts';
import { stored } from '../../../ui/stored-state.ts';
import { MoneyView } from './money-view.tsx';

beforeEach(() => fakeBrowser.reset());
afterEach(cleanup);

it('ends with the day of the reading: one that began since has no bar of 0, and its month no sum', async () => {
  const readAt = Date.UTC(2026, 11, 1) - 10 * MINUTE_MS;
  paintFrom(popupStates(readAt).calm, readAt + 20 * MINUTE_MS);
  respondHere((name, request) => {
    const { path = '' } = (request ?? {}) as { path?: string };
    return name === 'readEdge' && path.startsWith('/service/credits/spending-analytics')
      ? Promise.resolve(success({ value: { daily: [] }, readAt }))
      : null;
  });
  const { container } = render(<MoneyView rest={[]} />);
  await screen.findByRole('option', { name: 'November', selected: true });
  const ends = [...container.querySelectorAll('.plot-days span')].map((end) => end.textContent);
  expect(ends).toEqual(['1 Nov', '30 Nov']);
});

it('a day of the address rules what is listed, and what is none is this month', async () => {
  const now = Date.UTC(2026, 10, 22, 12);
  const asked: string[] = [];
  const day = (date: string, development: number) => ({ date, development, infrastructure: 1, byType: {} });
  const daily = [day('2026-11-20', 5), day('2026-11-21', 30)];
  respondHere((name, request) => {
    const { path = '' } = (request ?? {}) as { path?: string };
    if (name === 'readEdge') asked.push(path);
    return name === 'readEdge' && path.startsWith('/service/credits/spending-analytics')
      ? Promise.resolve(success({ value: { daily }, readAt: now }))
      : null;
  });
  for (const [address, chosen, sum] of [
    ['2026-11-21', '21 Nov', 31],
    ['2026-02-30', 'November', 37],
  ] as const) {
    paintFrom(popupStates(now).calm, now);
    const { sections } = stored.value?.snapshot?.snapshot ?? {};
    if (sections) Object.assign(sections.spending, { data: { daily }, readAt: now });
    render(<MoneyView rest={[address]} />);
    await screen.findByRole('option', { name: chosen, selected: true });
    expect(screen.getByRole('button', { name: `Sum ${sum}` })).toBeTruthy();
    cleanup();
  }
  expect(asked).toContain('/statements/2026-11-21');
});
