import { expect, test } from 'vitest';
import type { PlannedRow } from '../../../import/difference.ts';
import { partsOf } from './requests.ts';

const planned = (count: number): PlannedRow[] =>
  Array.from({ length: count }, (_, index) => ({ index, state: { kind: 'new' }, cells: {} }));

test('the file that rows were read from is removed with the last of their requests, when all others are through', () => {
  const rest = {
    projectId: 'shop',
    table: 'line',
    duplicates: { by: null },
    removeFile: 'bill.pdf',
    source: {},
  };
  const parts = partsOf(planned(2_500), null, rest);
  expect(parts.map(({ body }) => [body.rows.length, body.removeFile])).toEqual([
    [1_000, undefined],
    [1_000, undefined],
    [500, 'bill.pdf'],
  ]);
});
