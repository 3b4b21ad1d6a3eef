// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { readTables } from '../../../../../shared/data-api/records.ts';
import { apiError, type Result, success } from '../../../../edge-client/api-error.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { writeMode } from '../../../grid/write-mode.ts';
import { AttachFile } from './attach-file.tsx';
import type { attachFile } from './upload.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const [bills] = readTables([
  {
    ...{ _id: 't1', type: 'bill', label: 'Bills' },
    properties: [
      { id: 'p1', name: 'payer', label: 'Payer', propertyType: 'string' },
      { id: 'p2', name: 'scan', label: 'Scan', propertyType: 'file' },
    ],
  },
]);
if (!bills) throw new Error('The table of this test can’t be read.');
const OF_ANN = [{ column: 'payer', op: 'eq' as const, value: 'Ann Ó' }];

let sent: unknown[];
let total: number;
let answer: Result<number | null>;

beforeEach(async () => {
  fakeBrowser.reset();
  sent = [];
  total = 2;
  answer = success(2);
  respondHere((name) => {
    if (name === 'readEdge') return Promise.resolve(success({ value: [{}], readAt: NOW, total }));
    if (name === 'changeEdge') return Promise.resolve(success({ value: null }));
    return null;
  });
  await writeMode('shop', 'app').enter();
});
afterEach(() => {
  writeMode('shop', 'app').leave();
  cleanup();
});

function shown(role: 'owner' | 'builder', where = OF_ANN) {
  const states = popupStates(NOW).busy;
  const { connection } = states;
  if (!connection) throw new Error('The state of this test has no connection.');
  paintFrom({ ...states, connection: { ...connection, role } }, NOW);
  const attach: typeof attachFile = async (_, file, to) => {
    sent.push({ file: file.name, ...to });
    return answer;
  };
  render(
    <AttachFile projectId="shop" table={bills as NonNullable<typeof bills>} where={where} attach={attach} />,
  );
}

const choose = () =>
  fireEvent.change(screen.getByLabelText('Choose a file'), {
    target: { files: [new File(['%PDF-'], 'terms.pdf', { type: 'application/pdf' })] },
  });

async function press(name: string): Promise<void> {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
  fireEvent.click(button);
}

it('a file goes to all rows found, once it was said how many they are and what it replaces', async () => {
  shown('owner');
  choose();
  await screen.findByText(/terms\.pdf.* replaces what stands under .*Scan.* of:/);
  await press('Attach to 2 rows');
  await screen.findByText('Attached to 2 rows');
  const filter = [{ field: 'p1', value: 'Ann Ó' }];
  expect(sent).toEqual([{ file: 'terms.pdf', table: 't1', property: 'p2', filter, limit: 2 }]);
});

it('several rows are an owner’s to change; a builder attaches to one', async () => {
  shown('builder');
  choose();
  await screen.findByText(/only an owner changes several/);
  expect(screen.queryByRole('button', { name: /^Attach to/ })).toBeNull();
  total = 1;
  choose();
  await press('Attach to 1 row');
  await waitFor(() => expect(sent).toMatchObject([{ limit: 1 }]));
});

it('a lost response says that the file may be there, and nothing is sent without conditions', async () => {
  answer = apiError('service-failing', 'EDGE_DATA_UNREACHABLE');
  shown('owner');
  choose();
  await press('Attach to 2 rows');
  await screen.findByText(/It may have been done all the same/);
  cleanup();
  shown('owner', []);
  screen.getByText(/^Filter by conditions/);
});
