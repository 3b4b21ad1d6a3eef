// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { MINUTE_MS } from '../../../../../shared/time.ts';
import { apiError, success } from '../../../../edge-client/api-error.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { LimitsTab } from './limits-tab.tsx';

const DECEMBER = Date.UTC(2026, 11);
const VALUES = {
  'credit-limits': {
    creditLimits: { maxDevelopmentCreditsPerMonth: 140 },
    usedThisMonth: { development: 139, infrastructure: 0 },
  },
  'spending-analytics': { daily: [{ date: '2026-11-30', development: 12, infrastructure: 0 }] },
};

beforeEach(() => {
  fakeBrowser.reset();
  respondHere(async (name, request) => {
    const { path = '' } = request as { path?: string };
    const value = Object.entries(VALUES).find(([part]) => path.includes(part))?.[1];
    return name === 'readEdge' && value
      ? success({ value, readAt: DECEMBER - MINUTE_MS })
      : apiError('refused', 'NOT_FOUND');
  });
});
afterEach(cleanup);

test.each([DECEMBER - 1, DECEMBER + MINUTE_MS])(
  'what was used in a month is of that month, however late it is shown',
  async (now) => {
    paintFrom(popupStates(now).calm, now);
    render(<LimitsTab projectId="shop" rest={[]} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Spending this month' }));
    fireEvent.click(await screen.findByRole('button', { name: 'as a table' }));
    const rows = (await screen.findAllByRole('row')).map(({ textContent }) => textContent);
    expect([rows[1], rows.at(-1)]).toEqual([
      expect.stringMatching(/^30 Nov.*139 used/),
      expect.stringMatching(/^1 Nov/),
    ]);
  },
);
