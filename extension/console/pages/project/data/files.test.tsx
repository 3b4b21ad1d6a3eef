// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { apiError, success } from '../../../../edge-client/api-error.ts';
import { isOff } from '../../../../fixtures/is-off.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { writeMode } from '../../../grid/write-mode.ts';
import { AppFiles } from './files.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
const FILES = ['used.png', 'left.pdf'].map((name, at) => ({
  ...{ fileName: `id-${at}.${name.slice(-3)}`, name, storedAt: NOW - at * 1_000, by: 'Studio' },
}));
const TABLES = [
  {
    ...{ _id: 't1', type: 'bill', label: 'Bills' },
    properties: [{ id: 'p1', name: 'scan', label: 'Scan', propertyType: 'file' }],
  },
  {
    ...{ _id: 't2', type: 'person', label: 'People' },
    properties: [{ id: 'p2', name: 'photo', label: 'Photo', propertyType: 'file' }],
  },
];

let asked: string[];
let deleted: string[];
let areFewTold: boolean;

beforeEach(() => {
  fakeBrowser.reset();
  asked = [];
  deleted = [];
  areFewTold = false;
  respondHere((name, sent) => {
    const { path, method, body } = sent as {
      path: string;
      method?: string;
      body?: { pagination: { page: number } };
    };
    if (name === 'changeEdge') {
      if (method === 'DELETE') deleted.push(path);
      return Promise.resolve(success({ value: null }));
    }
    if (name !== 'readEdge') return null;
    asked.push(path);
    const read = (value: unknown, total?: number) =>
      Promise.resolve(success({ value, readAt: NOW, ...(total !== undefined && { total }) }));
    if (path === '/app-files/shop')
      return read({
        files: FILES.filter(({ fileName }) => !deleted.some((one) => one.endsWith(fileName))),
        isCut: false,
      });
    if (path.endsWith('/data-structure')) return read(TABLES);
    if (path.endsWith('/query/bill'))
      return read(
        body?.pagination.page === 0 ? [{ _id: 'b1', scan: { name: 'id-0.png' } }] : [],
        areFewTold ? 2 : 1,
      );
    if (path.endsWith('/query/person')) return Promise.resolve(apiError('refused', 'EDGE_DATA_FORBIDDEN'));
    return null;
  });
  const { connection, ...state } = popupStates(NOW).busy;
  if (!connection) throw new Error('The state of this test has no connection.');
  paintFrom({ ...state, connection: { ...connection, role: 'owner' } }, NOW);
});
afterEach(() => {
  writeMode('shop', 'app').leave();
  cleanup();
});

const look = async () => {
  await waitFor(() => expect(isOff(screen.getByRole('button', { name: /^Look which/ }))).toBe(false));
  fireEvent.click(screen.getByRole('button', { name: /^Look which/ }));
};

it('says of a file which record names it, and of another that none that was read does, with what was not read', async () => {
  render(<AppFiles projectId="shop" />);
  await screen.findByText('left.pdf');
  expect(screen.queryByText(/no record/), 'nothing is said before it was read').toBeNull();
  await look();
  await screen.findByText('a record of Bills');
  await screen.findByText('in no record that was read');
  expect(screen.getByText(/^1 was found in no record/).textContent).toContain('People');
});

it('a table of which fewer records came than it has counts as not read', async () => {
  areFewTold = true;
  render(<AppFiles projectId="shop" />);
  await look();
  expect((await screen.findByText(/^1 was found in no record/)).textContent).toMatch(/Bills.*People/);
});

it('asks before a file is deleted, with what is lost', async () => {
  await writeMode('shop', 'app').enter();
  render(<AppFiles projectId="shop" />);
  fireEvent.click(await screen.findByRole('button', { name: 'Delete left.pdf' }));
  expect(screen.getByRole('group').textContent).toContain('Whether a record names it is not known.');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Delete the file' }).getAttribute('aria-disabled')).toBe(
      'false',
    ),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Delete the file' }));
  await waitFor(() => expect(deleted).toEqual(['/data/shop/files/id-1.pdf']));
  await waitFor(() => expect(screen.queryByText('left.pdf')).toBeNull());
});
