import { expect, test } from 'vitest';
import type { WebhookDelivery } from '../builder-api/webhooks.ts';
import { failureGroups } from './failure-groups.ts';

const NOW = Date.UTC(2026, 10, 21);
const subscription = { webhookId: 'w1', event: 'deployment.finished', host: 'receiver.example', ours: false };
let minute = 0;

/** A delivery a minute before the one made last. */
function delivery(changes: Partial<WebhookDelivery>): WebhookDelivery {
  const at = new Date(NOW - ++minute * 60_000).toISOString();
  return {
    id: minute,
    event: 'deployment.finished',
    status: 'failed',
    attempts: 3,
    at,
    updatedAt: at,
    ...changes,
  };
}
const groupsOf = (...deliveries: WebhookDelivery[]) => failureGroups(subscription, deliveries, NOW);

test('failures of one cause are one group, up to the last delivery that arrived (service reference, Webhook delivery)', () => {
  const [group, ...others] = groupsOf(
    delivery({ httpStatus: 500, projectId: 'new' }),
    delivery({ httpStatus: 500, projectId: 'old' }),
    delivery({ status: 'delivered', httpStatus: 200 }),
    delivery({ httpStatus: 500 }),
  );
  expect(others).toEqual([]);
  expect(group).toMatchObject({ count: 2, httpStatus: 500, lastProjectId: 'new', givenUp: true });
  expect((group?.lastAt ?? 0) - (group?.firstAt ?? 0)).toBe(60_000);
});

test('each cause is a group of its own', () => {
  const groups = groupsOf(
    delivery({ httpStatus: 500 }),
    delivery({ error: 'timeout' }),
    delivery({ httpStatus: 404 }),
  );
  expect(groups.map(({ httpStatus, error }) => [httpStatus, error])).toEqual([
    [500, null],
    [null, 'timeout'],
    [404, null],
  ]);
});

test('words that differ only in their numbers are one cause, reported in those of the newest try', () => {
  const tries = [10003, 10001, 10009].map((ms) => delivery({ error: `timeout after ${ms} ms` }));
  expect(groupsOf(...tries)).toMatchObject([{ count: 3, error: 'timeout after 10003 ms' }]);
});

test('a pending delivery counts once a try has failed, and is not given up', () => {
  expect(groupsOf(delivery({ status: 'pending', attempts: 0 }))).toEqual([]);
  expect(groupsOf(delivery({ status: 'pending', attempts: 1, httpStatus: 503 }))).toMatchObject([
    { givenUp: false },
  ]);
});

test('of deliveries to the edge itself a pending one counts only with one that was given up', () => {
  const pending = delivery({ status: 'pending', attempts: 1, httpStatus: 503 });
  const ours = (...deliveries: WebhookDelivery[]) =>
    failureGroups({ ...subscription, ours: true }, deliveries, NOW);
  expect(ours(pending), 'the next try may arrive').toEqual([]);
  expect(ours(pending, delivery({ httpStatus: 503 })), 'it goes on').toMatchObject([{ count: 2 }]);
});

test("the service's words are cut to what is reported of them", () => {
  expect(groupsOf(delivery({ error: 'x'.repeat(500) }))[0]?.error).toHaveLength(200);
});
