// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { success } from '../../../../edge-client/api-error.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { refreshUnder } from '../../../../reads/resource.ts';
import { ShipTab } from './ship-tab.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
const VALUES: Record<string, unknown> = {
  '/service/projects/shop': { projectId: 'shop' },
  '/service/projects/shop/backend/dev/logs': { logs: 'started' },
};
let deployed: string;

beforeEach(() => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).calm, NOW);
  deployed = 'success';
  respondHere((name, request) => {
    if (name !== 'readEdge') return null;
    const { path } = request as { path: string };
    const value = path.endsWith('/deployments/status')
      ? { status: deployed, createdAt: null }
      : (VALUES[path] ?? {});
    return Promise.resolve(success({ value, readAt: NOW }));
  });
});
afterEach(cleanup);

const isLogLast = () => {
  const parts = screen.getAllByRole('region').map((part) => part.getAttribute('aria-label'));
  return parts.indexOf('Logs') > parts.indexOf('Environment variables');
};
const fail = async () => {
  deployed = 'error';
  await refreshUnder('/service/projects/shop');
  await screen.findByText(/^The deployment failed/);
};

it('a failed deployment has its log beside it, which stays there', async () => {
  render(<ShipTab projectId="shop" rest={[]} />);
  await screen.findByText(/^Live, deployed/);
  expect(isLogLast()).toBe(true);
  await fail();
  await screen.findByText('started');
  expect(isLogLast()).toBe(false);
  deployed = 'success';
  await refreshUnder('/service/projects/shop');
  await screen.findByText(/^Live, deployed/);
  expect(isLogLast()).toBe(false);
});

it('the log that was chosen stays as it is, and where it is, when a deployment fails', async () => {
  render(<ShipTab projectId="shop" rest={[]} />);
  await screen.findByText(/^Live, deployed/);
  fireEvent.click(screen.getByRole('button', { name: 'Logs' }));
  fireEvent.click(screen.getByRole('button', { name: 'production' }));
  await fail();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'production' }).getAttribute('aria-pressed')).toBe('true'),
  );
  expect(isLogLast()).toBe(true);
});
