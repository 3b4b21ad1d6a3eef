// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { success } from '../../../edge-client/api-error.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { respondHere } from '../../../messaging/client.ts';
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
  const { container } = render(<MoneyView />);
  await screen.findByRole('button', { name: /^November/ });
  const ends = [...container.querySelectorAll('.plot-days span')].map((end) => end.textContent);
  expect(ends).toEqual(['1 Nov', '30 Nov']);
});
