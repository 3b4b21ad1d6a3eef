// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { success } from '../../../edge-client/api-error.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { respondHere } from '../../../messaging/client.ts';
import { KeyAccount } from './key-account.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
let changes: unknown[];

beforeEach(() => {
  fakeBrowser.reset();
  changes = [];
  respondHere((name, request) => {
    if (name !== 'changeEdge') return null;
    changes.push(request);
    return Promise.resolve(success({ value: null }));
  });
});
afterEach(cleanup);

async function sure(label: string, confirm: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: label }));
  const button = screen.getByRole('button', { name: confirm });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
  fireEvent.click(button);
}

test('an owner chooses whose account it is, and reads first what starting anew deletes', async () => {
  paintFrom(popupStates(NOW)['account-unconfirmed'], NOW);
  render(<KeyAccount />);
  expect(screen.getByText(/another API key/)).toBeTruthy();
  expect(screen.getByText(/all of the former account/)).toBeTruthy();
  await sure('It is another account', 'Delete that and start anew');
  expect(changes).toEqual([{ method: 'POST', path: '/account', body: { account: 'another' } }]);
  await waitFor(() => screen.getByRole('button', { name: 'It is the same account' }));
  await sure('It is the same account', 'Continue with the same account');
  await waitFor(() => expect(changes).toHaveLength(2));
  expect(changes[1]).toEqual({ method: 'POST', path: '/account', body: { account: 'same' } });
});

test('caps that only the former key puts back are named beforehand', () => {
  const state = popupStates(NOW)['account-unconfirmed'];
  const stored = state.snapshot as { snapshot: object };
  const overrides = [{ projectId: 'barber-bookings', own: 500, cap: 130 }];
  const guards = { overrides, refusing: [], dayBudgets: [], failing: [] };
  paintFrom({ ...state, snapshot: { ...stored, snapshot: { ...stored.snapshot, guards } } } as never, NOW);
  render(<KeyAccount />);
  expect(screen.getByText(/\(130 in place of 500\)/)).toBeTruthy();
});

test('others read that an owner has to choose; where nothing is asked, there is nothing', () => {
  const { connection, ...state } = popupStates(NOW)['account-unconfirmed'];
  paintFrom(
    { ...state, ...(connection && { connection: { ...connection, role: 'builder' as const } }) },
    NOW,
  );
  const { container, unmount } = render(<KeyAccount />);
  expect(screen.getByText(/Only owners may do that/)).toBeTruthy();
  expect(container.querySelector('button')).toBeNull();
  unmount();
  paintFrom(popupStates(NOW)['key-rejected'], NOW);
  expect(render(<KeyAccount />).container.textContent).toBe('');
});
