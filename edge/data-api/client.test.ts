import { expect, test } from 'vitest';
import { HOUR_MS } from '../../shared/time.ts';
import { DataClient } from './client.ts';

const TABLES = ['bill'];
const QUERY = {
  filter: [{ payer: 'Ann' }],
  sort: { no: -1 },
  pagination: { limit: 5, page: 0 },
  returnCount: true,
};

/** A backend that has, besides the documented list by GET, the query by POST or not. */
function backend() {
  const asked: string[] = [];
  const state = { hasQuery: false, now: 0 };
  const client = new DataClient(
    { dataApiUrl: 'https://data.example' },
    {
      now: () => state.now,
      report: () => {},
      fetch: async (address, { method, body }) => {
        const { pathname, searchParams } = new URL(address);
        asked.push(`${method} ${pathname}`);
        const [, isQuery, table = ''] = /\/crud\/(query\/)?(\w+)$/.exec(pathname) ?? [];
        if (!TABLES.includes(table) || (isQuery !== undefined && !state.hasQuery))
          return Response.json({ errors: ['not found'] }, { status: 404 });
        const query = isQuery
          ? JSON.parse(String(body))
          : Object.fromEntries([...searchParams].map(([name, value]) => [name, JSON.parse(value)]));
        return Response.json({ data: [{ _id: '1', query }], errors: null });
      },
    },
  );
  const query = async (typeId: string) => {
    const result = await client.call('key', 'queryRecords', {
      parameters: { typeId },
      body: JSON.stringify(QUERY),
    });
    return result.ok ? (result.data as { query: unknown }[])[0]?.query : result.failure.httpStatus;
  };
  return { asked, state, query };
}

test('records are listed by the documented GET where the query by POST is not there, remembered for an hour (Endpoints)', async () => {
  const { asked, state, query } = backend();
  expect(await query('bill')).toEqual(QUERY);
  expect(await query('bill')).toEqual(QUERY);
  expect(asked).toEqual(['POST /api/v1/crud/query/bill', 'GET /api/v1/crud/bill', 'GET /api/v1/crud/bill']);
  state.now += HOUR_MS;
  state.hasQuery = true;
  expect(await query('bill')).toEqual(QUERY);
  expect(asked.at(-1)).toBe('POST /api/v1/crud/query/bill');
});

test('a query by the address has the digits of the one in a body', async () => {
  const addresses: string[] = [];
  const fetch = (address: string, { method }: RequestInit) => {
    addresses.push(decodeURIComponent(address));
    return Promise.resolve(
      method === 'POST' ? new Response('', { status: 404 }) : Response.json({ data: [] }),
    );
  };
  const body = '{"filter":[{"account":9007199254740993}]}';
  await new DataClient({ dataApiUrl: 'https://data.example' }, { fetch, report: () => {} }).call(
    'key',
    'queryRecords',
    { parameters: { typeId: 'bill' }, body },
  );
  expect(addresses.at(-1)).toContain('filter=[{"account":9007199254740993}]');
});

test('a table that is not there says nothing of the query by POST', async () => {
  const { asked, state, query } = backend();
  state.hasQuery = true;
  expect(await query('none')).toBe(404);
  expect(await query('bill')).toEqual(QUERY);
  expect(asked.at(-1)).toBe('POST /api/v1/crud/query/bill');
});
