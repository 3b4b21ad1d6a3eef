// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/preact';
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
  expect((await screen.findByText('Plan')).nextElementSibling?.textContent).toContain('starter');
});

test('without that reading nothing is said of a plan', () => {
  respondHere(() => Promise.resolve(apiError('edge-unreachable')));
  paintFrom(popupStates(NOW).busy, NOW);
  render(<Standing />);
  expect(screen.queryByText('Plan')).toBeNull();
});
