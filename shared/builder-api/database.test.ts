import { describe, expect, test } from 'vitest';
import { readRows, readTables } from './database.ts';

describe('answers of the database routes, whose form the reference does not show', () => {
  test('tables are read from the structure of either engine', () => {
    const columns = [
      { name: 'id', type: 'string' },
      { name: 'seats', type: 'number' },
    ];
    expect(readTables({ env: 'development', tables: [{ name: 'bookings', columns }] })).toEqual([
      { name: 'bookings', columns },
    ]);
    const properties = { seats: { id: 'x', name: 'seats', propertyType: 'number' } };
    expect(readTables({ tables: [{ type: 'bookings', properties }] })).toEqual([
      { name: 'bookings', columns: [{ name: 'seats', type: 'number' }] },
    ]);
  });

  test('one odd table or column costs only itself', () => {
    expect(readTables([{ name: 'bookings', columns: ['id', 4, { label: 'x' }] }, null, { name: 3 }])).toEqual(
      [{ name: 'bookings', columns: [{ name: 'id', type: null }] }],
    );
  });

  test('rows are read under any of the usual names, their total only where it is reported', () => {
    const rows = [{ id: 1 }];
    expect(readRows({ rows, total: 30 })).toEqual({ rows, total: 30 });
    expect(readRows({ results: rows })).toEqual({ rows, total: null });
    expect(readRows(rows)).toEqual({ rows, total: null });
  });

  test('a response of another form differs from an empty one', () => {
    expect(readRows({ changes: 1 })).toBeNull();
    expect(readTables('nothing')).toBeNull();
    expect(readRows({ rows: [] })).toEqual({ rows: [], total: null });
  });
});
