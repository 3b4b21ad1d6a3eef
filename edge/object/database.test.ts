import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, test } from 'vitest';
import { FORM } from '../account/schemas.ts';
import { pair } from '../testing/edge.ts';
import { reset } from '../testing/reset.ts';
import { type Form, OF_OTHER_FORM, openDatabase } from './database.ts';

afterEach(() => reset());

const stub = () => env.ACCOUNT.getByName('account');

/** Forms of one table, of which the second has a further column. */
const FIRST: Form = {
  number: 1,
  schemas: [
    {
      tables: ['CREATE TABLE calls (key TEXT PRIMARY KEY) WITHOUT ROWID'],
      startAnew: ["INSERT INTO calls (key) VALUES ('begun anew')"],
    },
  ],
  steps: {},
};
const SECOND: Form = {
  number: 2,
  schemas: [
    {
      tables: ['CREATE TABLE calls (key TEXT PRIMARY KEY, cost INTEGER) WITHOUT ROWID'],
      startAnew: ["INSERT INTO calls (key, cost) VALUES ('begun anew', 0)"],
    },
  ],
  steps: { 1: ['ALTER TABLE calls ADD COLUMN cost INTEGER', 'UPDATE calls SET cost = 7'] },
};
const UNREAD: Form = { ...SECOND, steps: {} };

/** Runs work in an object whose database holds one call in the first form. */
const onFirst = (work: (storage: DurableObjectStorage, rows: () => unknown[]) => void) =>
  runInDurableObject(stub(), async (_, { storage }) => {
    await storage.deleteAll();
    openDatabase(storage, FIRST, false);
    storage.sql.exec("INSERT INTO calls VALUES ('key-1')");
    work(storage, () => storage.sql.exec('SELECT * FROM calls').toArray());
    await storage.deleteAll();
  });

test('a step leads what is stored from one form to the next, once', async () => {
  await onFirst((storage, rows) => {
    openDatabase(storage, SECOND, false);
    openDatabase(storage, SECOND, false);
    expect(rows()).toEqual([{ key: 'key-1', cost: 7 }]);
  });
});

test('a form to which no step leads, a later one, and one without a number are refused and stay as they are', async () => {
  await onFirst((storage, rows) => {
    expect(() => openDatabase(storage, UNREAD, false)).toThrow(OF_OTHER_FORM);
    expect(rows()).toEqual([{ key: 'key-1' }]);
    openDatabase(storage, SECOND, false);
    expect(() => openDatabase(storage, FIRST, false)).toThrow(OF_OTHER_FORM);
    storage.sql.exec('DROP TABLE storage_form');
    expect(() => openDatabase(storage, SECOND, false)).toThrow(OF_OTHER_FORM);
    expect(rows()).toEqual([{ key: 'key-1', cost: 7 }]);
  });
});

test('what an operator lets go of is deleted, and nothing of it comes back from elsewhere', async () => {
  await onFirst((storage, rows) => {
    openDatabase(storage, UNREAD, true);
    expect(rows()).toEqual([{ key: 'begun anew', cost: 0 }]);
    openDatabase(storage, UNREAD, true);
    expect(rows()).toHaveLength(1);
  });
});

test('an edge refuses a storage of another form by an error that says how to begin anew, and touches nothing', async () => {
  const owner = await pair();
  const { number } = FORM;
  FORM.number = number + 1;
  try {
    await evictDurableObject(stub());
    const answer = await owner.ask('GET', '/devices');
    expect([answer.status, answer.code]).toEqual([500, 'EDGE_OTHER_FORM']);
    expect(answer.text).toContain('npm run deploy -- remove');
    const { data } = await owner.ask('GET', '/health');
    expect(data).toMatchObject({ ok: false, open: null });
    expect(data.form).toBeUndefined();
    expect(data.problems.join()).toContain('npm run deploy -- remove');
    await expect(pair()).rejects.toThrow('EDGE_OTHER_FORM');
  } finally {
    FORM.number = number;
  }
  expect((await owner.ask('GET', '/devices')).data).toHaveLength(1);
  expect((await owner.ask('GET', '/health')).data).toMatchObject({ form: number, open: [] });
});
