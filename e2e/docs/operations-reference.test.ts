import { expect, test } from 'vitest';
import { edgePathOf, isOfData } from '../../shared/catalogues/address.ts';
import { isDeletion, LISTED } from '../../shared/catalogues/listed.ts';
import { dataCatalogue, dataOperationNames, qualified } from '../../shared/data-api/catalogue.ts';
import type { DataOperation } from '../../shared/data-api/operation.ts';
import { catalogue, operationNames } from '../../shared/operations/catalogue.ts';
import type { Operation } from '../../shared/operations/operation.ts';
import { dataOperationsReference, operationsReference } from './operations-reference.ts';

test('the pages of operations are what the rows say', async () => {
  await expect(operationsReference()).toMatchFileSnapshot('../../docs/operations.md');
  await expect(dataOperationsReference()).toMatchFileSnapshot('../../docs/data-operations.md');
});

test('every operation is in one area, and no two share a path or a sentence', () => {
  const names = LISTED.map(({ name }) => name);
  expect(names.toSorted()).toEqual([...operationNames, ...dataOperationNames.map(qualified)].sort());
  const paths = LISTED.map(({ operation }) => `${operation.method} ${edgePathOf(operation)}`);
  expect(new Set(paths).size).toBe(paths.length);
  const sentences = LISTED.map(({ operation }) => operation.does);
  expect(new Set(sentences).size).toBe(sentences.length);
});

test('a sentence is short enough for a row, and has no end of its own', () => {
  for (const { operation } of LISTED) expect(operation.does).toMatch(/^[A-Z][^`]{5,60}[^.`]$/);
});

test('what answers a secret is out of reach, and what uses credits is no read', () => {
  for (const { path, reach, cost, method, role } of Object.values<Operation>(catalogue)) {
    if (/secret$/.test(path)) expect(reach).toBe('edge');
    if (cost === 'credits') expect(method).not.toBe('GET');
    if (method !== 'GET' && reach === 'gateway') expect(role).not.toBe('viewer');
  }
});

test('what deletes data, and every call about users, is for owners only', () => {
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

test('what is called a deletion is asked about, by whatever method it is made', () => {
  const asked = LISTED.filter(({ operation }) => isDeletion(operation) && operation.method !== 'DELETE');
  expect(asked.map(({ name }) => name)).toEqual(['data.deleteRecords', 'unpublish']);
  const unasked = LISTED.filter(({ operation }) => operation.method === 'DELETE' && !isDeletion(operation));
  expect(unasked.map(({ name }) => name)).toEqual(['unlinkRecord', 'clearRecovery']);
  expect(LISTED.filter(({ operation }) => isOfData(operation)).length).toBe(dataOperationNames.length);
});
