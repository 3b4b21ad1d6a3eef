import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type JournalEntry, journalPage } from '../../shared/journal/journal.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { insertRow } from '../object/database.ts';
import { accountHook } from '../testing/account-hook.ts';
import { pass } from '../testing/alarms.ts';
import { firstReading, type Paired, pair, pairAs } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { NOON, startAt } from '../testing/noon.ts';
import { KEPT } from '../testing/past.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
beforeEach(async () => {
  await startAt(NOON);
  owner = await pair();
  await control('addProject', { projectId: 'shop', label: 'Corner store' });
  await control('addProject', { projectId: 'cafe' });
  await firstReading(owner);
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

const inObject = <T>(work: (sql: SqlStorage) => T): Promise<T> =>
  runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) =>
    storage.transactionSync(() => work(storage.sql)),
  );
const read = async (query = '', device = owner) => {
  const reply = await device.ask('GET', `/journal${query}`);
  expect(reply.code, reply.text).toBeUndefined();
  // As it came: the schema leaves out what it does not know.
  expect(reply.data).toEqual(journalPage.parse(reply.data));
  return journalPage.parse(reply.data);
};
const listed = async (query = '', device = owner) => (await read(query, device)).entries;
const ids = (entries: readonly JournalEntry[]) => entries.map(({ id }) => id);
const kinds = (entries: readonly JournalEntry[]) => entries.map(({ kind }) => kind);
const prompt = (key: string, text: string, device = owner) =>
  device.ask('POST', '/service/projects/shop/agent/start', { prompt: text }, { 'idempotency-key': key });
/** A row as it was stored at an instant. */
const put = (
  sql: SqlStorage,
  table: 'work' | 'launches' | 'data_calls',
  ...row: Parameters<typeof KEPT.work>
) => insertRow(sql, table, KEPT[table](...row));
const eventOf = (seq: number, more: object) => ({
  ...{ seq, id: `e${seq}`, projectId: 'shop', source: 'edge', at: NOON + seq, receivedAt: NOON + seq },
  ...{ event: 'edge.cap', facts: {} },
  ...more,
});
const keep = (...events: ReturnType<typeof eventOf>[]) =>
  inObject((sql) => {
    for (const { seq, id, event, projectId, receivedAt, ...rest } of events)
      sql.exec(
        `INSERT INTO events (seq, dedupe_id, event, project_id, received_at, reconciled, row) VALUES (?, ?, ?, ?, ?, 1, ?)`,
        ...[seq, id, event, projectId, receivedAt],
        JSON.stringify({ seq, id, event, projectId, receivedAt, ...rest }),
      );
  });

/** A prompt with a budget that a guard stops, and a deployment begun elsewhere that fails. */
async function work() {
  await owner.ask('PUT', '/guards/shop', { kind: 'run-time', minutes: 1 });
  await owner.ask('PUT', '/guards/shop', { kind: 'run-budget', credits: 50 });
  await prompt('prompt-0001', 'Add a page');
  for (let minute = 0; minute < 3; minute++) await pass(MINUTE_MS, owner);
  const post = await accountHook(owner);
  const data = { projectId: 'shop', deploymentId: 'd1', status: 'error', fixAttempts: 2 };
  const timestamp = new Date(Date.now()).toISOString();
  await post('d1', { body: JSON.stringify({ event: 'deployment.finished', timestamp, data }) });
  await pass(MINUTE_MS, owner);
}

test('a run is one entry with its row, its end, its budget, the guard that stopped it and what was told of it', async () => {
  await work();
  const entries = await listed();
  const ofWork = entries.filter(({ kind }) => kind === 'work');
  expect(ofWork).toMatchObject([
    {
      ...{ row: { kind: 'deploy', ending: 'failed', fixAttempts: 2 }, isWrong: true },
      ...{ end: { id: 'd1' }, told: { about: { kind: 'deploy-finished' }, sent: [] } },
    },
    {
      row: { kind: 'run', ending: 'stopped', prompt: 'Add a page', call: 'prompt-0001' },
      ...{ isWrong: false, told: { about: { kind: 'run-finished', outcome: 'stopped' } } },
    },
  ]);
  const run = ofWork[1];
  const did = run?.kind === 'work' ? run.also.map(({ facts }) => facts.did).toSorted() : [];
  expect(did).toEqual(['put-back', 'run-stopped', 'set']);
  // What is left are the two guards that were set.
  const others = entries.filter(({ kind }) => kind !== 'work');
  expect(others.flatMap((one) => (one.kind === 'event' ? one.event.facts.guard : []))).toEqual([
    'run-budget',
    'run-time',
  ]);
  expect(kinds(others).filter((kind) => kind !== 'event')).toEqual([]);
});

