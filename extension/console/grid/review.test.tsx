// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { unreadSections } from '../../../shared/snapshot/project-fixture.ts';
import { success } from '../../edge-client/api-error.ts';
import { respondHere } from '../../messaging/client.ts';
import { type Stored, stored } from '../../ui/stored-state.ts';
import { OPERATORS, type RowSource } from './row-source.ts';
import { Rows } from './rows.tsx';
import { changesOf } from './staged-changes.ts';
import { writeMode } from './write-mode.ts';

let key = '';
let tables = 0;

beforeEach(() => {
  fakeBrowser.reset();
  key = `table ${++tables}`;
  respondHere((name) => {
    if (name === 'readEdge')
      return Promise.resolve(success({ value: [{ id: 'r1', name: 'Ada', seats: 2 }], readAt: 0 }));
    return Promise.resolve(success(null));
  });
});
afterEach(cleanup);

const source = (part: Partial<RowSource> = {}): RowSource => ({
  key,
  table: 'bookings',
  place: 'development',
  idColumn: 'id',
  columns: ['id', 'name', 'seats'].map((name) => ({ name, label: name, control: null, type: null })),
  operators: OPERATORS,
  hasAlternatives: false,
  hasPages: false,
  rows: () => ({ path: `/rows/${key}`, body: {} }),
  change: (change) => ({ method: 'POST', path: '/records', body: change }),
  rereads: '/none',
  mode: writeMode(key, 'development'),
  mayEdit: true,
  mayDelete: true,
  addressOf: (row) => `#/${row ?? ''}`,
  fileName: 'bookings',
  ...part,
});
const show = (row: string, part?: Partial<RowSource>) => render(<Rows source={source(part)} row={row} />);
const edit = async () => fireEvent.click(await screen.findByRole('button', { name: 'Edit preview rows' }));
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const type = async (name: string, value: string) => fireEvent.input(await field(name), { target: { value } });
const keptCount = async () => changesOf(key).staged.value.length;

const reachable = () => {
  stored.value = {
    connection: { edge: 'https://edge.example', deviceId: 'd', role: 'owner', name: 'n', pairedAt: 0 },
    health: { lastOkAt: 0, failure: null, live: true },
    snapshot: { snapshot: { sections: unreadSections }, skewMs: 0 },
  } as unknown as Stored;
};

it('a new row outlives its view: its form and the review have it, read-only until write mode is entered again', async () => {
  show('+1');
  await edit();
  await type('name', 'Grace');
  await type('seats', '3');
  await waitFor(async () => expect(await keptCount()).toBe(1));
  source().mode.leave();
  cleanup();
  show('+1');
  await screen.findByText('Grace');
  expect(screen.queryByRole('textbox', { name: 'name' })).toBeNull();
  await edit();
  expect((await field('name')).value).toBe('Grace');
});

