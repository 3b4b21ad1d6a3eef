import { expect } from 'vitest';
import type { Row, Section } from '../../conformance/row.ts';
import type { DataBench } from './bench.ts';
import { row } from './surface.ts';

const encoded = (parameters: Record<string, unknown>) =>
  new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString();

async function people(bench: DataBench): Promise<void> {
  const delft = await bench.add('city', { name: 'Delft' });
  await bench.add('person', { name: 'Ann', age: 41, born: '1985-02-03', level: 'high', city: delft._id });
  await bench.add('person', {
    name: 'Bob',
    age: 17,
    born: '2009-07-01',
    level: 'low',
    tags: ['new', 'late'],
  });
  await bench.add('person', { name: 'Cem', age: 30, active: true, site: 'https://cem.example/a\nb' });
}

/** Who a filter finds, by the query string and by the body alike. */
async function found(bench: DataBench, filter: unknown): Promise<string[]> {
  const byQuery = await bench.names(`/crud/person?${encoded({ filter })}`);
  const { data, json } = await bench.call('POST', '/crud/query/person', { filter });
  expect(
    data?.map(({ name }: { name: string }) => name),
    JSON.stringify(json),
  ).toEqual(byQuery);
  return byQuery;
}

function filterRow(what: string, filter: unknown, names: string[]): Row<DataBench> {
  return row(what, async (bench) => {
    await people(bench);
    expect(await found(bench, filter)).toEqual(names);
  });
}

function refusedFilter(what: string, filter: unknown, field: string): Row<DataBench> {
  return row(what, async (bench) => {
    await bench.refused(() => bench.call('GET', `/crud/person?${encoded({ filter })}`), 400, field);
    await bench.refused(() => bench.call('POST', '/crud/query/person', { filter }), 400, field);
  });
}

/** A value that a property takes, what is kept of it, and one that it refuses. */
function typeRow(name: string, good: unknown, kept: unknown, bad: unknown): Row<DataBench> {
  return row(
    `property types: ${name} takes ${JSON.stringify(good)}, not ${JSON.stringify(bad)}`,
    async (bench) => {
      const made = await bench.add('person', { name: 'Ann', [name]: good });
      expect(made[name]).toEqual(kept);
      await bench.refused(() => bench.call('POST', '/crud/person', { name: 'Bob', [name]: bad }), 400, name);
      await bench.refused(() => bench.call('PATCH', `/crud/person/${made._id}`, { [name]: bad }), 400, name);
    },
  );
}

