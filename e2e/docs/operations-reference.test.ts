import { expect, test } from 'vitest';
import { catalogue, operationNames } from '../../shared/operations/catalogue.ts';
import type { Operation } from '../../shared/operations/operation.ts';
import { AREAS, operationsReference } from './operations-reference.ts';

test('the page of operations is what the catalogue says', async () => {
  await expect(operationsReference()).toMatchFileSnapshot('../../docs/operations.md');
});

test('every operation is in one area, and no two share a method and path', () => {
  const listed = Object.values(AREAS).flatMap((operations) => Object.keys(operations));
  expect(listed.toSorted()).toEqual([...operationNames].sort());
  const places = operationNames.map((name) => `${catalogue[name].method} ${catalogue[name].path}`);
  expect(new Set(places).size).toBe(places.length);
});

test('what answers a secret is out of reach, and what uses credits is no read', () => {
  for (const { path, reach, cost, method, role } of Object.values<Operation>(catalogue)) {
    if (/secret$/.test(path)) expect(reach).toBe('edge');
    if (cost === 'credits') expect(method).not.toBe('GET');
    if (method !== 'GET' && reach === 'gateway') expect(role).not.toBe('viewer');
  }
});
