// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { readTables } from '../../../../../shared/data-api/records.ts';
import { apiError, success } from '../../../../edge-client/api-error.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { readFormDrafts } from '../../../../storage/form-drafts.ts';
import { Grid } from '../../../grid/grid.tsx';
import { Rows } from '../../../grid/rows.tsx';
import { dataSource } from './data-source.ts';
import { ReferenceNames } from './reference-names.tsx';

const TABLES = readTables([
  {
    ...{ _id: 't1', type: 'booking', label: 'Bookings' },
    properties: [
      { name: 'guest', propertyType: 'objectReference', objectReference: { objectReferenceTypeId: 't2' } },
    ],
  },
  {
    _id: 't2',
    type: 'guest',
    label: 'Guests',
    properties: [{ name: 'name', propertyType: 'string' }],
  },
]);
const [bookings] = TABLES;
if (!bookings) throw new Error('The tables of this test can’t be read.');

let requests: unknown[];
beforeEach(() => {
  fakeBrowser.reset();
  requests = [];
  respondHere((name, request) => {
    if (name !== 'readEdge') return null;
    requests.push(request);
    return Promise.resolve(success({ value: [{ _id: 'g1', name: 'Ada' }], readAt: 0 }));
  });
});
afterEach(cleanup);

it('a grid names the records that its rows refer to, by one question; one that is gone stays its id', async () => {
  const rows = [
    { _id: 'b1', guest: 'g1' },
    { _id: 'b2', guest: 'g1' },
    { _id: 'b3', guest: 'g9' },
  ];
  render(
    <ReferenceNames projectId="shop" tables={TABLES} table={bookings} rows={rows} names={signal(new Map())}>
      {(nameOf) => <Grid label="booking" names={['guest']} rows={rows} nameOf={nameOf} />}
    </ReferenceNames>,
  );
  expect(await screen.findAllByText('Ada')).toHaveLength(2);
  expect(screen.getByText('g9')).toBeTruthy();
  expect(requests).toEqual([
    {
      path: '/data/shop/crud/query/guest',
      keep: false,
      body: { filter: [{ or: [{ _id: 'g1' }, { _id: 'g9' }] }], pagination: { limit: 2, page: 0 } },
    },
  ]);
});

it('names that were read are shown at once where rows come back, and are read again', async () => {
  const names = signal<ReadonlyMap<string, string>>(new Map());
  const grid = (
    <ReferenceNames
      {...{ projectId: 'shop', tables: TABLES, table: bookings, names }}
      rows={[{ _id: 'b1', guest: 'g1' }]}
    >
      {(nameOf) => <p>{nameOf('guest', 'g1') ?? 'g1'}</p>}
    </ReferenceNames>
  );
  const { rerender } = render(grid);
  await screen.findByText('Ada');
  rerender(<p>Nothing was found.</p>);
  rerender(grid);
  expect(screen.getByText('Ada')).toBeTruthy();
  await waitFor(() => expect(requests).toHaveLength(2));
});

it('what is found says that it is incomplete where linked records can’t be read, also once it is shown again', async () => {
  let isReadable = false;
  respondHere((name, request) => {
    if (name !== 'readEdge') return Promise.resolve(success(null));
    const { path } = request as { path: string };
    if (path.endsWith('/guest') && !isReadable) return Promise.resolve(apiError('service-failing', 'X'));
    return Promise.resolve(success({ value: [], total: 0, readAt: 0 }));
  });
  const source = dataSource('shop', TABLES, bookings, 'viewer');
  const { unmount } = render(<Rows source={source} row={undefined} />);
  const find = (words: string) =>
    fireEvent.input(screen.getByRole('searchbox', { name: 'Find texts and numbers' }), {
      target: { value: words },
    });
  find('Ada');
  const isPart = 'Not all could be read: some may be missing.';
  await screen.findByText(isPart);
  await waitFor(async () => expect(await readFormDrafts('memory')).not.toEqual({}));
  unmount();
  render(<Rows source={source} row={undefined} />);
  await screen.findByText(isPart);
  isReadable = true;
  find('Ad');
  await waitFor(() => expect(screen.queryByText(isPart)).toBeNull());
});