test('it is narrowed to what went wrong, to a project, to this browser, and to an event', async () => {
  await work();
  const phone = await pairAs(owner, 'builder');
  expect((await listed('?only=trouble')).map(({ isWrong }) => isWrong)).toEqual([true]);
  expect(await listed('?project=cafe')).toEqual([]);
  expect(kinds(await listed('?project=shop&kind=deployment.finished'))).toEqual(['work']);
  expect(await listed('?kind=agent.prompt.finished')).toMatchObject([{ row: { kind: 'run' } }]);
  expect(kinds(await listed('?kind=own'))).toContain('work');
  await inObject((sql) => sql.exec(`UPDATE devices SET name = 'Phone' WHERE role = 'builder'`));
  expect(await listed('?kind=own', phone), 'another browser did it').toEqual([]);
  await inObject((sql) =>
    sql.exec("UPDATE devices SET name = (SELECT name FROM devices WHERE role = 'owner')"),
  );
  expect(kinds(await listed('?kind=own', phone)), 'of the same name').not.toContain('work');
  const ends = '?kind=agent.prompt.finished';
  expect([await listed(ends, phone), await listed(ends)]).toMatchObject([[{ own: false }], [{ own: true }]]);
  expect(kinds(await listed('?kind=edge.guard')), 'also those that a run tells').toEqual(
    Array(3).fill('event'),
  );
});

test('what is searched is found by prompt, project and id, in each word, however long ago it was', async () => {
  await inObject((sql) => {
    for (let n = 1; n < 1_500; n++) put(sql, 'work', `${n}`, NOON - n * HOUR_MS, `app-${n % 40}`);
    put(sql, 'work', 'old', NOON - 61 * DAY_MS, 'shop');
    sql.exec(
      `UPDATE work SET row = json_set(row, '$.prompt', 'Send a "Newsletter"') WHERE project_id = 'shop'`,
    );
  });
  for (const words of ['newsletter', 'news send', '"news', 'corner store', 'shop'])
    expect(await listed(`?q=${encodeURIComponent(words)}`), words).toMatchObject([
      { kind: 'work', row: { projectId: 'shop' } },
    ]);
  for (const words of ['newsletters', 'evidence', 'callKey', 'newsletter cafe'])
    expect(await listed(`?q=${words}`), words).toEqual([]);
  const { entries, next } = await read('?q=polish');
  expect(entries).toHaveLength(50);
  expect(ids((await read(`?q=polish&before=${encodeURIComponent(next ?? '')}`)).entries)).not.toContain(
    entries[0]?.id,
  );
});

test('page follows page without a gap or a repetition, whatever happened at one moment or comes meanwhile', async () => {
  await keep(
    ...Array.from({ length: 130 }, (_, n) =>
      eventOf(n + 1, { event: 'project.resumed', source: 'webhook', receivedAt: NOON + Math.floor(n / 9) }),
    ),
  );
  await inObject((sql) => {
    for (let n = 0; n < 70; n++) {
      put(sql, 'work', `${n}`, NOON - HOUR_MS / 4 + Math.floor(n / 7));
      put(sql, 'launches', `launch-${n}`, NOON + Math.floor(n / 8));
      put(sql, 'data_calls', `data-${n}`, NOON + Math.floor(n / 8));
    }
  });
  const seen: string[] = [];
  for (let at: string | null = ''; at !== null; ) {
    const page: Awaited<ReturnType<typeof read>> = await read(
      `?limit=20${at && `&before=${encodeURIComponent(at)}`}`,
    );
    seen.push(...ids(page.entries));
    at = page.next;
    await keep(eventOf(1_000 + seen.length, { event: 'project.resumed', source: 'webhook' }));
  }
  expect(new Set(seen).size).toBe(seen.length);
  const count = (which: RegExp) => seen.filter((id) => which.test(id)).length;
  expect([count(/^\d+$/), count(/^work /), count(/^own launch/), count(/^own data/)]).toEqual([
    130, 70, 70, 70,
  ]);
});

