import { expect, test } from 'vitest';
import type { StoredPaidCall } from '../../../storage/paid-calls.ts';
import { ownCallWords, tabOfPaid } from './paid-operations.ts';

test('what was paid for is shown where it took effect', () => {
  expect(['startAgent', 'launch', 'deploy', 'setDomain', 'data.scanInvoice'].map(tabOfPaid)).toEqual([
    ...['talk', 'talk', 'ship', 'ship', 'data'],
  ]);
});

test('a server that was up was restarted, another one started', () => {
  const words = (state: StoredPaidCall['state'], isRestart?: boolean) =>
    ownCallWords({
      ...{ key: 'k1', method: 'POST', path: '/x', body: null, state, confirmedAt: 1, confirmedFor: null },
      about: { operation: 'startServer', projectId: 'shop', words: '', isRestart },
      ...{ settledAt: null, error: null, record: null },
    });
  expect(words('done')).toBe('shop: Start of the server');
  expect(words('done', true)).toBe('shop: restart of the server');
  expect(words('refused', true)).toBe('shop: restart of the server refused');
});
