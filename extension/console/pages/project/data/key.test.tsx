// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { DataKeyRecord } from '../../../../../shared/edge-api/data-keys.ts';
import { MINUTE_MS } from '../../../../../shared/time.ts';
import { type Result, success } from '../../../../edge-client/api-error.ts';
import { apiErrorOf } from '../../../../edge-client/edge-client.ts';
import { isOff } from '../../../../fixtures/is-off.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { DataKey } from './key.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
const KEY = 'canary-data-key';
const APP = { id: 'app-1', name: 'Barbers', tables: [{ type: 'booking', label: 'Bookings' }] };
const KNOWN: DataKeyRecord = {
  projectId: 'shop',
  setAt: NOW - MINUTE_MS,
  app: APP,
  appIdentity: 'app-1',
  rejectedAt: null,
};

type Change = { method: string; path: string; body?: unknown };
let changes: Change[];
let answer: (change: Change) => Result<unknown>;

beforeEach(() => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).calm, NOW);
  changes = [];
  answer = ({ body }) =>
    success({
      value: Object(body).confirm
        ? { kind: 'kept', record: KNOWN }
        : { kind: 'confirm', app: APP, looksRight: false, confirm: 'seal-1' },
    });
  respondHere((name, request) => {
    if (name !== 'changeEdge') return null;
    changes.push(request as Change);
    return Promise.resolve(answer(request as Change));
  });
});
afterEach(cleanup);

const press = (name: RegExp | string) => fireEvent.click(screen.getByRole('button', { name }));
const typeKey = (text: string) =>
  fireEvent.input(screen.getByLabelText('Data key'), { target: { value: text } });
const inStorage = async () =>
  JSON.stringify([await fakeBrowser.storage.local.get(null), await fakeBrowser.storage.session.get(null)]);

it('a key is kept only once its owner has seen which app it opens, and stays nowhere in the browser', async () => {
  const { container } = render(<DataKey projectId="shop" known={null} />);
  typeKey('short');
  expect(isOff(screen.getByRole('button', { name: 'Test the key' }))).toBe(true);
  typeKey(` ${KEY} `);
  press('Test the key');
  await screen.findByText('This key opens:');
  expect(container.textContent).toContain('Barbers Bookings');
  expect(container.textContent).toMatch(/does not look like .*shop/);
  press(/^Keep it for/);
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Data key').value).toBe(''));
  expect(changes).toEqual([
    { method: 'PUT', path: '/data-keys/shop', body: { key: KEY } },
    { method: 'PUT', path: '/data-keys/shop', body: { key: KEY, confirm: 'seal-1' } },
  ]);
  expect(await inStorage()).not.toContain(KEY);
});

it('a key that opens nothing is refused in words, and stays to be corrected', async () => {
  answer = () => apiErrorOf(400, { errorCode: 'EDGE_DATA_KEY_REJECTED', errorMessage: 'No such key.' });
  const { container } = render(<DataKey projectId="shop" known={null} />);
  typeKey(KEY);
  press('Test the key');
  await waitFor(() => expect(container.textContent).toContain('does not accept this key'));
  expect(screen.getByLabelText<HTMLInputElement>('Data key').value).toBe(KEY);
  expect(screen.queryByText('This key opens:')).toBeNull();
});

it('a key that the app has begun to reject is said to be, and is forgotten only after a question', async () => {
  render(<DataKey projectId="shop" known={{ ...KNOWN, rejectedAt: NOW - 5 * MINUTE_MS }} />);
  expect(screen.getByRole('alert').textContent).toMatch(/refused it 5\smin\sago/);
  press('Forget the key');
  expect(changes).toEqual([]);
  const sure = screen.getByRole('button', { name: /^Forget it/ });
  await waitFor(() => expect(sure.getAttribute('aria-disabled')).toBe('false'));
  fireEvent.click(sure);
  await waitFor(() =>
    expect(changes).toEqual([{ method: 'DELETE', path: '/data-keys/shop', body: undefined }]),
  );
});
