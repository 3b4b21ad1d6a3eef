// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { ImportRecord, ImportRow } from '../../../shared/edge-api/imports.ts';
import { success } from '../../edge-client/api-error.ts';
import { paintFrom } from '../../fixtures/paint-from.ts';
import { popupStates } from '../../fixtures/popup-states.ts';
import { respondHere } from '../../messaging/client.ts';
import { ImportsOfTable } from './earlier-imports.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);

const recordOf = (key: string, counts: Record<string, number>, rows: ImportRow[] = []): ImportRecord => ({
  ...{
    key,
    projectId: 'shop',
    table: 'product',
    state: 'done',
    own: false,
    by: 'Office',
    createdAt: NOW,
    settledAt: NOW,
  },
  source: { import: 'x', url: 'https://shop.example/', title: 'Prices' },
  ...{ problem: null, total: 1_000, taken: 0, fileRemoval: null, rows },
  counts: {
    ...{ waiting: 0, sent: 0, created: 0, changed: 0, duplicate: 0, refused: 0, unknown: 0, undone: 0 },
    ...{ kept: 0, ...counts },
  },
});

const rowOf = (more: Partial<ImportRow>): ImportRow => ({
  ...{ row: 3, state: 'kept', recordId: 'r3', isTaken: true, candidates: [], isChecked: true },
  problem: { code: 'EDGE_ONLY_TAKEN', message: 'Only taken.', field: null },
  ...more,
});

let records: ImportRecord[];
let changes: { path: string; body?: unknown }[];

beforeEach(() => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  changes = [];
  respondHere((name, request) => {
    if (name === 'readEdge') {
      const { path } = request as { path: string };
      const one = records.find(({ key }) => path === `/imports/${key}`);
      return Promise.resolve(success({ value: one ?? records, readAt: NOW }));
    }
    if (name !== 'changeEdge') return null;
    changes.push(request as (typeof changes)[number]);
    return Promise.resolve(success({ value: null }));
  });
});
afterEach(cleanup);

/** Presses a button, once it takes clicks. */
async function press(name: RegExp): Promise<void> {
  const button = (await screen.findByRole('button', { name, hidden: true })) as HTMLButtonElement;
  // What spends or deletes takes no click right away.
  await new Promise((resolve) => setTimeout(resolve, 450));
  fireEvent.click(button);
}

describe('the imports of a table, for an owner with another browser', () => {
  it('show what was saved at once as one, with one undo of all its requests', async () => {
    records = [recordOf('b', { created: 891 }), recordOf('a', { created: 1_000 })];
    render(<ImportsOfTable projectId="shop" table="product" />);
    expect(await screen.findByText(/1 earlier import/)).toBeTruthy();
    expect(screen.getByText('1,891 records saved in product')).toBeTruthy();
    expect(screen.getByText(/Prices · Office/), 'who, from where').toBeTruthy();
    await press(/^Undo$/);
    expect(screen.getByText(/those changed since stay as they are/), 'before it is done').toBeTruthy();
    await press(/Delete the 1,891 records/);
    await waitFor(() =>
      expect(changes.map(({ path }) => path).toSorted()).toEqual(['/imports/a/undo', '/imports/b/undo']),
    );
  });

  it('list a record that is only taken to be theirs, and delete it when that is confirmed', async () => {
    records = [{ ...recordOf('a', { undone: 999, kept: 1 }, [rowOf({})]), state: 'undone' }];
    render(<ImportsOfTable projectId="shop" table="product" />);
    expect(await screen.findByText(/whether this import made it is not known/)).toBeTruthy();
    expect(screen.getByText('999 records saved in product')).toBeTruthy();
    expect(changes).toEqual([]);
    await press(/Delete this record too/);
    await press(/Delete this record too/);
    await waitFor(() => expect(changes).toMatchObject([{ path: '/imports/a/undo', body: { rows: [3] } }]));
  });

  it('offer “none of them” for a row after the last check only, and ask', async () => {
    const unknown = { state: 'unknown', recordId: null, isTaken: false, problem: null } as const;
    records = [
      recordOf('a', { unknown: 2 }, [
        rowOf({ ...unknown, row: 1, candidates: ['r1'], isChecked: false }),
        rowOf({ ...unknown, row: 2, candidates: ['r2'] }),
      ]),
    ];
    render(<ImportsOfTable projectId="shop" table="product" />);
    await screen.findByText(/Still looked for/);
    expect(screen.getAllByRole('button', { name: 'None of them', hidden: true })).toHaveLength(1);
    await press(/None of them/);
    expect(changes).toEqual([]);
    await press(/None of them/);
    await waitFor(() =>
      expect(changes).toMatchObject([{ path: '/imports/a/settle', body: { row: 2, recordId: null } }]),
    );
  });
});
