import { expect, test } from 'vitest';
import { SqlStorage } from './sql-storage.ts';

test('answers rows, bytes and numbered bindings as a Durable Object does', () => {
  const sql = new SqlStorage();
  sql.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, word TEXT, bytes BLOB)');
  sql.exec('INSERT INTO t (word, bytes) VALUES (?2, ?1)', new Uint8Array([1, 2]).buffer, 'a');
  sql.exec('INSERT INTO t (word) VALUES (?)', 'b');
  expect(sql.exec('SELECT word FROM t ORDER BY id').toArray()).toEqual([{ word: 'a' }, { word: 'b' }]);
  expect(sql.exec('SELECT bytes FROM t WHERE id = 1').one().bytes).toEqual(new Uint8Array([1, 2]).buffer);
  expect([...sql.exec('SELECT id, word FROM t').raw()]).toEqual([
    [1, 'a'],
    [2, 'b'],
  ]);
  expect(() => sql.exec('SELECT * FROM t').one()).toThrow();
  expect(() => sql.exec('SELECT ?', undefined)).toThrow(TypeError);
  sql.close();
});

test('a transaction is all or nothing, also inside another', () => {
  const sql = new SqlStorage();
  sql.exec('CREATE TABLE t (n INTEGER)');
  sql.transactionSync(() => {
    sql.exec('INSERT INTO t VALUES (1)');
    const inner = () =>
      sql.transactionSync(() => {
        sql.exec('INSERT INTO t VALUES (2)');
        throw new Error('no');
      });
    expect(inner).toThrow('no');
  });
  expect(sql.exec('SELECT n FROM t').toArray()).toEqual([{ n: 1 }]);
  sql.close();
});
