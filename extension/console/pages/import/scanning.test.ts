import { type Signal, signal } from '@preact/signals';
import { beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { apiError, type Result, success } from '../../../edge-client/api-error.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import type { PlannedRow } from '../../../import/difference.ts';
import { respondHere } from '../../../messaging/client.ts';
import type { MessageRequest } from '../../../messaging/contract.ts';
import type { ImportDraft, ImportScan } from '../../../storage/import-draft-schema.ts';
import { newImportDraft, newImportScan, SCAN_CHOSEN } from '../../../storage/import-drafts.ts';
import { paidCallsItem, type StoredPaidCall } from '../../../storage/paid-calls.ts';
import { createScanning } from './scanning.ts';

const SCAN: ImportScan = {
  ...{ fileId: 'f1', name: 'bill.pdf', type: 'application/pdf', size: 9, isPhotograph: false },
  ...{ mode: 'invoice', model: 'docscan', pages: '', isPerPage: false, hint: '' },
  ...{ maxPages: '', hasItems: false, hasTableFields: false, hasText: false, isFileRemoved: false },
  ...{ uploaded: 'bill-1.pdf', call: null },
};

const NOW = Date.UTC(2026, 10, 22, 9);

let keys: string[];
let bodies: unknown[];
let response: Result<{ value?: unknown }>;
/** What the background stores of the call. */
let stored: Partial<StoredPaidCall> | null;

/** Only an owner may have files removed. */
function paintAs(role: 'owner' | 'builder') {
  const { connection, ...state } = popupStates(NOW).busy;
  if (!connection) throw new Error('The state of this test has no connection.');
  paintFrom({ ...state, connection: { ...connection, role } }, NOW);
}

beforeEach(() => {
  fakeBrowser.reset();
  paintAs('owner');
  keys = [];
  bodies = [];
  stored = null;
  respondHere(async (name, request) => {
    if (name !== 'callPaidData') return success(null);
    const { key, path, body, about } = request as MessageRequest<'callPaidData'>;
    keys.push(key);
    bodies.push({ path, body });
    const call = {
      ...{ key, method: 'POST' as const, path, body: null, about, confirmedAt: 1, confirmedFor: null },
      ...{ state: 'sending' as const, settledAt: null, error: null, record: null, ...stored },
    };
    if (stored) await paidCallsItem.setValue([call]);
    return response;
  });
});

function begun() {
  const page = { title: '', url: 'https://shop.example', language: 'en', readAt: 1, sources: [] };
  const draft = signal<ImportDraft | null>({ ...newImportDraft('d1', page), projectId: 'shop', scan: SCAN });
  const edit = async (changes: Partial<ImportDraft>) => {
    if (draft.value) draft.value = { ...draft.value, ...changes };
    return true;
  };
  return {
    draft,
    scanning: createScanning({ draft, properties: signal([]), tables: signal([]), edit, onFound: () => {} }),
  };
}

it('scans the chosen pages apart, and makes a row of each (data reference, Scan options)', async () => {
  const { draft, scanning } = begun();
  await scanning.change({ pages: '2-3', isPerPage: true, hint: ' printed twice ' });
  response = success({ value: [{ number: 'A-1', total: 12 }, { number: 'A-2' }] });
  await scanning.run();
  expect(bodies).toEqual([
    {
      path: '/data/shop/files/scan-invoice',
      body: {
        fileName: 'bill-1.pdf',
        options: {
          model: 'docscan',
          pdfPages: [2, 3],
          processEveryPdfPageAsDifferentScan: true,
          scanDescription: 'printed twice',
        },
      },
    },
  ]);
  expect(draft.value?.data.sources[0]).toMatchObject({
    columns: ['number', 'total', ''],
    rows: [
      [{ text: 'A-1' }, { text: '12' }, { file: 'bill-1.pdf' }],
      [{ text: 'A-2' }, { text: '' }, { file: 'bill-1.pdf' }],
    ],
  });
});

it('asks for every option of the document, and shows what each adds (data reference, Scan options)', async () => {
  const { draft, scanning } = begun();
  await scanning.change({ maxPages: '3', hasItems: true, hasText: true, isFileRemoved: true });
  response = success({
    value: {
      number: 'A-1',
      items: [{ what: 'Tea', total: 4 }, { what: 'Cups' }],
      ocrFullResult: { text: 'Bill A-1\n\nTea 4', fullDetails: [] },
    },
  });
  await scanning.run();
  expect(bodies).toMatchObject([
    {
      body: {
        options: {
          ...{ maxPages: 3, getInvoiceItems: true },
          ...{ returnOcrFullResult: true, removeFileAfterScan: true },
        },
      },
    },
  ]);
  const [bill, items, text] = draft.value?.data.sources ?? [];
  expect(bill, 'no record can have a file that was removed').toMatchObject({
    columns: ['number'],
    rows: [[{ text: 'A-1' }]],
  });
  expect(items, 'each with what they belong to').toMatchObject({
    ...{ kind: 'items', title: 'items', columns: ['what', 'total', 'number'] },
    rows: [
      [{ text: 'Tea' }, { text: '4' }, { text: 'A-1' }],
      [{ text: 'Cups' }, { text: '' }, { text: 'A-1' }],
    ],
  });
  expect(text?.rows).toEqual([[{ text: 'Bill A-1' }], [{ text: 'Tea 4' }]]);
  expect(draft.value?.chosen).toBe(0);
  await scanning.again();
  expect(draft.value?.scan?.uploaded, 'it is uploaded anew for another scan').toBeNull();
});

it('of a builder keeps the file, which only an owner may have removed', async () => {
  paintAs('builder');
  const draft = signal<ImportDraft | null>(draftOf('d1'));
  respondWithTotal();
  await scanningOf(draft).run();
  expect(draft.value?.scan?.call?.body).toMatchObject({ fileName: 'stored-1' });
  expect(JSON.stringify(draft.value?.scan?.call?.body)).not.toContain('removeFileAfterScan');
});

it('has the file removed once rows without it are saved, unless the user keeps it', async () => {
  const { draft, scanning } = begun();
  const row = (value: unknown) => [
    { index: 0, state: { kind: 'new' }, cells: { scan: { kind: 'value', value } } } as unknown as PlannedRow,
  ];
  const [without, named] = [row('A-1'), row({ name: 'bill-1.pdf' })];
  await scanning.change({ isFileRemoved: null });
  expect(scanning.fileToRemove(without)).toBe('bill-1.pdf');
  expect(scanning.fileToRemove(named), 'a row has it').toBeNull();
  paintAs('builder');
  expect(scanning.fileToRemove(without), 'only an owner may').toBeNull();
  paintAs('owner');
  await scanning.change({ isFileRemoved: false });
  expect([scanning.fileToRemove(without), scanning.unnamedFile(without)]).toEqual([null, 'bill-1.pdf']);
  expect(draft.value?.scan?.uploaded).toBe('bill-1.pdf');
});

it('removes the file by default where the table has no field for it', async () => {
  const draft = signal<ImportDraft | null>(draftOf('d1'));
  respondWithTotal();
  await scanningOf(draft).run();
  expect(draft.value?.scan?.call?.body).toMatchObject({ options: { removeFileAfterScan: true } });
});

it('asks for the whole document, and for no pages of a picture', async () => {
  const { scanning } = begun();
  await scanning.change({ type: 'image/png', pages: '2', isPerPage: true });
  response = success({ value: { number: 'A-1' } });
  await scanning.run();
  expect(bodies).toMatchObject([{ body: { fileName: 'bill-1.pdf', options: { model: 'docscan' } } }]);
  expect(JSON.stringify(bodies)).not.toMatch(/pdfPages|processEvery/);
});

it.each(['sending', 'open', 'receipt'] as const)(
  'stays the same scan while nobody knows what became of it: %s',
  async (state) => {
    const { draft, scanning } = begun();
    stored = { state };
    response = success({});
    await scanning.run();
    expect(scanning.state.value).toEqual({ kind: 'asked' });
    response = apiError('not-paired');
    await scanning.run();
    expect(draft.value?.scan?.call?.key).toBe(keys[0]);
    response = success({ value: { number: 'A-1' } });
    await scanning.run();
    expect(new Set(keys).size).toBe(1);
    expect(draft.value?.data.sources).toHaveLength(1);
  },
);

it('is another scan once the user wants one', async () => {
  const { scanning } = begun();
  stored = { state: 'open' };
  response = success({});
  await scanning.run();
  await scanning.again();
  await scanning.run();
  expect(new Set(keys).size).toBe(2);
});

it('scans under another key once it is refused that nothing was made', async () => {
  const { draft, scanning } = begun();
  const error = { kind: 'refused', code: 'EDGE_DATA_KEY_MISSING', message: null };
  stored = { state: 'refused', error };
  response = success({});
  await scanning.run();
  expect(draft.value?.scan?.call).toBeNull();
  expect(scanning.state.value).toEqual({ kind: 'failed', error });
});

it('scans under another key where the first was never begun', async () => {
  const { draft, scanning } = begun();
  response = apiError('storage-full');
  await scanning.run();
  expect(draft.value?.scan?.call).toBeNull();
  expect(scanning.state.value).toMatchObject({ kind: 'failed', error: { kind: 'storage-full' } });
});

const draftOf = (id: string): ImportDraft => ({
  ...newImportDraft(id, { title: '', url: 'file:invoice.png', language: null, readAt: 1, sources: [] }),
  ...{ projectId: 'shop', table: 'invoice', chosen: SCAN_CHOSEN },
  scan: newImportScan('f1', 'invoice.png', { type: 'image/png', size: 1 }, false),
});

/** Records the names of messages; `meanwhile` runs while the named message is under way. */
function respondWithTotal(meanwhile: Partial<Record<string, () => void>> = {}): string[] {
  const requested: string[] = [];
  respondHere(async (name) => {
    requested.push(name);
    meanwhile[name]?.();
    return success(name === 'uploadFile' ? { fileName: 'stored-1' } : { value: { total: '12' } });
  });
  return requested;
}

function scanningOf(draft: Signal<ImportDraft | null>) {
  const edit = async (changes: Partial<ImportDraft>) => {
    if (draft.value) draft.value = { ...draft.value, ...changes };
    return true;
  };
  const properties = signal([{ name: 'total', propertyType: 'string' }]);
  return createScanning({ draft, properties, tables: signal([]), edit, onFound: () => {} });
}

it('shows what was found as a source of the draft', async () => {
  const draft = signal<ImportDraft | null>(draftOf('d1'));
  const requested = respondWithTotal();
  await scanningOf(draft).run();
  expect(requested).toEqual(['uploadFile', 'callPaidData']);
  expect(draft.value?.data.sources).toMatchObject([{ kind: 'scan', columns: ['total'] }]);
});

it('changes nothing of another page that was opened before the scan ended', async () => {
  const draft = signal<ImportDraft | null>(draftOf('d1'));
  const scanning = scanningOf(draft);
  const other = draftOf('d2');
  respondWithTotal({
    callPaidData: () => {
      draft.value = other;
    },
  });
  await scanning.run();
  expect(draft.value).toBe(other);
  expect(scanning.state.value).toEqual({ kind: 'idle' });
});

it.each([{ projectId: 'club' }, { table: 'bill' }])(
  'pays nothing for a target that was left for %o while the file was uploaded',
  async (left) => {
    const draft = signal<ImportDraft | null>(draftOf('d1'));
    const requested = respondWithTotal({
      uploadFile: () => {
        draft.value = { ...draftOf('d1'), ...left };
      },
    });
    const scanning = scanningOf(draft);
    await scanning.run();
    expect(requested).toEqual(['uploadFile']);
    expect(draft.value?.scan?.uploaded).toBeNull();
    expect(scanning.state.value).toEqual({ kind: 'idle' });
  },
);
