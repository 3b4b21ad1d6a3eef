import { expect, test } from 'vitest';
import { readTables } from './builder-api/database.ts';
import { isWithheld, withoutWithheld } from './withheld.ts';

test('what is withheld is left out wherever it is, and nothing else', () => {
  expect(
    withoutWithheld({
      rows: [{ id: 1, password: 'x', of: [{ user_passwd: 'x', passes: 3 }] }, null, 'password'],
    }),
  ).toEqual({ rows: [{ id: 1, of: [{ passes: 3 }] }, null, 'password'] });
});

test.each(['password', 'user_passwd', 'pass-phrase', 'userPwd', 'Passwort', 'kennwort_hash'])(
  'a column named %s is withheld',
  (name) => expect(isWithheld(name)).toBe(true),
);

test('of rows that are lists of values, the values of withheld columns are left out with their names', () => {
  for (const columns of [
    ['id', 'password', 'name'],
    [{ name: 'id' }, { name: 'password' }, { name: 'name' }],
  ])
    expect(
      withoutWithheld({
        columns,
        rows: [
          ['1', 'canary', 'Ann'],
          ['2', 'canary', 'Bo'],
        ],
      }),
    ).toEqual({
      columns: [columns[0], columns[2]],
      rows: [
        ['1', 'Ann'],
        ['2', 'Bo'],
      ],
    });
});

test('the structure of a database does not list columns whose values never come', () => {
  const columns = ['id', { name: 'password_hash', type: 'text' }, { name: 'name' }];
  expect(readTables({ tables: [{ name: 'people', columns }] })).toEqual([
    {
      name: 'people',
      columns: [
        { name: 'id', type: null },
        { name: 'name', type: null },
      ],
    },
  ]);
});
