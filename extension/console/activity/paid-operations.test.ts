import { expect, test } from 'vitest';
import { tabOfPaid } from './paid-operations.ts';

test('what was paid for is shown where it took effect', () => {
  expect(['startAgent', 'launch', 'deploy', 'setDomain', 'data.scanInvoice'].map(tabOfPaid)).toEqual([
    ...['talk', 'talk', 'ship', 'ship', 'data'],
  ]);
});
