// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { success } from '../../edge-client/api-error.ts';
import { respondHere } from '../../messaging/client.ts';
import { rowsWith } from './result-grid.tsx';
import { OPERATORS, type RowSource, type RowsQuestion } from './row-source.ts';
import { Rows } from './rows.tsx';
import { writeMode } from './write-mode.ts';

const ROWS = 60;
let key = '';
let tables = 0;
let asked: RowsQuestion[];

beforeEach(() => {
  fakeBrowser.reset();
  key = `table ${++tables}`;
  asked = [];
  respondHere((name, request) => {
    if (name !== 'readEdge') return Promise.resolve(success(null));
    const question = (request as { body: RowsQuestion }).body;
    asked.push(question);
    const { page, limit } = question;
    const all = Array.from({ length: ROWS }, (_, at) => ({
      _id: `r${at + 1}`,
      name: `Row ${at + 1}`,
      seats: at,
    }));
    const value = all.slice(page * limit, (page + 1) * limit);
    return Promise.resolve(success({ value, total: ROWS, readAt: 0 }));
  });
});
afterEach(cleanup);

const source = (): RowSource => ({
  key,
  table: 'bookings',
  place: 'app',
  idColumn: '_id',
  columns: ['name', 'seats'].map((name) => ({ name, label: name, control: null, type: null })),
  operators: OPERATORS,
  hasAlternatives: true,
  hasPages: true,
  rows: (question) => ({ path: `/rows/${key}`, body: question }),
  change: (change) => ({ method: 'POST', path: '/records', body: change }),
  rereads: '/none',
  mode: writeMode(key, 'app'),
  mayEdit: false,
  mayDelete: false,
  addressOf: (row) => `#/${row ?? ''}`,
  fileName: 'bookings',
});
const record = () => screen.findByRole('region', { name: 'The row that is open' });

it('the rows of all pages follow each other in the record, which tells its place among all', async () => {
  const { rerender } = render(<Rows source={source()} row="r50" />);
  await within(await record()).findByText('50 of 60');
  fireEvent.keyDown(await record(), { key: 'ArrowDown' });
  await waitFor(() => expect(location.hash).toBe('#/r51'));
  expect(asked.map(({ page }) => page)).toEqual([0, 1]);
  rerender(<Rows source={source()} row="r51" />);
  await within(await record()).findByText('51 of 60');
  fireEvent.click(within(await record()).getByRole('button', { name: 'Previous row' }));
  await waitFor(() => expect(location.hash).toBe('#/r50'));
});

it('rows are not sorted by a column that is hidden', async () => {
  render(<Rows source={source()} row={undefined} />);
  fireEvent.click(await screen.findByRole('button', { name: 'seats' }));
  await waitFor(() => expect(asked.at(-1)?.sort).toEqual([{ column: 'seats', dir: 'asc' }]));
  fireEvent.click(await screen.findByRole('button', { name: 'More to do with these rows' }));
  fireEvent.click(screen.getByText('Columns shown'));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'seats' }));
  await waitFor(() => expect(asked.at(-1)?.sort).toEqual([]));
});

it('words are found with and without accents', () => {
  const rows = [{ name: 'Čajovna' }, { name: 'Zajovna' }];
  expect(rowsWith(rows, ['name'], 'cajovna')).toEqual([{ name: 'Čajovna' }]);
  expect(rowsWith(rows, ['name'], 'žajovna')).toEqual([{ name: 'Zajovna' }]);
});

it('words that are searched in a page alone say so, and can be searched in all rows', async () => {
  const alone = { ...source(), place: 'development' as const, hasAlternatives: false, hasPages: false };
  render(<Rows source={alone} row={undefined} />);
  fireEvent.input(await screen.findByRole('searchbox', { name: 'Find in these rows' }), {
    target: { value: 'row 6' },
  });
  await screen.findByText("Only this page's 50 rows were searched.");
  fireEvent.click(screen.getByRole('button', { name: 'Search all 60 rows' }));
  await screen.findByText('2 of 60 rows');
  expect(screen.queryByText(/were searched/)).toBeNull();
});

it('where an answer has no number of all rows, it is counted once there are more than its own', async () => {
  respondHere((name, request) => {
    if (name !== 'readEdge') return Promise.resolve(success(null));
    const { path, body } = request as { path: string; body: RowsQuestion };
    asked.push(body);
    const value = path.startsWith('/count')
      ? { rows: [{ n: 60 }] }
      : Array.from({ length: Math.min(body.limit, ROWS) }, (_, at) => ({ _id: `r${at + 1}` }));
    return Promise.resolve(success({ value, total: null, readAt: 0 }));
  });
  const counts = { ...source(), count: (body: RowsQuestion) => ({ path: `/count/${key}`, body }) };
  render(<Rows source={counts} row={undefined} />);
  await screen.findByText('1–50 of 60');
  expect(asked).toHaveLength(2);
});