export const RECORDS: Section<DataBench>[] = [
  {
    section: 'Endpoints: records',
    rows: [
      row('POST /crud/{typeId} makes a record and answers it whole', async ({ call, control }) => {
        const { data } = await call('POST', '/crud/city', { name: 'Delft' });
        expect(control.recordsOf('shop', 'city')).toEqual([data]);
      }),
      row('an older backend answers only the id of what it wrote', async ({ call, control }) => {
        control.setDataSettings({ olderResponses: true });
        const { data } = await call('POST', '/crud/city', { name: 'Delft' });
        expect(data).toEqual({ insertedId: control.recordsOf('shop', 'city')[0]?._id });
      }),
      row('GET /crud/{typeId}/{id} answers a record', async ({ add, call }) => {
        const made = await add('city', { name: 'Delft' });
        expect((await call('GET', `/crud/city/${made._id}`)).data).toEqual(made);
      }),
      row(
        'PATCH /crud/{typeId}/{id} changes what is sent and answers the whole record',
        async ({ add, call }) => {
          const made = await add('person', { name: 'Ann', age: 40, email: 'ann@x.example' });
          const { data } = await call('PATCH', `/crud/person/${made._id}`, { age: 41 });
          expect(data).toMatchObject({ name: 'Ann', age: 41, email: 'ann@x.example' });
          expect((await call('GET', `/crud/person/${made._id}`)).data).toEqual(data);
        },
      ),
      row('PATCH with null clears a property, but not a required one', async (bench) => {
        const { _id } = await bench.add('person', { name: 'Ann', age: 40 });
        expect((await bench.call('PATCH', `/crud/person/${_id}`, { age: null })).data.age).toBeUndefined();
        await bench.refused(() => bench.call('PATCH', `/crud/person/${_id}`, { name: null }), 400, 'name');
      }),
      row('a record that was read can be sent back as it is', async ({ add, call }) => {
        const made = await add('person', { name: 'Ann', age: 40 });
        expect((await call('PATCH', `/crud/person/${made._id}`, made)).data).toMatchObject({ ...made });
      }),
      row('DELETE /crud/{typeId}/{id} answers nothing and removes it', async (bench) => {
        const { _id } = await bench.add('city', { name: 'Delft' });
        expect((await bench.call('DELETE', `/crud/city/${_id}`)).json).toEqual({ errors: null, data: null });
        await bench.refused(() => bench.call('GET', `/crud/city/${_id}`), 404);
      }),
      row(
        'DELETE …/{pageId}/subelements deletes what the levels of the page hang below it',
        async (bench) => {
          const { _id: owner } = await bench.add('person', { name: 'Ann' });
          await bench.add('pet', { name: 'Rex', owner });
          await bench.add('pet', { name: 'Stray' });
          await bench.call('DELETE', `/crud/person/${owner}/people/subelements`);
          expect([await bench.names('/crud/person'), await bench.names('/crud/pet')]).toEqual([
            [],
            ['Stray'],
          ]);
        },
      ),
      row('DELETE …/subelements refuses a page that is not there, or has not this table', async (bench) => {
        const { _id } = await bench.add('city', { name: 'Delft' });
        await bench.refused(() => bench.call('DELETE', `/crud/city/${_id}/none/subelements`), 404);
        await bench.refused(
          () => bench.call('DELETE', `/crud/city/${_id}/people/subelements`),
          400,
          'pageId',
        );
      }),
      row('GET /crud/{typeId} lists in the order of creation', async (bench) => {
        await people(bench);
        expect(await bench.names('/crud/person')).toEqual(['Ann', 'Bob', 'Cem']);
      }),
      row('GET /crud/{typeId}: sort, 1 and -1', async (bench) => {
        await people(bench);
        expect(await bench.names(`/crud/person?${encoded({ sort: { age: 1 } })}`)).toEqual([
          'Bob',
          'Cem',
          'Ann',
        ]);
        expect(await bench.names(`/crud/person?${encoded({ sort: { name: -1 } })}`)).toEqual([
          'Cem',
          'Bob',
          'Ann',
        ]);
      }),
      row('GET /crud/{typeId}: a sort by nothing that is there is refused', async (bench) => {
        const ask = (sort: unknown) => () => bench.call('GET', `/crud/person?${encoded({ sort })}`);
        await bench.refused(ask({ shoe: 1 }), 400, 'sort.shoe');
        await bench.refused(ask({ age: 2 }), 400, 'sort.age');
      }),
      row('GET /crud/{typeId}: parameters in brackets are the same', async (bench) => {
        await people(bench);
        const query = 'filter[0][age][gte]=18&sort[age]=-1&pagination[limit]=1&pagination[page]=1';
        expect(await bench.names(`/crud/person?${query}`)).toEqual(['Cem']);
        const list = 'filter[]={"age":{"gt":17}}&filter[]={"level":"high"}';
        expect(await bench.names(`/crud/person?${list}`)).toEqual(['Ann']);
      }),
      row('GET /crud/{typeId}: returnCount tells the number of all results beside data', async (bench) => {
        await people(bench);
        const query = encoded({
          filter: [{ age: { gt: 20 } }],
          pagination: { limit: 1 },
          returnCount: 'true',
        });
        const { json } = await bench.call('GET', `/crud/person?${query}`);
        expect([json.data.length, json.count]).toEqual([1, 2]);
        expect((await bench.call('GET', '/crud/person')).json.count).toBeUndefined();
      }),
      row('POST /crud/query/{typeId} means the same, in the body (gaps page)', async (bench) => {
        await people(bench);
        const body = {
          filter: [{ age: { gt: 20 } }],
          sort: { age: -1 },
          pagination: { limit: 1, page: 1 },
          returnCount: true,
        };
        const { json } = await bench.call('POST', '/crud/query/person', body);
        expect([json.data[0].name, json.count]).toEqual(['Cem', 2]);
      }),
      row('POST /crud/query/{typeId}: skip (gaps page)', async (bench) => {
        await people(bench);
        const { data } = await bench.call('POST', '/crud/query/person', { pagination: { skip: 2 } });
        expect(data.map(({ name }: { name: string }) => name)).toEqual(['Cem']);
      }),
    ],
  },
  {
    section: 'Limits: pagination',
    rows: [
      row('up to 50 results unless told otherwise', async (bench) => {
        bench.control.addRecords('shop', 'city', cities(60));
        expect(await bench.names('/crud/city')).toHaveLength(50);
      }),
      row('page starts at 0, limit is the items per page', async (bench) => {
        bench.control.addRecords('shop', 'city', cities(5));
        const page = (number: number) =>
          bench.names(`/crud/city?${encoded({ pagination: { limit: 2, page: number } })}`);
        expect([await page(0), await page(1), await page(2), await page(3)]).toEqual([
          ['City 1', 'City 2'],
          ['City 3', 'City 4'],
          ['City 5'],
          [],
        ]);
      }),
      row('a page or limit that is no number is refused', async (bench) => {
        const ask = (pagination: unknown) => () => bench.call('POST', '/crud/query/city', { pagination });
        await bench.refused(ask({ limit: 0 }), 400, 'pagination.limit');
        await bench.refused(ask({ page: -1 }), 400, 'pagination.page');
        await bench.refused(ask({ limit: 'many' }), 400, 'pagination.limit');
      }),
      row('it applies to records only: users and deleted data come whole', async (bench) => {
        const ids = bench.control.addRecords('shop', 'city', cities(60));
        for (const id of ids) await bench.call('DELETE', `/crud/city/${id}`);
        expect((await bench.call('GET', '/data-deleted/')).data).toHaveLength(60);
      }),
    ],
  },
  {
    section: 'Filter query syntax',
    rows: [
      filterRow('a property name with a direct value', [{ name: 'Bob' }], ['Bob']),
      filterRow('a number, a boolean, a date', [{ age: 30 }, { active: true }], ['Cem']),
      filterRow('a day', [{ born: '1985-02-03' }], ['Ann']),
      filterRow('several entries all hold', [{ age: { gt: 20 } }, { level: 'high' }], ['Ann']),
      filterRow('several keys of one entry all hold', [{ age: { gt: 20 }, level: 'high' }], ['Ann']),
      filterRow('gt', [{ age: { gt: 30 } }], ['Ann']),
      filterRow('gte', [{ age: { gte: 30 } }], ['Ann', 'Cem']),
      filterRow('lt', [{ age: { lt: 30 } }], ['Bob']),
      filterRow('lte', [{ age: { lte: 30 } }], ['Bob', 'Cem']),
      filterRow('two comparisons of one property', [{ age: { gt: 17, lt: 41 } }], ['Cem']),
      filterRow(
        'comparisons of dates',
        [{ born: { gte: '1985-02-03', lt: '2000-01-01T00:00:00Z' } }],
        ['Ann'],
      ),
      filterRow('createdAt and _id can be asked for', [{ createdAt: { lt: '2000-01-01' } }], []),
      filterRow('ne (gaps page)', [{ name: { ne: 'Bob' } }], ['Ann', 'Cem']),
      filterRow('null finds what is not there', [{ level: null }], ['Cem']),
      filterRow('regex', [{ name: { regex: '^[AB]' } }], ['Ann', 'Bob']),
      filterRow('regex with option i', [{ name: { regex: 'ANN', options: 'i' } }], ['Ann']),
      filterRow('regex with option m (gaps page)', [{ site: { regex: '^b$', options: 'm' } }], ['Cem']),
      filterRow('regex with option s (gaps page)', [{ site: { regex: 'a.b', options: 's' } }], ['Cem']),
      filterRow(
        'regex with option x (gaps page)',
        [{ name: { regex: '^ C e m # him', options: 'x' } }],
        ['Cem'],
      ),
      filterRow('or holds alternatives', [{ or: [{ name: 'Ann' }, { age: { lt: 18 } }] }], ['Ann', 'Bob']),
      filterRow(
        'or beside other conditions',
        [{ or: [{ name: 'Ann' }, { name: 'Bob' }] }, { age: 17 }],
        ['Bob'],
      ),
      filterRow('or within or', [{ or: [{ or: [{ name: 'Cem' }] }, { age: 41 }] }], ['Ann', 'Cem']),
      filterRow('one of several options', [{ tags: 'late' }], ['Bob']),
      row('a reference by the _id of the other record', async (bench) => {
        await people(bench);
        const [{ _id }] = (await bench.call('GET', '/crud/city')).data;
        expect(await found(bench, [{ city: _id }])).toEqual(['Ann']);
      }),
      row('a file by its file name id', async (bench) => {
        const id = await bench.upload('ann.png', 'x');
        await bench.add('person', { name: 'Ann', photo: { name: id } });
        await bench.add('person', { name: 'Bob', papers: [{ name: id }] });
        expect(await found(bench, [{ photo: { name: id } }])).toEqual(['Ann']);
        expect(await found(bench, [{ papers: id }])).toEqual(['Bob']);
      }),
      refusedFilter('comparisons work on dates and numbers only', [{ name: { gt: 'A' } }], 'name'),
      refusedFilter('regex works on text only', [{ age: { regex: '4' } }], 'age'),
      refusedFilter('a regex that is none', [{ name: { regex: '(' } }], 'name'),
      refusedFilter('options other than i, m, x and s', [{ name: { regex: 'a', options: 'g' } }], 'name'),
      refusedFilter('an operator that is none', [{ age: { near: 4 } }], 'age'),
      refusedFilter('a property that is none', [{ shoe: 42 }], 'shoe'),
      refusedFilter('a value of another type', [{ age: 'old' }], 'age'),
      refusedFilter('or without alternatives', [{ or: [] }], 'or'),
      row('a filter that is no JSON', async (bench) => {
        await bench.refused(() => bench.call('GET', '/crud/person?filter=[{'), 400, 'filter');
        await bench.refused(() => bench.call('GET', '/crud/person?filter=old'), 400, 'filter');
      }),
      row('the deprecated filter operation is not offered', async (bench) => {
        await bench.refused(() => bench.call('POST', '/filter', { typeIdToGet: 'person' }), 404);
      }),
    ],
  },
  {
    section: 'Create and edit: rules of the properties (gaps page)',
    rows: [
      typeRow('age', 41, 41, '41'),
      typeRow('active', true, true, 'yes'),
      typeRow('notes', 'long\ntext', 'long\ntext', 5),
      typeRow('settings', '{"a":1}', '{"a":1}', '{a'),
      typeRow('site', 'https://a.example', 'https://a.example', {}),
      typeRow('level', 'low', 'low', 'lowest'),
      typeRow('tags', ['vip', 'new'], ['vip', 'new'], ['vip', 'old']),
      typeRow('born', '1985-02-03', '1985-02-03T00:00:00.000Z', '1985-02-30'),
      typeRow('seenAt', '2026-11-21T10:00:00+01:00', '2026-11-21T09:00:00.000Z', 'yesterday'),
      row('a required property can be left out of an edit, not of a record', async (bench) => {
        await bench.refused(() => bench.call('POST', '/crud/person', { age: 1 }), 400, 'name');
        await bench.refused(() => bench.call('POST', '/crud/person', { name: '' }), 400, 'name');
      }),
      row('a property whose canRepeat is not true takes each value once', async (bench) => {
        const { _id } = await bench.add('person', { name: 'Ann', email: 'a@x.example' });
        const again = { name: 'Bob', email: 'a@x.example' };
        await bench.refused(() => bench.call('POST', '/crud/person', again), 400, 'email');
        const bob = await bench.add('person', { name: 'Bob' });
        await bench.refused(() => bench.call('PATCH', `/crud/person/${bob._id}`, again), 400, 'email');
        expect((await bench.call('PATCH', `/crud/person/${_id}`, again)).status, 'its own value').toBe(200);
      }),
      row('a reference must lead to a record', async (bench) => {
        const { _id } = await bench.add('city', { name: 'Delft' });
        expect((await bench.add('person', { name: 'Ann', city: _id })).city).toBe(_id);
        for (const city of ['nowhere', 5, [_id]]) {
          await bench.refused(() => bench.call('POST', '/crud/person', { name: 'Bob', city }), 400, 'city');
        }
      }),
      row('references to several records are not set in the body', async (bench) => {
        for (const field of ['pets', 'clubs']) {
          await bench.refused(
            () => bench.call('POST', '/crud/person', { name: 'Ann', [field]: [] }),
            400,
            field,
          );
        }
      }),
      row('a file is { name }, several are a list of such, and must have been uploaded', async (bench) => {
        const name = await bench.upload('a.png', 'x');
        const made = await bench.add('person', {
          name: 'Ann',
          photo: { name },
          papers: [{ name }, { name }],
        });
        expect([made.photo, made.papers]).toEqual([{ name }, [{ name }, { name }]]);
        for (const photo of [name, { name: 'none.png' }, {}]) {
          await bench.refused(() => bench.call('POST', '/crud/person', { name: 'Bob', photo }), 400, 'photo');
        }
      }),
      row('a property that the table has not is refused', async (bench) => {
        const ask = () => bench.call('POST', '/crud/city', { name: 'Delft', mayor: 'Ann' });
        await bench.refused(ask, 400, 'mayor');
      }),
    ],
  },
];

function cities(count: number): { name: string }[] {
  return Array.from({ length: count }, (_, index) => ({ name: `City ${index + 1}` }));
}
