import { signal } from '@preact/signals';
import { beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { type ApiErrorKind, apiError, type Result } from '../../edge-client/api-error.ts';
import { respondHere } from '../../messaging/client.ts';
import type { ImportDraft, ImportScan } from '../../storage/import-draft-schema.ts';
import { newImportDraft } from '../../storage/import-drafts.ts';
import { createScanning } from './scanning.ts';

const SCAN: ImportScan = {
  ...{ fileId: 'f1', name: 'bill.pdf', type: 'application/pdf', size: 9, isPhotograph: false },
  ...{ mode: 'invoice', model: 'docscan', pages: '', isPerPage: false, hint: '' },
  ...{ uploaded: 'bill-1.pdf', call: null },
};

let keys: string[];
let response: Result<{ value: unknown }>;

beforeEach(() => {
  fakeBrowser.reset();
  keys = [];
  respondHere((name, request) => {
    if (name !== 'callPaidData') return null;
    keys.push((request as { key: string }).key);
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

it.each<[ApiErrorKind, string]>([
  ['refused', 'EDGE_LAUNCH_IN_PROGRESS'],
  ['role', 'EDGE_ROLE_FORBIDDEN'],
  ['rate-limited', 'EDGE_RATE_LIMITED'],
])('asks again under its key after a lost answer and then %s %s', async (kind, code) => {
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
