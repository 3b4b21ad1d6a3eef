import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, test } from 'vitest';
import { reset } from '../testing/reset.ts';
import { Rows } from './rows.ts';

interface Shelf {
  shelfId: string;
  place: number;
  isFull: boolean;
  books: string[] | null;
  setAt: number | null;
}

afterEach(() => reset());

const withShelves = (use: (shelves: Rows<Shelf>, sql: SqlStorage) => void) =>
  runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage: { sql } }) => {
    sql.exec(
      'CREATE TABLE shelves (shelf_id TEXT, place INTEGER, is_full INTEGER, books TEXT, set_at INTEGER, PRIMARY KEY (shelf_id, place))',
    );
    use(new Rows(sql, 'shelves', ['shelfId', 'place'], { isFull: 'flag', books: 'json' }), sql);
    sql.exec('DROP TABLE shelves');
  });

const shelf: Shelf = { books: ['Emma'], isFull: true, place: 1, shelfId: 'a', setAt: 5 };

test('a row is read as it was put, whatever the order of its fields', () =>
  withShelves((shelves, sql) => {
    shelves.put(shelf);
    const other: Shelf = { shelfId: 'b', place: 2, isFull: false, books: null, setAt: null };
    shelves.put(other);
    expect(shelves.all('true ORDER BY shelf_id')).toEqual([shelf, other]);
    expect(shelves.one('shelf_id = ?', 'c')).toBeNull();
    expect(sql.exec('SELECT is_full, books FROM shelves ORDER BY shelf_id').toArray()).toEqual([
      { is_full: 1, books: '["Emma"]' },
      { is_full: 0, books: null },
    ]);
  }));

test('one of the same key is refused, left, or written over', () =>
  withShelves((shelves) => {
    shelves.put(shelf);
    expect(() => shelves.put(shelf)).toThrow();
    shelves.put({ ...shelf, books: [] }, 'OR IGNORE');
    expect(shelves.one('true')?.books).toEqual(['Emma']);
    shelves.put({ ...shelf, books: [] }, 'WRITE OVER');
    expect(shelves.all('true')).toEqual([{ ...shelf, books: [] }]);
  }));

test('what is set and dropped says whether there was a row', () =>
  withShelves((shelves) => {
    shelves.put(shelf);
    expect(shelves.set({ isFull: false, books: ['Persuasion'] }, 'shelf_id = ? AND place = ?', 'a', 1)).toBe(
      true,
    );
    expect(shelves.one('true')).toEqual({ ...shelf, isFull: false, books: ['Persuasion'] });
    expect(shelves.set({ setAt: 6 }, 'shelf_id = ?', 'b')).toBe(false);
    expect([shelves.drop('shelf_id = ?', 'b'), shelves.drop('shelf_id = ?', 'a')]).toEqual([false, true]);
  }));