it('what was staged before is sent as it stands: write mode is entered with it', async () => {
  show('r1');
  await edit();
  await type('name', 'Grace');
  await waitFor(async () => expect(await keptCount()).toBe(1));
  source().mode.leave();
  cleanup();
  reachable();
  const asked: string[] = [];
  respondHere((name, request) => {
    if (name === 'readEdge')
      return Promise.resolve(success({ value: [{ id: 'r1', name: 'Ada', seats: 2 }], readAt: 0 }));
    if (name === 'changeEdge') asked.push((request as { path: string }).path);
    return Promise.resolve(success(null));
  });
  show('r1');
  fireEvent.click(await screen.findByRole('button', { name: 'Send 1 change to preview' }));
  await waitFor(() => expect(asked).toEqual([expect.stringMatching(/^\/write-mode\//), '/records']));
  expect(source().mode.on.value).toBe(true);
});

it('a text that is no value outlives its view too, and keeps its change from being sent', async () => {
  show('r1');
  await edit();
  await type('seats', '3x');
  await waitFor(async () => expect(await keptCount()).toBe(1));
  cleanup();
  show('r1');
  await waitFor(async () => expect((await field('seats')).value).toBe('3x'));
  await screen.findByText(/is not valid yet; not sent/);
  expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull();
});

it('a change is named by what its row begins with in the list, and by the labels of its columns', async () => {
  const labels = { name: 'Guest', seats: 'Seats taken' };
  show('r1', {
    columns: Object.entries(labels).map(([name, label]) => ({ name, label, control: null, type: null })),
  });
  await edit();
  await type('Seats taken', '3');
  const review = await screen.findByRole('region', { name: 'Changes that are not sent yet' });
  await waitFor(() => expect(review.textContent).toMatch(/Ada.*Seats taken.*2.*→.*3/));
  expect(review.textContent).not.toContain('r1');
});

it('a new row that lacks what it must have says so by its label, before it is sent', async () => {
  const columns = source().columns.map((column) =>
    column.name === 'name' ? { ...column, label: 'Full name', isRequired: true } : column,
  );
  show('+9', { columns });
  await edit();
  await type('seats', '3');
  await screen.findByText('Required and empty: Full name.');
  await type('Full name *', 'Grace');
  await waitFor(() => expect(screen.queryByText(/^Required and empty/)).toBeNull());
});

it('discarded changes can be brought back', async () => {
  show('r1');
  await edit();
  await type('seats', '3');
  fireEvent.click(await screen.findByRole('button', { name: 'Discard all' }));
  await screen.findByText('1 change discarded.');
  await waitFor(async () => expect(await keptCount()).toBe(0));
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('3', { selector: 'ins' });
  expect(screen.queryByText('1 change discarded.')).toBeNull();
});

it('a new row that was sent is shown as it is stored, and the undo of a change says that it is only staged', async () => {
  respondHere((name, request) =>
    Promise.resolve(
      success(
        name === 'readEdge'
          ? { value: [{ id: 'r1', name: 'Ada', seats: 2 }], readAt: 0 }
          : { value: JSON.stringify(request).includes('create') ? { id: 'r2' } : null },
      ),
    ),
  );
  reachable();
  location.hash = '#/+7';
  show('+7');
  await edit();
  await type('name', 'Grace');
  const send = async () => {
    fireEvent.click(await screen.findByRole('button', { name: /^Send 1 change/ }));
    await screen.findByText('Saved.');
  };
  await send();
  expect(location.hash).toBe('#/r2');
  // What was made is taken back as a deletion, which asks for the name of its table.
  fireEvent.click(await screen.findByRole('button', { name: 'Undo 1 change…' }));
  await screen.findByText('Delete row');
  fireEvent.click(await screen.findByRole('button', { name: /^Send 1 change/ }));
  const question = await screen.findByRole('group', { name: /^Send 1 change/ });
  expect(question.querySelector('input')).not.toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(screen.getByRole('button', { name: 'Discard all' }));
  cleanup();
  location.hash = '#/r1';
  show('r1');
  await type('seats', '3');
  await send();
  expect(location.hash).toBe('#/r1');
  fireEvent.click(await screen.findByRole('button', { name: 'Undo 1 change…' }));
  await screen.findByRole('button', { name: /^Send 1 change/ });
});

it('what was sent is said and can be undone while another change still waits', async () => {
  reachable();
  show('r1');
  await edit();
  await type('name', 'Grace');
  changesOf(key).edit((list) => [
    ...list,
    {
      ...{ key: 'r9', change: { kind: 'update', id: 'r9', data: {} }, before: { id: 'r9', seats: 1 } },
      ...{ invalid: { seats: 'x' }, problem: null, sentAt: null },
    },
  ]);
  await screen.findByText(/is not valid yet/);
  fireEvent.click(await screen.findByRole('button', { name: /^Send 1 change/ }));
  await screen.findByText('1 change saved.');
  screen.getByText(/is not valid yet/);
  fireEvent.click(screen.getByRole('button', { name: 'Undo 1 change…' }));
  await waitFor(() => expect(screen.queryByText('1 change saved.')).toBeNull());
});

it('the record that a staged value refers to is shown by its name', async () => {
  const names = new Map([['c7', 'Ayşe']]);
  const read = new Set<unknown>();
  const columns = source().columns.map((column) =>
    column.name === 'name' ? { ...column, choices: async () => [{ id: 'c7', name: 'Ayşe' }] } : column,
  );
  changesOf(key).edit(() => [
    {
      key: '+3',
      change: { kind: 'create', data: { name: 'c7' } },
      before: null,
      problem: null,
      sentAt: null,
    },
  ]);
  render(
    <Rows
      source={source({ columns })}
      row="+3"
      named={(rows, draw) => {
        for (const row of rows) read.add(row.name);
        return draw((_, value) => (read.has(value) ? (names.get(String(value)) ?? null) : null));
      }}
    />,
  );
  await edit();
  const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'name' });
  expect(field.value).toBe('Ayşe');
});

it('a deletion is confirmed by what its table is called, and leads to where it can be brought back', async () => {
  reachable();
  show('r1', { place: 'app', label: 'Guests', deletedAddress: '#/deleted', mode: writeMode(key, 'app') });
  fireEvent.click(await screen.findByRole('button', { name: 'Edit records' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete row' }));
  fireEvent.click(await screen.findByRole('button', { name: /^Send 1 change/ }));
  fireEvent.input(await screen.findByRole('textbox', { name: /of Guests/ }), { target: { value: 'guests' } });
  const sure = screen.getByRole('button', { name: /^Send 1 change/ });
  await waitFor(() => expect(sure.getAttribute('aria-disabled')).toBe('false'));
  fireEvent.click(sure);
  const link = await screen.findByRole('link', { name: 'Bring it back under Deleted' });
  expect(link.getAttribute('href')).toBe('#/deleted');
});
