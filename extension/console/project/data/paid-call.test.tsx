// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { apiError, type Result, success } from '../../../edge-client/api-error.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { respondHere } from '../../../messaging/client.ts';
import { PaidCall } from './paid-call.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);

let sent: { key: string; path: string }[];
let features: object;
let response: () => Result<{ value: unknown }>;

beforeEach(() => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  sent = [];
  features = {};
  response = () => success({ value: { fileName: 'bill.pdf' } });
  respondHere((name, request) => {
    if (name === 'readEdge') return Promise.resolve(success({ value: { plan: 'x', features }, readAt: 0 }));
    if (name !== 'callPaidData') return null;
    sent.push(request as { key: string; path: string });
    return Promise.resolve(response());
  });
});
afterEach(cleanup);

async function press(name: string): Promise<void> {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
  fireEvent.click(button);
}

function shown() {
  const request = { path: '/pdf-template/generatePdfByTemplate/t1', body: { name: 'bill' } };
  render(
    <PaidCall projectId="shop" feature="pdf" verb="Make it" request={request}>
      {(value) => <output>{JSON.stringify(value)}</output>}
    </PaidCall>,
  );
}

describe('a call that uses units', () => {
  it('asks first, is made once, and shows what was answered', async () => {
    shown();
    await press('Make it');
    expect(sent).toEqual([]);
    await press('Make it');
    await screen.findByText('{"fileName":"bill.pdf"}');
    expect(sent.map(({ path }) => path)).toEqual(['/data/shop/pdf-template/generatePdfByTemplate/t1']);
  });

  it('says before it is made that it will be refused, also where all features are switched off (Feature limit entry)', async () => {
    features = { all: { enabled: false }, pdf: { enabled: true, consumed: { credits: 0, units: 3 } } };
    shown();
    await press('Make it');
    await screen.findByText('Switched off for this project: all features. This will be refused.');
  });

  it('whose response is lost is read under its own key, and not made again by its button', async () => {
    response = () => apiError('edge-timeout');
    shown();
    await press('Make it');
    await press('Make it');
    await screen.findByRole('alert');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Make it' }).disabled).toBe(true);
    response = () => success({ value: { fileName: 'bill.pdf' } });
    await press('Ask what became of it');
    await screen.findByText('{"fileName":"bill.pdf"}');
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  });

  it.each([
    ['it is still being made', apiError('refused', 'EDGE_LAUNCH_IN_PROGRESS')],
    ['the edge takes no more questions', apiError('rate-limited', 'EDGE_RATE_LIMITED')],
    ['this browser was unpaired', apiError('not-paired')],
  ])('whose answer is lost stays in doubt when %s', async (_, result) => {
    response = () => apiError('edge-timeout');
    shown();
    await press('Make it');
    await press('Make it');
    await screen.findByRole('alert');
    response = () => result;
    await press('Ask what became of it');
    await waitFor(() => expect(sent).toHaveLength(2));
    await screen.findByRole('button', { name: 'Ask what became of it' });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Make it' }).disabled).toBe(true);
  });

  it('that is refused says why, and can be made again', async () => {
    response = () => apiError('refused', 'EDGE_DATA_NOT_FOUND', 'There is no template t1.');
    shown();
    await press('Make it');
    await press('Make it');
    await screen.findByText(/There is no template t1/);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Make it' }).disabled).toBe(false);
  });
});
