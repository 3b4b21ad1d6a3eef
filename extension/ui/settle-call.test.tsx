// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { apiError, type Result, success } from '../edge-client/api-error.ts';
import { paintFrom } from '../fixtures/paint-from.ts';
import { popupStates } from '../fixtures/popup-states.ts';
import { recordFixture } from '../launch/entry-fixture.ts';
import { respondHere } from '../messaging/client.ts';
import { paidCallWords, SettleUnknown } from './priced-button.tsx';

const NOW = Date.UTC(2026, 10, 21, 9, 30);
const FOR = { edge: 'https://edge.example', ledgerId: 'ledger-1', epoch: 1 };
const call = {
  ...{
    key: 'key-12345678',
    method: 'POST' as const,
    path: '/',
    body: null,
    confirmedAt: NOW,
    confirmedFor: FOR,
  },
  about: { operation: 'recoverVersion', projectId: 'shop', words: '' },
  ...{ state: 'open' as const, settledAt: null, error: null },
  record: recordFixture({
    key: 'key-12345678',
    operation: 'recoverVersion',
    state: 'unknown',
    settledAt: null,
  }),
};

let said: unknown[];
let response: Result<null>;
beforeEach(() => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  said = [];
  response = success(null);
  respondHere((name, request) => {
    if (name !== 'settlePaidCall') return null;
    said.push(request);
    return Promise.resolve(response);
  });
});
afterEach(cleanup);

async function press(name: string): Promise<void> {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
  fireEvent.click(button);
}

it.each([
  [true, 'It happened', 'Record that it happened'],
  [false, 'It did not happen', 'Record that it did not happen'],
])('a call whose outcome is not known is settled on a second word: %s', async (happened, label, sure) => {
  render(<SettleUnknown call={call} />);
  await press(label);
  expect(said).toEqual([]);
  await press(sure);
  await waitFor(() => expect(said).toEqual([{ key: call.key, happened }]));
});

it('a call that would have created a project is settled by naming it, or as not made', async () => {
  const candidates = [{ projectId: 'shop-2', label: null, createdAt: null, url: null }];
  const record = { ...call.record, operation: 'createProject', candidates };
  render(<SettleUnknown call={{ ...call, record }} />);
  expect(screen.queryByRole('button', { name: 'It happened' })).toBeNull();
  await press('It is shop-2');
  await press('Record that it happened');
  await waitFor(() => expect(said).toEqual([{ key: call.key, happened: true, projectId: 'shop-2' }]));
});

it('why it could not be settled is said', async () => {
  response = apiError('offline');
  render(<SettleUnknown call={call} />);
  await press('It happened');
  await press('Record that it happened');
  await screen.findByRole('alert');
});

it('there is nothing to say while the edge still waits, nor once it is settled', () => {
  for (const state of ['sent', 'launched'] as const) {
    render(<SettleUnknown call={{ ...call, record: { ...call.record, state } }} />);
    expect(screen.queryByRole('button')).toBeNull();
  }
});

it('what the service remarked is shown with its outcome, and nothing is called free of charge that was not refused', () => {
  const remarks = ['model sonnet is not available and was ignored'];
  const done = { ...call, state: 'done' as const, settledAt: NOW, record: null };
  expect(paidCallWords({ ...done, remarks })).toMatch(
    /^The service accepted it .*model sonnet is not available/,
  );
  expect(paidCallWords({ ...call, state: 'absent' })).not.toMatch(/charged/);
  const record = { ...call.record, isSettledByUser: true };
  expect(paidCallWords({ ...done, record })).toBe('You said that it happened.');
  expect(paidCallWords({ ...call, state: 'absent', record })).toBe('You said that it did not happen.');
});
