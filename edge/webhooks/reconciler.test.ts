import { expect, test } from 'vitest';
import { readDeliveries } from './reconciler.ts';

const delivery = (id: number, attempts: number, status = attempts === 0 ? 'pending' : 'delivered') => ({
  ...{
    id,
    attempts,
    status,
    event: 'deployment.finished',
    eventId: `e${id}`,
    projectId: 'shop',
    feature: null,
  },
  ...{ httpStatus: 200, error: null, at: '2026-11-21T12:00:00.000Z' },
});

test('a delivery that is under way is left to the next read, which begins at it (service reference, Webhook delivery)', () => {
  const read = readDeliveries([delivery(3, 1), delivery(2, 0), delivery(1, 1)], 0);
  expect(read.ended.map(({ id }) => id)).toEqual([1, 3]);
  expect(read.settledTo).toBe(1);
  expect(readDeliveries([delivery(3, 1), delivery(2, 1)], read.settledTo).settledTo).toBe(3);
});
