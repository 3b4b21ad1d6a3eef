// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { apiError, success } from '../../edge-client/api-error.ts';
import { paintFrom } from '../../fixtures/paint-from.ts';
import { popupStates } from '../../fixtures/popup-states.ts';
import { respondHere } from '../../messaging/client.ts';
import { Standing } from './standing.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);

beforeEach(() => fakeBrowser.reset());
afterEach(cleanup);

test('the plan is the one that the service names with the limits of a project', async () => {
  respondHere((name, request) =>
    name === 'readEdge' && /^\/service\/projects\/[^/]+\/limits$/.test((request as { path: string }).path)
      ? Promise.resolve(success({ value: { plan: 'starter', features: {} }, readAt: NOW }))
      : null,
  );
  paintFrom(popupStates(NOW).busy, NOW);
  render(<Standing />);
  await waitFor(() => expect(screen.getByText('Plan').nextElementSibling?.textContent).toBe('starter'));
});

test('without that reading nothing is said of a plan', async () => {
  respondHere(() => Promise.resolve(apiError('edge-unreachable')));
  paintFrom(popupStates(NOW).busy, NOW);
  render(<Standing />);
  await waitFor(() => expect(screen.queryByText('Plan')).toBeNull());
});

test('the balance and the key say of when they are, which is one reading', () => {
  respondHere(() => Promise.resolve(apiError('edge-unreachable')));
  paintFrom(popupStates(NOW).busy, NOW);
  render(<Standing />);
  const [balance, key] = ['Balance', 'API key'].map(
    (title) => screen.getByText(title).nextElementSibling?.textContent?.match(/\(at \S+\)$/)?.[0],
  );
  expect(balance).toBeDefined();
  expect(key).toBe(balance);
});
