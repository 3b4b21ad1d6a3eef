import { expect, test } from 'vitest';
import { dataCatalogue } from '../../../../shared/data-api/catalogue.ts';
import { catalogue } from '../../../../shared/operations/catalogue.ts';
import { deletedName, isDraftPrivate, onlyReads, writePlaceOf } from './send.ts';

test('a statement reads or writes by what it says, and rows are written where their body says', () => {
  const { runSql, updateRecord, queryRows } = catalogue;
  const sql = (text: string, env = 'development') => ({ body: { env, sql: text } });
  expect([onlyReads(runSql, sql('select 1')), onlyReads(runSql, sql('delete from a'))]).toEqual([
    true,
    false,
  ]);
  expect(writePlaceOf(runSql, sql('select 1'))).toBeNull();
  expect(writePlaceOf(runSql, sql('delete from a'))).toBe('development');
  expect(writePlaceOf(runSql, sql('delete from a', 'production'))).toBe('production');
  expect(writePlaceOf(updateRecord, { body: { env: 'development', table: 'a' } })).toBe('development');
  expect(writePlaceOf(updateRecord, { body: { env: 'development', tableName: 'a' } })).toBe('production');
  expect(writePlaceOf(queryRows, { body: { env: 'production' } })).toBeNull();
  expect(writePlaceOf(dataCatalogue.editRecord, { body: {} })).toBe('app');
  expect(writePlaceOf(dataCatalogue.queryRecords, { body: {} })).toBeNull();
  expect(writePlaceOf(catalogue.setRateLimit, { body: {} })).toBeNull();
});

test('what is deleted is asked for by its name', () => {
  const named = { parameters: { projectId: 'shop', typeId: 'order', id: 'r1' }, query: {}, body: undefined };
  expect(deletedName(dataCatalogue.deleteRecord, named)).toBe('r1');
  expect(deletedName(dataCatalogue.deleteRecords, { ...named, body: { tableId: 't1' } })).toBe('t1');
  expect(deletedName(catalogue.unpublish, { ...named, parameters: { projectId: 'shop' } })).toBe('shop');
  expect(deletedName(dataCatalogue.editRecord, named)).toBeNull();
  expect(deletedName(catalogue.unlinkRecord, named)).toBeNull();
});

test('drafts of data, rows, statements and secrets stay in memory', () => {
  const { createSecret, runSql, updateRecord, updateProject } = catalogue;
  expect(isDraftPrivate('createSecret', createSecret)).toBe(true);
  expect(isDraftPrivate('runSql', runSql)).toBe(true);
  expect(isDraftPrivate('updateRecord', updateRecord)).toBe(true);
  expect(isDraftPrivate('data.aggregate', dataCatalogue.aggregate)).toBe(true);
  expect(isDraftPrivate('updateProject', updateProject)).toBe(false);
});
