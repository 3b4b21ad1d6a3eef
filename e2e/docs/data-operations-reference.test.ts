import { expect, test } from 'vitest';
import { dataCatalogue, dataOperationNames } from '../../shared/data-api/catalogue.ts';
import type { DataOperation } from '../../shared/data-api/operation.ts';
import { DATA_AREAS, dataOperationsReference } from './data-operations-reference.ts';

test('the page of data operations is what the catalogue says', async () => {
  await expect(dataOperationsReference()).toMatchFileSnapshot('../../docs/data-operations.md');
});

test('every data operation is in one area, and no two share a method and path', () => {
  const listed = Object.values(DATA_AREAS).flatMap((operations) => Object.keys(operations));
  expect(listed.toSorted()).toEqual([...dataOperationNames].sort());
  const places = dataOperationNames.map(
    (name) => `${dataCatalogue[name].method} ${dataCatalogue[name].path}`,
  );
  expect(new Set(places).size).toBe(places.length);
});

test('what deletes, and every call about users, is for owners only', () => {
  for (const [name, { path, role, effect }] of Object.entries<DataOperation>(dataCatalogue))
    if (effect === 'delete' || path.startsWith('/user')) expect([name, role]).toEqual([name, 'owner']);
});

test('a read by GET changes nothing, and whatever changes is reported as a change', () => {
  for (const [name, { method, effect }] of Object.entries<DataOperation>(dataCatalogue)) {
    if (method === 'GET') expect([name, effect]).toEqual([name, 'read']);
    if (method === 'DELETE') expect([name, effect]).toEqual([name, 'delete']);
    if (method === 'PATCH' || method === 'PUT') expect([name, effect]).toEqual([name, 'change']);
  }
});
