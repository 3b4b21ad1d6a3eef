// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { apiError, success } from '../../../../edge-client/api-error.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { refreshUnder } from '../../../../reads/resource.ts';
import { stored } from '../../../../ui/stored-state.ts';
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

/** Folds, and what is read again. */
const LOOKS = new Set([
  'Try again',
  'Environment variables',
  'Domain',
  'Repository and design tool',
  'Server',
  'Where it points',
  'What came by it',
]);

describe('whoever only looks', () => {
  beforeEach(() => {
    if (stored.value?.connection)
      stored.value = { ...stored.value, connection: { ...stored.value.connection, role: 'viewer' } };
  });

  it.each(['success', 'error', 'deploying', 'bundling'])(
    'is offered nothing that changes the project, and is told why (%s)',
    async (status) => {
      deployed = status;
      render(<ShipTab projectId="shop" rest={[]} />);
      await screen.findAllByText(/may look, not build/);
      for (const fold of screen.queryAllByRole('button', { expanded: false })) fireEvent.click(fold);
      await new Promise((resolve) => setTimeout(resolve, 20));
      const changes = screen
        .getAllByRole('button')
        .filter(({ textContent }) => !LOOKS.has(textContent ?? ''));
      expect(changes.map(({ textContent }) => textContent)).toEqual([]);
    },
  );
});

it('what could not be read is neither absent nor well', async () => {
  respondHere((name, request) => {
    if (name !== 'readEdge') return null;
    const { path } = request as { path: string };
    return Promise.resolve(
      path === '/service/projects/shop'
        ? success({ value: VALUES[path], readAt: NOW })
        : apiError('service-failing'),
    );
  });
  render(<ShipTab projectId="shop" rest={[]} />);
  await screen.findAllByText(/answered with an error/);
  for (const fold of screen.queryAllByRole('button', { expanded: false })) fireEvent.click(fold);
  // Deployment, versions, repository, design tool, and both parts of the app's own webhook.
  await waitFor(() => expect(screen.getAllByText(/answered with an error/)).toHaveLength(6));
  expect(document.body.textContent).not.toMatch(
    /Live|Not deployed|Deploying|Not connected|Nothing came|Asleep|answered at|Open|Unpublish/,
  );
});
