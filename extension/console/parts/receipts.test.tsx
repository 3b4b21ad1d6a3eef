// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { apiError, success } from '../../edge-client/api-error.ts';
import { paintFrom } from '../../fixtures/paint-from.ts';
import { popupStates } from '../../fixtures/popup-states.ts';
import { respondHere } from '../../messaging/client.ts';
import { Receipts } from './receipts.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
const turn = (prompt: string, at: string) => [
  { author: 'user', message: prompt, messageType: 'regular', createdAt: `${at}:00Z` },
  { author: 'agent', message: 'Finished.', messageType: 'finished', createdAt: `${at}:30Z` },
];
const conversation = [
  { author: 'user', message: 'Over midnight', messageType: 'regular', createdAt: '2026-11-15T23:59:00Z' },
  { author: 'agent', message: 'Finished.', messageType: 'finished', createdAt: '2026-11-16T00:14:00Z' },
  ...turn('Alone that day', '2026-11-18T10:00'),
  ...turn('First of two', '2026-11-19T10:00'),
  ...turn('Second of two', '2026-11-19T12:00'),
  ...turn('Alone today', '2026-11-22T08:00'),
];
const daily = [
  { date: '2026-11-15', development: 9, infrastructure: 0 },
  { date: '2026-11-16', development: 0, infrastructure: 0 },
  { date: '2026-11-18', development: 27.7, infrastructure: 1 },
  { date: '2026-11-19', development: 60, infrastructure: 0 },
  { date: '2026-11-22', development: 12, infrastructure: 0 },
];

beforeEach(() => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  respondHere((name, request) => {
    if (name !== 'readEdge') return null;
    const { path } = request as { path: string };
    const value = path.includes('full-conversation')
      ? { conversation }
      : path.startsWith('/work/')
        ? { rows: [], next: null, chain: null }
        : path.includes('spending-analytics')
          ? { daily }
          : null;
    if (value === null) return Promise.resolve(apiError('service-failing'));
    return Promise.resolve(success({ value, readAt: NOW }));
  });
});
afterEach(cleanup);

it('a run whose cost was not reported shows what its day took, where no other run ended on it', async () => {
  render(<Receipts projectId="elsewhere" />);
  const costs = () =>
    [...document.querySelectorAll('.receipt')].map(
      (line) => line.querySelectorAll('.receipt-number')[1]?.textContent,
    );
  await screen.findByText('Alone that day');
  await waitFor(() => expect(costs()).toEqual(['12 today', '–', '–', '≤ 27.7', '≤ 9']));
});
