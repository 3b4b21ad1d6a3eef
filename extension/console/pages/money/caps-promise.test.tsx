// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { success } from '../../../edge-client/api-error.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { listedRow, unreadRow } from '../../../fixtures/sample-account.ts';
import { respondHere } from '../../../messaging/client.ts';
import { useCapRows } from './cap-rows.ts';
import { CapsPromise } from './caps-promise.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
/** A month's caps of every project here: 60 and 40 of 100 each are left. */
const LIMITS = {
  data: { caps: { development: 100, infrastructure: 100 }, used: { development: 40, infrastructure: 60 } },
  ...{ readAt: NOW, error: null },
};

/** How many projects the service has. */
let projects: number;

beforeEach(() => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).calm, NOW);
  respondHere((name, request) => {
    if (name !== 'readEdge') return null;
    const query = new URLSearchParams((request as { path: string }).path.split('?')[1]);
    const skip = Number(query.get('skip') ?? 0);
    const days = { data: { daily: [] }, readAt: NOW, error: null };
    const rows =
      query
        .get('ids')
        ?.split(',')
        .map((id) => unreadRow(id, { limits: LIMITS, days })) ??
      Array.from({ length: Math.min(Number(query.get('limit')), projects - skip) }, (_, index) =>
        listedRow(`p${skip + index}`),
      );
    return Promise.resolve(success({ value: { rows, total: projects }, readAt: NOW }));
  });
});
afterEach(cleanup);

function Promised() {
  const { state } = useCapRows();
  const { read, total } = state.value;
  return (
    <>
      <output>{read === total ? 'read' : ''}</output>
      <CapsPromise rows={state.value} credits={5} />
    </>
  );
}

it('says no number before a project was read', () => {
  const before = { rows: [], total: 2, isPart: false, read: 0, unread: [], error: null, readAt: null };
  const { container, rerender } = render(<CapsPromise rows={before} credits={5} />);
  expect(container.querySelector('.amount')?.textContent).toBe('–');
  rerender(<CapsPromise rows={{ ...before, total: null }} credits={5} />);
  expect(container.textContent).toMatch(/– · you have 5$/);
});

async function shownWith(count: number): Promise<string> {
  projects = count;
  const { container } = render(<Promised />);
  await screen.findByText('read');
  const sum = container.querySelector('.meta');
  await waitFor(() => expect(sum?.textContent).not.toContain('–'));
  return sum?.textContent ?? '';
}

it('a sum over all projects is said as it is, also with exactly as many as are read', async () => {
  expect(await shownWith(3)).toMatch(/300 · you have only 5 · 180 for building, 120 for running apps$/);
  cleanup();
  expect(await shownWith(300)).toMatch(
    /30,000 · you have only 5 · 18,000 for building, 12,000 for running apps$/,
  );
});

it('a sum over a part of the projects is said to be the least, of how many, and why', async () => {
  expect(await shownWith(310)).toMatch(
    /at least 30,000 · you have only 5 · 18,000 for building, 12,000 for running apps · 300 of more than 300 projects read · only the 300 that changed last are read/,
  );
});