test('what one browser changed in one act is one entry, also where a page ends among it', async () => {
  const caps = Array.from({ length: 60 }, (_, n) =>
    eventOf(n + 200, {
      projectId: `app-${n}`,
      facts: { category: 'development', from: 1, to: 2, by: 'Test' },
    }),
  );
  const later = Array.from({ length: 140 }, (_, n) =>
    eventOf(n + 300, { event: 'project.resumed', source: 'webhook' }),
  );
  await keep(...caps, ...later);
  const all: JournalEntry[] = [];
  for (let at: string | null = ''; at !== null; ) {
    const page: Awaited<ReturnType<typeof read>> = await read(
      at === '' ? '' : `?before=${encodeURIComponent(at)}`,
    );
    all.push(...page.entries);
    at = page.next;
  }
  expect(all.flatMap((one) => (one.kind === 'act' ? one.events.length : []))).toEqual([60]);
  expect(all).toHaveLength(141);
});

test('of some days nothing is earlier or later', async () => {
  const at = (days: number) => NOON - days * DAY_MS;
  await keep(...[3, 2, 1].map((days, n) => eventOf(n + 1, { receivedAt: at(days), at: at(days) })));
  await inObject((sql) => {
    for (const days of [3, 2, 1]) put(sql, 'work', `${days}`, at(days));
  });
  const days = await listed(`?from=${at(2) - HOUR_MS}&until=${at(2) + HOUR_MS}`);
  expect(days.map((one) => one.at).toSorted()).toEqual([at(2), at(2) + HOUR_MS / 4]);
  expect((await read(`?until=${at(4)}`)).entries).toEqual([]);
});

test('a paid call that began no work is an entry of its own, and one that did is not', async () => {
  await inObject((sql) => {
    put(sql, 'launches', 'refused-1', NOON - 7);
    put(sql, 'launches', 'rebuilt-1', NOON - 6);
    put(sql, 'launches', 'made-0001', NOON - 5);
    sql.exec(`UPDATE launches SET operation = 'rebuild' WHERE key = 'rebuilt-1'`);
    sql.exec(
      `UPDATE launches SET operation = 'setDomain', state = 'refused', refusal = ? WHERE key = 'refused-1'`,
      JSON.stringify({ code: 'EDGE_SPENT', message: '', httpStatus: 403, details: null }),
    );
    put(sql, 'work', 'x', NOON - HOUR_MS);
    sql.exec(`UPDATE work SET call_key = 'rebuilt-1'`);
  });
  const calls = (await listed()).filter(({ kind }) => kind === 'call');
  expect(ids(calls)).toEqual(['own made-0001', 'own refused-1']);
  expect(calls).toMatchObject([{ record: { operation: 'launch' }, own: false }, { isWrong: true }]);
  expect(ids(await listed('?kind=refused'))).toEqual(['own refused-1']);
});

