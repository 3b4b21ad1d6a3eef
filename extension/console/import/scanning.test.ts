import { type Signal, signal } from '@preact/signals';
import { beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { type ApiErrorKind, apiError, type Result, success } from '../../edge-client/api-error.ts';
import { respondHere } from '../../messaging/client.ts';
import type { ImportDraft, ImportScan } from '../../storage/import-draft-schema.ts';
import { newImportDraft, newImportScan, SCAN_CHOSEN } from '../../storage/import-drafts.ts';
import { createScanning } from './scanning.ts';

const SCAN: ImportScan = {
  ...{ fileId: 'f1', name: 'bill.pdf', type: 'application/pdf', size: 9, isPhotograph: false },
  ...{ mode: 'invoice', model: 'docscan', pages: '', isPerPage: false, hint: '' },
  ...{ uploaded: 'bill-1.pdf', call: null },
};

let keys: string[];
let bodies: unknown[];
let response: Result<{ value: unknown }>;

beforeEach(() => {
  fakeBrowser.reset();
  keys = [];
  bodies = [];
  respondHere((name, request) => {
    if (name !== 'callPaidData') return null;
    const { key, confirmedFor: _, ...call } = request as { key: string; confirmedFor: unknown };
    keys.push(key);
    bodies.push(call);
    return Promise.resolve(response);
  });
});

function begun() {
  const page = { title: '', url: 'https://shop.example', language: 'en', readAt: 1, sources: [] };
  const draft = signal<ImportDraft | null>({ ...newImportDraft('d1', page), projectId: 'shop', scan: SCAN });
  const edit = async (changes: Partial<ImportDraft>) => {
    if (draft.value) draft.value = { ...draft.value, ...changes };
    return true;
  };
  return { draft, scanning: createScanning({ draft, properties: signal([]), edit, onFound: () => {} }) };
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

it('asks for the whole document, and for no pages of a picture', async () => {
  const { scanning } = begun();
  await scanning.change({ type: 'image/png', pages: '2', isPerPage: true });
  response = success({ value: { number: 'A-1' } });
  await scanning.run();
  expect(bodies).toMatchObject([{ body: { fileName: 'bill-1.pdf', options: { model: 'docscan' } } }]);
  expect(JSON.stringify(bodies)).not.toMatch(/pdfPages|processEvery/);
});

it.each<[ApiErrorKind, string]>([
  ['refused', 'EDGE_LAUNCH_IN_PROGRESS'],
  ['role', 'EDGE_ROLE_FORBIDDEN'],
  ['rate-limited', 'EDGE_RATE_LIMITED'],
])('asks again under its key after a lost response and then %s %s', async (kind, code) => {
  const { scanning } = begun();
  response = apiError('edge-timeout');
  await scanning.run();
  response = apiError(kind, code);
  await scanning.run();
  await scanning.run();
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});

it.each<[ApiErrorKind, string]>([
  ['refused', 'EDGE_DATA_KEY_MISSING'],
  ['key-rejected', 'EDGE_DATA_KEY_REJECTED'],
])('scans under another key once %s %s said that nothing was made', async (kind, code) => {
  const { draft, scanning } = begun();
  response = apiError(kind, code);
  await scanning.run();
  expect(draft.value?.scan?.call).toBeNull();
  expect(scanning.state.value).toMatchObject({ kind: 'failed', error: { code } });
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
  return createScanning({ draft, properties, edit, onFound: () => {} });
}

it('shows what was found as a source of the draft', async () => {
  const draft = signal<ImportDraft | null>(draftOf('d1'));
  const requested = respondWithTotal();
  await scanningOf(draft).run();
  expect(requested).toEqual(['uploadFile', 'callPaidData']);
  expect(draft.value?.data.sources).toMatchObject([{ kind: 'scan', columns: ['total', ''] }]);
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
