// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { MINUTE_MS } from '../../../../../shared/time.ts';
import { success } from '../../../../edge-client/api-error.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { Caps } from './caps.tsx';

beforeEach(() => fakeBrowser.reset());
afterEach(cleanup);

it('what was read before the reset is of its month, and not of the one that began since', async () => {
  const readAt = Date.UTC(2026, 11, 1) - 10 * MINUTE_MS;
  paintFrom(popupStates(readAt).calm, readAt + 20 * MINUTE_MS);
  const creditLimits = { maxDevelopmentCreditsPerMonth: 140, maxInfrastructureCreditsPerMonth: 300 };
  const usedThisMonth = { development: 129, infrastructure: 3.4 };
  respondHere((name, request) => {
    const { path = '' } = (request ?? {}) as { path?: string };
    return name === 'readEdge' && path.endsWith('/credit-limits')
      ? Promise.resolve(success({ value: { creditLimits, usedThisMonth }, readAt }))
      : null;
  });
  render(<Caps projectId="shop" wanted={null} />);
  await screen.findByText('November');
  expect(screen.getByText('resets on 1 Dec')).toBeTruthy();
});
