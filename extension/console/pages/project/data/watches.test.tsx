// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { readTables } from '../../../../../shared/data-api/records.ts';
import type { WatchRecord } from '../../../../../shared/data-api/watch-record.ts';
import { success } from '../../../../edge-client/api-error.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { stored } from '../../../../ui/stored-state.ts';
import { NewWatch } from './new-watch.tsx';
import { Watches } from './watches.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
const STRUCTURE = [
  {
    ...{ _id: 't1', type: 'sale', label: 'Sales' },
    properties: [
      { name: 'buyer', label: 'Buyer', propertyType: 'string' },
      { name: 'amount', label: 'Amount', propertyType: 'number' },
      { name: 'bill', label: 'Bill', propertyType: 'file' },
    ],
  },
];
const [sales] = readTables(STRUCTURE);
if (!sales) throw new Error('The table of this test can’t be read.');

const watch = (more: Partial<WatchRecord>): WatchRecord => ({
  ...{ id: 'watch-1', kind: 'records', projectId: 'shop', table: 'sale', filter: null, label: 'Big sales' },
  ...{ property: 'buyer', createdAt: NOW, news: 3, newest: [], count: null, lookedAt: NOW, problem: null },
  ...more,
});

type Change = { method: string; path: string; body?: unknown };
let changes: Change[];
let watches: WatchRecord[];

beforeEach(() => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  changes = [];
  watches = [];
  respondHere((name, request) => {
    if (name === 'readEdge') {
      const { path } = request as { path: string };
      return Promise.resolve(success({ value: path === '/watches' ? watches : STRUCTURE, readAt: NOW }));
    }
    if (name !== 'changeEdge') return null;
    changes.push(request as Change);
    return Promise.resolve(success({ value: null }));
  });
});
afterEach(cleanup);

const press = (name: string, at = 0) =>
  fireEvent.click(screen.getAllByRole('button', { name })[at] as Element);

describe('a watch is made of what the list shows', () => {
  it('with the filter that is set, its name, and only the property that was chosen', async () => {
    const where = [{ column: 'amount', op: 'gte' as const, value: 100 }];
    render(<NewWatch projectId="shop" table={sales} where={where} onBegun={() => {}} />);
    press('Watch for new records');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Sales, Amount is at least 100');
    const property = screen.getByLabelText<HTMLSelectElement>('Show of each');
    expect([...property.options].map(({ value }) => value)).toEqual(['', 'buyer', 'amount']);
    fireEvent.change(property, { target: { value: 'buyer' } });
    press('Save');
    await screen.findByText(/New records are announced from now on/);
    expect(changes).toEqual([
      {
        method: 'PUT',
        path: expect.stringMatching(/^\/watches\/[\w-]{8,}$/),
        body: {
          ...{ kind: 'records', projectId: 'shop', table: 'sale', label: 'Sales, Amount is at least 100' },
          ...{ filter: [{ amount: { gte: 100 } }], property: 'buyer' },
        },
      },
    ]);
  });

  it('as a count of the day, in the zone in which the user’s day begins', async () => {
    render(<NewWatch projectId="shop" table={sales} where={[]} onBegun={() => {}} />);
    press('Pin the count');
    fireEvent.change(screen.getByLabelText('Count'), { target: { value: 'day' } });
    press('Save');
    await screen.findByText(/The count appears beside the project/);
    expect(changes[0]?.body).toEqual({
      ...{ kind: 'count', projectId: 'shop', table: 'sale', label: 'Sales', within: 'day' },
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  });
});

describe('the list of watches', () => {
  it('shows this project’s with their counts, when each was last read, and in words why it can’t be', async () => {
    const problem = { code: 'EDGE_SERVICE_NOT_FOUND', message: 'No type gone' };
    watches = [
      watch({ filter: [{ amount: { gte: 100 } }] }),
      watch({ id: 'watch-2', kind: 'count', label: 'Sales today', within: 'day', count: 13 }),
      watch({ id: 'watch-3', label: 'Lost', table: 'gone', problem }),
      watch({ id: 'watch-4', label: 'Elsewhere', projectId: 'other' }),
    ];
    // The head of the project has read it since, and the list agrees with it.
    const pinned = { id: 'watch-2', projectId: 'shop', label: 'Sales today', count: 14 };
    if (!stored.value) throw new Error('Nothing is painted.');
    stored.value = { ...stored.value, watches: { version: 1, counts: [pinned] } };
    render(<Watches projectId="shop" />);
    // The structure of the tables, which has their names, is read beside the watches.
    await screen.findByText(/announced with Buyer/);
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(
        /Big sales.*announced with Buyer · 3 new records since it began · Amount is at least 100.*Checked/,
      ),
      expect.stringMatching(/Sales today.*14 made today/),
      expect.stringMatching(/Lost.*filter is gone/),
    ]);
  });

  it('deletes one after a question that names it', async () => {
    watches = [watch({})];
    render(<Watches projectId="shop" />);
    const [row] = await screen.findAllByRole('listitem');
    if (!row) throw new Error('The list of watches is empty.');
    fireEvent.click(within(row).getByRole('button', { name: /^Delete: / }));
    const sure = within(row).getByRole('button', { name: 'Stop watching Big sales' });
    await waitFor(() => expect(sure.getAttribute('aria-disabled')).not.toBe('true'));
    fireEvent.click(sure);
    await waitFor(() => expect(changes).toEqual([{ method: 'DELETE', path: '/watches/watch-1' }]));
  });
});