test('a viewer gets work and needs only: no name of a channel, a browser, a host, a secret, an import or of data', async () => {
  await work();
  await prompt('prompt-0002', 'Add a form');
  const post = await accountHook(owner, 'project.credit_limit.reached');
  const data = { projectId: 'shop', category: 'development', spent: 5, limit: 5 };
  const timestamp = new Date(Date.now()).toISOString();
  await post('cap', { body: JSON.stringify({ event: 'project.credit_limit.reached', timestamp, data }) });
  const { seq } = (await listed('?kind=project.credit_limit.reached')).flatMap((one) =>
    one.kind === 'event' ? one.event : [],
  )[0] ?? { seq: 0 };
  const [told] = await inObject((sql) =>
    sql.exec<{ number: number }>('SELECT max(number) AS number FROM announcements').toArray(),
  );
  await inObject((sql) => {
    const changed = (event: string, facts: object, n: number) =>
      eventOf(seq + n, { event, facts: { by: 'Canary browser', ...facts }, at: NOON, receivedAt: NOON });
    for (const one of [
      changed('edge.change', { setting: 'channel', did: 'added', kind: 'slack', name: 'Canary' }, 1),
      changed('edge.access', { setting: 'browser', did: 'added', name: 'Canary' }, 2),
      changed('edge.change', { setting: 'secret', did: 'added', name: 'CANARY_KEY', environment: null }, 3),
      changed('edge.change', { setting: 'receiver', did: 'added', host: 'canary.example', event: 'x' }, 4),
    ])
      sql.exec(
        `INSERT INTO events (seq, dedupe_id, event, project_id, received_at, reconciled, row) VALUES (?, ?, ?, 'shop', ?, 1, ?)`,
        ...[one.seq, one.id, one.event, NOON, JSON.stringify(one)],
      );
    sql.exec(
      `UPDATE events SET row = json_set(row, '$.facts.by', 'Canary browser') WHERE event LIKE 'edge.%'`,
    );
    sql.exec(
      `UPDATE events SET row = json_set(row, '$.facts.keysNeeded', 'CANARY_KEY') WHERE event NOT LIKE 'edge.%'`,
    );
    sql.exec(`UPDATE work SET row = json_set(row, '$.by', 'Canary browser') WHERE call_key IS NOT NULL`);
    sql.exec('INSERT INTO removed_channels VALUES (?, ?, ?, ?)', 'gone', 'Canary channel', 'en', NOON);
    sql.exec("INSERT INTO alerts VALUES ('gone', ?, 0, 'sent', ?, 1, '{}')", told?.number ?? 0, NOON);
    put(sql, 'data_calls', 'canary-scan', NOON);
    sql.exec(
      `INSERT INTO imports (key, project_id, table_name, device_id, fingerprint, state, source, created_at, width)
       VALUES ('canary-import', 'shop', 'canary', 'd', 'f', 'done', '{"url":"https://canary.example/"}', ?, 1)`,
      NOON,
    );
  });
  const [builder, viewer] = [await pairAs(owner, 'builder'), await pairAs(owner, 'viewer')];
  const all = await listed('?limit=100');
  expect(JSON.stringify(all)).toContain('Canary channel');
  expect([...new Set(kinds(all))].toSorted()).toEqual(['call', 'event', 'imported', 'work']);
  const built = await builder.ask('GET', '/journal?limit=100');
  expect(built.text).not.toContain('Canary channel');
  expect(built.text).toContain('canary-import');
  const seen = await viewer.ask('GET', '/journal?limit=100');
  expect(seen.text).not.toMatch(/canary/i);
  const entries = journalPage.parse(seen.data).entries;
  expect(kinds(entries).toSorted()).toEqual(['event', 'work', 'work', 'work']);
  for (const query of ['?kind=import', '?kind=notice', '?kind=refused', '?kind=edge.access', '?q=canary'])
    expect(await listed(query, viewer), query).toEqual([]);
});

test('a page reads so many rows, and a search no more than there are of work and of events', async () => {
  await keep(
    ...Array.from({ length: 2_000 }, (_, n) =>
      eventOf(n + 1, { receivedAt: NOON - (2_000 - n) * 20 * MINUTE_MS, event: 'project.resumed' }),
    ),
  );
  await inObject((sql) => {
    for (let n = 0; n < 2_000; n++) {
      put(sql, 'work', `${n}`, NOON - n * 30 * MINUTE_MS, `app-${n % 100}`);
      put(sql, 'data_calls', `d${n}`, NOON - 31 * DAY_MS - 2_000 + n);
    }
  });
  expect(await rowsRead(() => read()), 'a page').toBeLessThan(1_500);
  expect(await rowsRead(() => read(`?until=${NOON - 10 * DAY_MS}`)), 'of older days').toBeLessThan(1_500);
  expect(await rowsRead(() => read('?q=nothing')), 'a search').toBeLessThan(12_000);
});

/** Rows that are read meanwhile, by the platform's own counter. */
async function rowsRead(meanwhile: () => Promise<unknown>): Promise<number> {
  const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
  const patch = (exec?: SqlStorage['exec']) =>
    inObject((sql) => {
      const own = Object.getPrototypeOf(sql) as SqlStorage;
      const former = own.exec;
      own.exec =
        exec ??
        function (this: SqlStorage, ...given) {
          const cursor = former.apply(this, given);
          cursors.push(cursor);
          return cursor as never;
        };
      return former;
    });
  const former = await patch();
  await meanwhile();
  const sum = await inObject(() => cursors.reduce((all, one) => all + one.rowsRead, 0));
  await patch(former);
  return sum;
}

test.each(['x', '[1]', '["a"]'])('a cursor that no page gave is refused: %s', async (before) => {
  const { code } = await owner.ask('GET', `/journal?before=${encodeURIComponent(before)}`);
  expect(code).toBe('EDGE_INVALID_REQUEST');
});
