// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { success } from '../../../edge-client/api-error.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { respondHere } from '../../../messaging/client.ts';
import { useCapRows } from './cap-rows.ts';
import { CapsPromise } from './caps-promise.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
/** A month's caps of every project here: 60 and 40 of 100 each are left. */
const LIMITS = {
  creditLimits: { maxDevelopmentCreditsPerMonth: 100, maxInfrastructureCreditsPerMonth: 100 },
  usedThisMonth: { development: 40, infrastructure: 60 },
};

/** How many projects the service has. */
let projects: number;

beforeEach(() => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).calm, NOW);
  respondHere((name, request) => {
    if (name !== 'readEdge') return null;
    const [path = '', search] = (request as { path: string }).path.split('?');
    const query = new URLSearchParams(search);
    const skip = Number(query.get('skip') ?? 0);
    const value = path.endsWith('/projects')
      ? Array.from({ length: Math.min(Number(query.get('limit')), projects - skip) }, (_, index) => ({
          projectId: `p${skip + index}`,
        }))
      : path.endsWith('/credit-limits')
        ? LIMITS
        : { daily: [] };
    return Promise.resolve(success({ value, readAt: NOW }));
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
