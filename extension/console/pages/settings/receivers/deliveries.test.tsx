// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { success } from '../../../../edge-client/api-error.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { alikeInLine, Deliveries, nextTryAt } from './deliveries.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
const at = new Date(NOW).toISOString();
const delivery = (id: number) => ({
  ...{ id, webhookId: 'w1', event: 'deployment.finished', eventId: `deploy:${id}`, projectId: 'shop' },
  ...{ feature: null, status: 'delivered', attempts: 1, httpStatus: 200, durationMs: 20, error: null },
  ...{ at, updatedAt: at },
});

afterEach(cleanup);

it('of 10,000 deliveries only a few are rendered, and all are counted', async () => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  const deliveries = Array.from({ length: 10_000 }, (_, id) => delivery(id));
  respondHere(() => Promise.resolve(success({ value: { deliveries, nextCursor: null }, readAt: NOW })));
  render(<Deliveries webhookId="w1" of="shop.example" />);
  await screen.findByText('10,000 deliveries, newest first');
  const list = screen.getByRole('list', { name: 'Deliveries' });
  expect(within(list).queryAllByRole('listitem').length).toBeLessThan(100);
});

it('failed ones that differ only in their time are one line, with when they began and how many they are', async () => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  const failed = (id: number) => ({
    ...{ ...delivery(id), status: 'failed', httpStatus: 500 },
    at: new Date(NOW - id * 3_600_000).toISOString(),
  });
  const deliveries = [failed(1), failed(2), failed(3), delivery(4), delivery(5), failed(6)];
  expect(alikeInLine(deliveries).map((line) => line.map(({ id }) => id))).toEqual([[1, 2, 3], [4], [5], [6]]);
  respondHere(() => Promise.resolve(success({ value: { deliveries, nextCursor: null }, readAt: NOW })));
  render(<Deliveries webhookId="w1" of="shop.example" />);
  const [row] = await screen.findAllByRole('listitem');
  expect(row?.textContent).toMatch(/event \d\d:\d\d – \d\d:\d\d · 3 ×$/);
});

it('a status that the error repeats is said once', async () => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  const failed = { ...delivery(1), status: 'failed', httpStatus: 500, error: 'HTTP 500' };
  respondHere(() =>
    Promise.resolve(success({ value: { deliveries: [failed], nextCursor: null }, readAt: NOW })),
  );
  render(<Deliveries webhookId="w1" of="shop.example" />);
  const facts = await screen.findByText(/HTTP 500/);
  expect(facts.textContent?.match(/HTTP 500/g)).toHaveLength(1);
});

it('says which time is of the event, and which of the last try', async () => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  const updatedAt = new Date(NOW + 150_000).toISOString();
  const failed = { ...delivery(1), status: 'failed', attempts: 3, updatedAt };
  const untried = { ...delivery(2), status: 'pending', attempts: 0 };
  const deliveries = [failed, untried];
  respondHere(() => Promise.resolve(success({ value: { deliveries, nextCursor: null }, readAt: NOW })));
  render(<Deliveries webhookId="w1" of="shop.example" />);
  const [row, other] = await screen.findAllByRole('listitem');
  const words = row?.textContent ?? '';
  const [tried, of] = [/last try (\d\d:\d\d)/.exec(words)?.[1], /event (\d\d:\d\d)/.exec(words)?.[1]];
  expect(tried).toBeTruthy();
  expect(of).toBeTruthy();
  expect(tried).not.toBe(of);
  expect(other?.textContent).not.toContain('last try');
});

it('a delivery is titled by what was delivered, and its state stands beside', async () => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  const deliveries = [{ ...delivery(1), status: 'failed' }];
  respondHere(() => Promise.resolve(success({ value: { deliveries, nextCursor: null }, readAt: NOW })));
  render(<Deliveries webhookId="w1" of="shop.example" />);
  const row = await screen.findByRole('listitem');
  expect(row.querySelector('strong')?.textContent).toMatch(/ · shop$/);
  expect(row.querySelector('.meta')?.textContent).toMatch(/^Given up · /);
});

const TRIED = Date.parse('2026-11-22T10:00:00Z');
const tried = (attempts: number, status = 'pending') => ({
  ...{ status, attempts, updatedAt: '2026-11-22T10:00:00Z' },
});

it('shows the next try after 30 seconds, then after 2 minutes (service reference, Events, Delivery)', () => {
  expect(nextTryAt(tried(1), TRIED + 1_000)).toBe(TRIED + 30_000);
  expect(nextTryAt(tried(2), TRIED + 1_000)).toBe(TRIED + 120_000);
});

it('shows none of a delivery that ended, that was never tried, or whose last try is not reported', () => {
  for (const delivery of [tried(3), tried(0), tried(1, 'failed'), tried(1, 'delivered')])
    expect(nextTryAt(delivery, TRIED)).toBeNull();
  expect(nextTryAt({ status: 'pending', attempts: 1, updatedAt: null }, TRIED)).toBeNull();
});

it('says that a try is due once its time is past', () => {
  expect(nextTryAt(tried(1), TRIED + 31_000)).toBe('due');
});
