import { expect, it } from 'vitest';
import type { DeliveryFailureGroup } from '../../../../../shared/snapshot/webhook-health.ts';
import { failingReceivers } from './receivers.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const URL_A = 'https://a.example/hook';
const webhook = (id: string, event: string, projectIds?: string[], url = URL_A) => ({
  ...{ id, event, url, createdAt: null, updatedAt: null },
  ...(projectIds && { projectIds }),
});

const group = (webhookId: string, changes: Partial<DeliveryFailureGroup> = {}): DeliveryFailureGroup => ({
  ...{
    webhookId,
    event: 'project.paused',
    host: 'a.example',
    ours: false,
    httpStatus: 500,
    error: 'HTTP 500',
  },
  ...{ count: 2, firstAt: NOW - 60_000, lastAt: NOW, lastProjectId: null, givenUp: true, ...changes },
});
const WEBHOOKS = [
  webhook('w1', 'project.paused'),
  webhook('w2', 'project.resumed'),
  webhook('w3', 'project.paused', undefined, 'https://a.example/other'),
];

const LISTED = { webhooks: WEBHOOKS, readAt: NOW - 1 };

it('an address that fails for several events is one, and counts what fails for one cause together', () => {
  const groups = [
    group('w1'),
    group('w2', { event: 'project.resumed', count: 3, firstAt: NOW - 90_000, lastAt: NOW - 5_000 }),
    group('w2', { event: 'project.resumed', httpStatus: null, error: 'timeout', lastAt: NOW - 9_000 }),
    group('w3'),
  ];
  const [first, second, ...others] = failingReceivers(groups, NOW, LISTED, new Map());
  expect(others).toEqual([]);
  expect(first?.subscriptions.map(({ id }) => id)).toEqual(['w1', 'w2']);
  expect(first?.causes).toMatchObject([
    { httpStatus: 500, count: 5, firstAt: NOW - 90_000, lastAt: NOW },
    { httpStatus: null, count: 2 },
  ]);
  expect(second?.url).toBe('https://a.example/other');
});

it("the edge's own addresses, one for each event, are one receiver", () => {
  const groups = [group('w8', { ours: true }), group('w9', { ours: true })];
  expect(failingReceivers(groups, NOW, LISTED, new Map())).toHaveLength(1);
});

it('a list of deliveries that was read later says how often it failed, and that it does no more', () => {
  const counted = (readAt: number, groups: DeliveryFailureGroup[]) =>
    failingReceivers([group('w1')], NOW, LISTED, new Map([['w1', { readAt, groups }]]))[0]?.causes.map(
      ({ count }) => count,
    );
  expect(counted(NOW + 1, [group('w1', { count: 7 })])).toEqual([7]);
  expect(counted(NOW - 1, [group('w1', { count: 1 })])).toEqual([2]);
  expect(counted(NOW + 1, [])).toEqual([]);
});

it('what was deleted since fails no more; a list of subscriptions from before says nothing of that', () => {
  const failing = (readAt: number) =>
    failingReceivers([group('w7')], NOW, { webhooks: WEBHOOKS, readAt }, new Map()).length;
  expect([failing(NOW - 1), failing(NOW + 1)]).toEqual([1, 0]);
});

it('a receiver keeps its key, and so its row the focus, when the list of subscriptions is read', () => {
  const keys = (listed: typeof LISTED | null) =>
    failingReceivers([group('w2'), group('w1')], NOW, listed, new Map()).map(({ key }) => key);
  expect(keys(LISTED)).toEqual(keys(null));
});
