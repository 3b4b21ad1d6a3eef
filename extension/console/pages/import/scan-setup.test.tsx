// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { success } from '../../../edge-client/api-error.ts';
import { isOff } from '../../../fixtures/is-off.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { recordFixture } from '../../../launch/entry-fixture.ts';
import { respondHere } from '../../../messaging/client.ts';
import type { ImportDraft } from '../../../storage/import-draft-schema.ts';
import { newImportDraft, newImportScan } from '../../../storage/import-drafts.ts';
import { paidCallsItem, type StoredPaidCall } from '../../../storage/paid-calls.ts';
import { followPaidCalls } from '../../../ui/paid-calls.ts';
import type { ImportModel } from './import-model.ts';
import { ScanSetup } from './scan-setup.tsx';
import { createScanning } from './scanning.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const KEY = 'scan-key-1';
vi.mock('../../../storage/import-table.ts', async (original) => ({
  ...(await original<object>()),
  readImportFile: async () => null,
}));

beforeEach(async () => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  await followPaidCalls();
  respondHere(async (name) => {
    if (name === 'callPaidData') return success({});
    if (name !== 'readEdge') return success(null);
    const features = { scan: { enabled: true, unit: 'pages', consumed: { credits: 4, units: 7 } } };
    return success({ value: { plan: 'x', features }, readAt: NOW });
  });
});
afterEach(cleanup);

/** The form of a scan that was requested, and of whose call this is stored. */
async function asked(stored: Partial<StoredPaidCall>) {
  const call = { key: KEY, path: '/data/shop/files/scan-invoice', body: {}, confirmedFor: null };
  const about = { operation: 'data.scanInvoice', projectId: 'shop', words: '' };
  await paidCallsItem.setValue([
    {
      ...{
        key: KEY,
        method: 'POST',
        path: call.path,
        body: null,
        about,
        confirmedAt: NOW,
        confirmedFor: null,
      },
      ...{ state: 'sending', settledAt: null, error: null, record: null, ...stored },
    },
  ]);
  const page = { title: '', url: 'https://shop.example', language: 'en', readAt: 1, sources: [] };
  const scan = newImportScan('f1', 'bill.png', { type: 'image/png', size: 1 }, false);
  const draft = signal<ImportDraft | null>({
    ...newImportDraft('d1', page),
    ...{ projectId: 'shop', table: 'bill', scan: { ...scan, uploaded: 'bill-1', call } },
  });
  const edit = async () => true;
  const scanning = createScanning({
    draft,
    properties: signal([]),
    tables: signal([]),
    edit,
    onFound: () => {},
  });
  render(<ScanSetup model={{ draft, scanning, properties: signal([]) } as unknown as ImportModel} />);
  await scanning.run();
}

test('a scan whose outcome is not known says that it may still come and be charged, with what is used and what the user may say', async () => {
  const record = recordFixture({ operation: 'data.scanInvoice', state: 'unknown', settledAt: null });
  await asked({ state: 'open', record });
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain(
    'It may still be scanned and charged; another scan is charged as well.',
  );
  await screen.findByText(/scanning: 7/);
  await screen.findByRole('button', { name: 'It did not happen' });
  expect(isOff(screen.getByRole('button', { name: /^Scan · / }))).toBe(true);
  await screen.findByRole('button', { name: 'Prepare another scan' });
  expect(notice.textContent).not.toContain('Nothing was charged');
});

test('one that the user has said did not happen may be charged no more', async () => {
  const record = recordFixture({ state: 'absent', isSettledByUser: true });
  await asked({ state: 'absent', record });
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('You said that it did not happen.');
  expect(notice.textContent).not.toContain('charged');
});

test('one that was made has its result read again, without another', async () => {
  await asked({ state: 'done' });
  await screen.findByRole('button', { name: 'Show its answer' });
});

test('one that never reached the edge was not charged, and can be scanned again', async () => {
  await asked({ state: 'refused', error: { kind: 'refused', code: 'EDGE_ABANDONED', message: null } });
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('charged');
  expect(notice.textContent).not.toContain('may still');
  expect(isOff(screen.getByRole('button', { name: /^Scan · / }))).toBe(false);
});
