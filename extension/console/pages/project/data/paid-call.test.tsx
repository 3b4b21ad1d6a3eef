// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { type ApiError, apiError, type Result, success } from '../../../../edge-client/api-error.ts';
import { isOff } from '../../../../fixtures/is-off.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { failureWords } from '../../../../i18n/failure-words.ts';
import { recordFixture } from '../../../../launch/entry-fixture.ts';
import { respondHere } from '../../../../messaging/client.ts';
import type { MessageRequest } from '../../../../messaging/contract.ts';
import { paidCallsItem, type StoredPaidCall } from '../../../../storage/paid-calls.ts';
import { followPaidCalls } from '../../../../ui/paid-calls.ts';
import { PaidCall } from './paid-call.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);

let sent: { key: string; path: string }[];
let features: object;
/** What the background stores and answers. */
let response: () => { stored?: Partial<StoredPaidCall>; answer: Result<{ value?: unknown }> };

const answered = { stored: { state: 'done' as const }, answer: success({ value: { fileName: 'bill.pdf' } }) };

beforeEach(async () => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  await followPaidCalls();
  sent = [];
  features = {};
  response = () => answered;
  respondHere(async (name, request) => {
    if (name === 'readEdge') return success({ value: { plan: 'x', features }, readAt: 0 });
    if (name !== 'callPaidData') return success(null);
    const { key, path, about } = request as MessageRequest<'callPaidData'>;
    sent.push({ key, path });
    const { stored, answer } = response();
    const call: StoredPaidCall = {
      ...{ key, method: 'POST', path, body: null, about, confirmedAt: NOW, confirmedFor: null },
      ...{ state: 'sending', settledAt: null, error: null, record: null },
      ...stored,
    };
    if (stored) await paidCallsItem.setValue([call]);
    return answer;
  });
});
afterEach(cleanup);

const unknown: Partial<StoredPaidCall> = {
  state: 'open',
  record: recordFixture({ operation: 'data.generatePdf', state: 'unknown', settledAt: null }),
};

async function press(name: string): Promise<void> {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
  fireEvent.click(button);
}

function shown() {
  const request = { path: '/pdf-template/generatePdfByTemplate/t1', body: { name: 'bill' } };
  render(
    <PaidCall projectId="shop" operation="data.generatePdf" feature="pdf" verb="Make it" request={request}>
      {(value) => <output>{JSON.stringify(value)}</output>}
    </PaidCall>,
  );
}

describe('a call that uses units', () => {
  it('asks first, is made once, and shows what was answered', async () => {
    shown();
    await press('Make it');
    expect(sent).toEqual([]);
    await press('Confirm: Make it');
    await screen.findByText('{"fileName":"bill.pdf"}');
    expect(sent.map(({ path }) => path)).toEqual(['/data/shop/pdf-template/generatePdfByTemplate/t1']);
  });

  it('says before it is made that it will be refused, also where all features are switched off (Feature limit entry)', async () => {
    features = { all: { enabled: false }, pdf: { enabled: true, consumed: { credits: 0, units: 3 } } };
    shown();
    await press('Make it');
    await screen.findByText('Switched off: all features.');
  });

  it('whose outcome is not known says so with what is used, and is settled by what the user says', async () => {
    features = { pdf: { enabled: true, unit: 'files', consumed: { credits: 0, units: 3 } } };
    response = () => ({ stored: unknown, answer: success({}) });
    shown();
    await press('Make it');
    await press('Confirm: Make it');
    await screen.findByText(/^Sent. Whether it was accepted is not known yet/);
    await screen.findByText(/3 files this month/);
    expect(isOff(screen.getByRole('button', { name: 'Make it' }))).toBe(true);
    await press('It did not happen');
    await screen.findByRole('button', { name: 'Record that it did not happen' });
    expect(sent).toHaveLength(1);
  });

  it('whose answer was lost is read under its own key once it is known to be made', async () => {
    response = () => ({ stored: { state: 'done' }, answer: success({}) });
    shown();
    await press('Make it');
    await press('Confirm: Make it');
    await screen.findByRole('button', { name: 'Show its answer' });
    response = () => answered;
    await press('Show its answer');
    await screen.findByText('{"fileName":"bill.pdf"}');
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  });

  it('that has not reached the edge says so, and is not made again by its button', async () => {
    const error = { kind: 'edge-unreachable', code: null, message: null };
    response = () => ({ stored: { state: 'sending', error }, answer: success({}) });
    shown();
    await press('Make it');
    await press('Confirm: Make it');
    await screen.findByText(failureWords(error as ApiError));
    expect(isOff(screen.getByRole('button', { name: 'Make it' }))).toBe(true);
    expect(screen.queryByText(/charged/)).toBeNull();
  });

  it('that is refused says why, and can be made again', async () => {
    const error = { kind: 'refused', code: 'EDGE_DATA_NOT_FOUND', message: 'There is no template t1.' };
    response = () => ({ stored: { state: 'refused', error }, answer: success({}) });
    shown();
    await press('Make it');
    await press('Confirm: Make it');
    await screen.findByText(/There is no template t1/);
    expect(isOff(screen.getByRole('button', { name: 'Make it' }))).toBe(false);
  });

  it('that was not begun says why', async () => {
    response = () => ({ answer: apiError('other-ledger') });
    shown();
    await press('Make it');
    await press('Confirm: Make it');
    await screen.findByText(failureWords({ kind: 'other-ledger', code: null, message: null }));
  });
});
