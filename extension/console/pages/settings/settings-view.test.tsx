// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { apiError, success } from '../../../edge-client/api-error.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { respondHere } from '../../../messaging/client.ts';
import { SettingsView } from './settings-view.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);

afterEach(cleanup);

test.each([
  ['nothing where the list of the older engine was not read, and a way to read it', null, ''],
  ['a dash where the older engine does not have the operation', {}, '–'],
])('prices show %s', async (_, old, shown) => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  respondHere((_name, request) => {
    const { path } = request as { path: string };
    const creditCosts = path.endsWith('/credit-costs')
      ? { CREATE_PROJECT: 5 }
      : path.endsWith('engine=legacy')
        ? old
        : null;
    return Promise.resolve(
      creditCosts ? success({ value: { creditCosts }, readAt: NOW }) : apiError('edge-failing'),
    );
  });
  render(<SettingsView rest={[]} />);
  const prices = await screen.findByRole('region', { name: 'Fixed prices' });
  fireEvent.click(within(prices).getByRole('button', { name: 'Fixed prices' }));
  const row = (await within(prices).findByText('New project')).closest('tr') as HTMLTableRowElement;
  if (old === null) await within(prices).findByRole('button', { name: 'Try again' });
  const cells = () => [...row.cells].map(({ textContent }) => textContent);
  await waitFor(() => expect(cells()).toEqual(['New project', '5', shown]));
});

test('the plan is the one that the service names with the limits of a project', async () => {
  fakeBrowser.reset();
  respondHere((name, request) =>
    name === 'readEdge' && /^\/service\/projects\/[^/]+\/limits$/.test((request as { path: string }).path)
      ? Promise.resolve(success({ value: { plan: 'starter', features: {} }, readAt: NOW }))
      : null,
  );
  paintFrom(popupStates(NOW).busy, NOW);
  render(<SettingsView rest={[]} />);
  await waitFor(() => expect(screen.getByText('Plan').nextElementSibling?.textContent).toBe('starter'));
});

test('a browser that is not paired has its form and its own settings, and nothing of an account', () => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW)['not-paired'], NOW);
  render(<SettingsView rest={[]} />);
  screen.getByLabelText('Line to paste');
  screen.getByRole('group', { name: 'Look' });
  expect(screen.queryByRole('heading', { name: 'Service' })).toBeNull();
});
