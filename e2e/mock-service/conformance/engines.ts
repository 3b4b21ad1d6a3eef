import { expect } from 'vitest';
import type { Client } from '../testing/client.ts';
import type { Bench } from './bench.ts';
import { notProvable, type Row, row, type Section } from './row.ts';

const DATABASE = '/projects/shop/database';
const LEGACY_ROWS = [
  { _id: 'a', name: 'Ann', age: 41 },
  { _id: 'b', name: 'Bob', age: 17 },
  { _id: 'c', name: 'Cem', age: 30 },
];

function legacy(bench: Bench): void {
  bench.project('shop', 'legacy');
  bench.control.addRows('shop', 'production', 'people', structuredClone(LEGACY_ROWS));
}

function current(bench: Bench): void {
  bench.project('shop');
  const rows = LEGACY_ROWS.map(({ _id, ...rest }) => ({ id: _id, ...rest }));
  bench.control.addRows('shop', 'development', 'people', rows);
}

/** The route works on its own engine and is refused, with the other one named, on the other. */
function onlyOn(
  engine: 'v2' | 'legacy',
  method: string,
  path: string,
  use: string,
  body: Record<string, unknown> | undefined,
  check: (data: Record<string, never>) => void,
): Row[] {
  const [own, other] = engine === 'v2' ? [current, legacy] : [legacy, current];
  const ask = (call: Client) => call(method, `${DATABASE}${path}`, body);
  return [
    row(`${method} …${path} on a ${engine} project`, async (bench) => {
      own(bench);
      const reply = await ask(bench.call);
      expect(reply.json.errors).toBeNull();
      check(reply.data);
    }),
    row(`${method} …${path} on the other engine: PROJECT_ENGINE_MISMATCH 400`, async (bench) => {
      other(bench);
      const details = {
        engine: engine === 'v2' ? 'legacy' : 'v2',
        useEndpoint: expect.stringContaining(use),
        docsUrl: expect.stringMatching(/^https:/),
      };
      await bench.refused(() => ask(bench.call), 400, 'PROJECT_ENGINE_MISMATCH', details);
    }),
  ];
}

const names = (rows: unknown) => (rows as { name: string }[]).map(({ name }) => name);
const IN_PEOPLE = { env: 'development', table: 'people' };

export const ENGINES: Section[] = [
  {
    section: 'Database routes by engine',
    rows: [
      ...onlyOn(
        'legacy',
        'GET',
        '/tables-structure',
        'GET /api/v1/vcaas/projects/shop/database/schema',
        undefined,
        ({ tables }) =>
          expect(tables).toMatchObject([
            { type: 'people', properties: { age: { name: 'age', propertyType: 'number' } } },
          ]),
      ),
      ...onlyOn('v2', 'GET', '/schema', 'tables-structure', undefined, ({ tables }) =>
        expect(names(tables)).toEqual(['people']),
      ),
      ...onlyOn(
        'legacy',
        'POST',
        '/query',
        '/rows',
        {
          tableName: 'people',
          queryOptions: { _filter: { age: { gte: 18 } }, _sort: { age: -1 }, _limit: 1 },
        },
        ({ results }) => expect(names(results)).toEqual(['Ann']),
      ),
      ...onlyOn(
        'v2',
        'POST',
        '/rows',
        '/query',
        {
          ...IN_PEOPLE,
          filter: {
            and: [
              { column: 'age', op: 'gte', value: 18 },
              { column: 'name', op: 'eq', value: 'Cem' },
            ],
          },
          sort: [{ column: 'age', dir: 'desc' }],
          page: { limit: 5 },
        },
        ({ rows }) => expect(names(rows)).toEqual(['Cem']),
      ),
      ...onlyOn(
        'legacy',
        'POST',
        '/records/a/link',
        '/relations',
        { tableName: 'people', propertyName: 'friends', referenceId: 'b' },
        (data) => expect(data).toEqual({ linked: true }),
      ),
      ...onlyOn(
        'legacy',
        'DELETE',
        '/records/a/link',
        '/relations',
        { tableName: 'people', propertyName: 'friends', referenceId: 'b' },
        (data) => expect(data).toEqual({ unlinked: true }),
      ),
      ...onlyOn(
        'v2',
        'POST',
        '/relations',
        '/link',
        { ...IN_PEOPLE, id: 'a', relation: 'friends', targetId: 'b' },
        (data) => expect(data).toEqual({ linked: true }),
      ),
      ...onlyOn(
        'v2',
        'POST',
        '/records/bulk',
        '/records',
        { ...IN_PEOPLE, data: [{ name: 'Dan' }, { name: 'Eve' }] },
        ({ records }) => expect(names(records)).toEqual(['Dan', 'Eve']),
      ),
      ...onlyOn(
        'v2',
        'POST',
        '/sql',
        '/query',
        { env: 'development', sql: 'select name from people where age > 20 order by age' },
        ({ rows }) => expect(names(rows)).toEqual(['Cem', 'Ann']),
      ),
      row('a link is there when the record is read, and gone when it was unlinked: legacy', async (bench) => {
        legacy(bench);
        const friends = async () => {
          const body = { tableName: 'people', queryOptions: { _filter: { name: 'Ann' } } };
          return (await bench.call('POST', `${DATABASE}/query`, body)).data.results[0].friends;
        };
        const body = { tableName: 'people', propertyName: 'friends', referenceId: 'b' };
        expect((await bench.call('POST', `${DATABASE}/records/a/link`, body)).data).toEqual({ linked: true });
        expect(await friends()).toEqual(['b']);
        const gone = await bench.call('DELETE', `${DATABASE}/records/a/link`, body);
        expect(gone.data).toEqual({ unlinked: true });
        expect(await friends()).toEqual([]);
      }),
      row(
        'a link is there when the record is read, and gone when it was unlinked: current',
        async (bench) => {
          current(bench);
          const friends = async () => {
            const filter = { and: [{ column: 'name', op: 'eq', value: 'Ann' }] };
            return (await bench.call('POST', `${DATABASE}/rows`, { ...IN_PEOPLE, filter })).data.rows[0]
              .friends;
          };
          const body = { ...IN_PEOPLE, id: 'a', relation: 'friends', targetId: 'b' };
          expect((await bench.call('POST', `${DATABASE}/relations`, body)).data).toEqual({ linked: true });
          expect(await friends()).toEqual(['b']);
          const unlink = { ...body, action: 'unlink' };
          expect((await bench.call('POST', `${DATABASE}/relations`, unlink)).data).toEqual({
            unlinked: true,
          });
          expect(await friends()).toEqual([]);
        },
      ),
      row(
        'records on the current engine: create, change, delete with { env, table, data }',
        async (bench) => {
          current(bench);
          const made = await bench.call('POST', `${DATABASE}/records`, {
            ...IN_PEOPLE,
            data: { name: 'Dan' },
          });
          const path = `${DATABASE}/records/${made.data.id}`;
          const changed = await bench.call('PATCH', path, { ...IN_PEOPLE, data: { name: 'Dora' } });
          expect(changed.data).toMatchObject({ id: made.data.id, name: 'Dora' });
          expect((await bench.call('DELETE', path, IN_PEOPLE)).data).toEqual({ success: true });
          expect((await bench.call('DELETE', path, IN_PEOPLE)).status).toBe(404);
        },
      ),
      row('records on the legacy engine: the same paths with { tableName, data }', async (bench) => {
        legacy(bench);
        const made = await bench.call('POST', `${DATABASE}/records`, {
          tableName: 'people',
          data: { name: 'Dan' },
        });
        const path = `${DATABASE}/records/${made.data._id}`;
        const body = { tableName: 'people', data: { name: 'Dora' } };
        expect((await bench.call('PATCH', path, body)).data.name).toBe('Dora');
        expect((await bench.call('DELETE', path, body)).data).toEqual({ success: true });
      }),
      row('legacy query: further operators, either of several, and an offset', async (bench) => {
        legacy(bench);
        const ask = async (queryOptions: Record<string, unknown>) =>
          names(
            (await bench.call('POST', `${DATABASE}/query`, { tableName: 'people', queryOptions })).data
              .results,
          );
        expect(await ask({ _filter: { name: { regex: 'AN', options: 'i' } } })).toEqual(['Ann']);
        expect(await ask({ _filter: { _or: [{ name: 'Ann' }, { age: { lt: 18 } }] } })).toEqual([
          'Ann',
          'Bob',
        ]);
        expect(await ask({ _filter: { name: { nin: ['Ann'] } }, _sort: { age: 'desc' } })).toEqual([
          'Cem',
          'Bob',
        ]);
        expect(await ask({ _sort: { age: 1 }, _offset: 1, _limit: 1 })).toEqual(['Cem']);
      }),
      row('sql writes are there for the next call', async (bench) => {
        current(bench);
        const sql = "update people set age = 18 where name = 'Bob'";
        const { data } = await bench.call('POST', `${DATABASE}/sql`, { env: 'development', sql });
        expect(data.changes).toBe(1);
        const filter = { and: [{ column: 'age', op: 'eq', value: 18 }] };
        const { rows } = (await bench.call('POST', `${DATABASE}/rows`, { ...IN_PEOPLE, filter })).data;
        expect(names(rows)).toEqual(['Bob']);
      }),
      row('sql that only reads leaves the records as they are', async (bench) => {
        current(bench);
        const env = 'development';
        const data = { name: 'Eve', member: true, tags: ['a', 'b'] };
        const made = (await bench.call('POST', `${DATABASE}/records`, { env, table: 'guests', data })).data;
        await bench.call('POST', `${DATABASE}/sql`, { env, sql: 'select * from guests' });
        const { rows } = (await bench.call('POST', `${DATABASE}/rows`, { env, table: 'guests' })).data;
        expect(rows).toEqual([made]);
      }),
      row('sql stays within the project: no file is opened, and a dropped table is gone', async (bench) => {
        current(bench);
        const sql = (statement: string) =>
          bench.call('POST', `${DATABASE}/sql`, { env: 'development', sql: statement });
        await bench.refused(() => sql("attach database ':memory:' as other"), 400, 'SQL_ERROR');
        expect((await sql('drop table people')).status).toBe(200);
        await bench.refused(() => bench.call('POST', `${DATABASE}/rows`, IN_PEOPLE), 404, 'TABLE_NOT_FOUND');
      }),
      row('a refused record makes no table', async (bench) => {
        current(bench);
        const body = { env: 'development', table: 'nothing', data: 5 };
        await bench.refused(() => bench.call('POST', `${DATABASE}/records`, body), 400, 'VALIDATION_ERROR');
        const { tables } = (await bench.call('GET', `${DATABASE}/schema`)).data;
        expect(tables.map(({ name }: { name: string }) => name)).not.toContain('nothing');
      }),
      notProvable('bodies and responses of the other database endpoints', 'the reference does not show them'),
    ],
  },
  {
    section: 'Engine errors',
    rows: [
      ...[
        ['GET', '/limits'],
        ['PUT', '/limits'],
        ['GET', '/rate-limit'],
        ['PATCH', '/rate-limit'],
        ['GET', '/webhook'],
        ['PUT', '/webhook'],
        ['POST', '/webhook/rotate-secret'],
      ].map(([method, path]) =>
        row(`ENGINE_NOT_SUPPORTED 400 on a legacy project: ${method} ${path}`, async (bench) => {
          bench.project('shop', 'legacy');
          const ask = () =>
            bench.call(String(method), `/projects/shop${path}`, method === 'GET' ? undefined : {});
          await bench.refused(ask, 400, 'ENGINE_NOT_SUPPORTED');
        }),
      ),
      notProvable(
        'which endpoints only the current engine has',
        'not listed: limits, rate limit and project webhook are our choice',
      ),
      notProvable(
        'ENGINE_LEGACY_UNAVAILABLE 409 and ENGINE_MISMATCH 409',
        'import of export codes, whose endpoints are not shown; as faults only',
      ),
    ],
  },
  {
    section: 'Versioning and legacy projects',
    rows: [
      row('new projects are on the current engine: engineVersion v2', async (bench) => {
        await bench.launch();
        expect((await bench.call('GET', '/projects/recipes')).data.engineVersion).toBe('v2');
      }),
      row('the switch decides only while the current engine is an opt-in', async (bench) => {
        bench.control.setAccount({ v2OptIn: false, v2OptInAvailable: false });
        await bench.launch();
        expect((await bench.call('GET', '/projects/recipes')).data.engineVersion).toBe('v2');
      }),
      row('the prefix /api/v1/vcaas carries the version', async (bench) => {
        expect((await bench.call('GET', '//api/v2/vcaas/account')).status).toBe(404);
      }),
      row('Get Project of a legacy project: none of the fields of the current engine', async (bench) => {
        bench.project('shop', 'legacy');
        const { data } = await bench.call('GET', '/projects/shop');
        const fields = [
          'engineVersion',
          'preview',
          'sandbox',
          'lifecycle',
          'currentRun',
          'dataResidency',
          'operations',
        ];
        for (const field of fields) expect(data).not.toHaveProperty(field);
      }),
      row('Get Project of a legacy project: the preview is in the field it names', async (bench) => {
        bench.project('shop', 'legacy');
        const { data } = await bench.call('GET', '/projects/shop');
        expect(['cachedDevelopmentUrl', 'temporalDevelopmentProjectUrl']).toContain(
          data.developmentUrlFieldToUse,
        );
        expect(data[data.developmentUrlFieldToUse]).toMatch(/^https:/);
      }),
      row('List Projects: the production address never shows a custom domain', async (bench) => {
        bench.project('shop', 'legacy');
        bench.publish('shop');
        bench.control.connectDomain('shop', 'www.shop.test', { status: 'active' });
        expect((await bench.call('GET', '/projects')).data[0].productionProjectUrl).toMatch(/^shop\.apps/);
        expect((await bench.call('GET', '/projects/shop')).data.productionProjectUrl).toBe('www.shop.test');
      }),
      row(
        'deploy status of a legacy project: versionId, not deploymentId, step and liveUrl',
        async (bench) => {
          bench.project('shop', 'legacy');
          await bench.call('POST', '/projects/shop/deployments/deploy');
          await bench.control.advance(5 * 60_000);
          const { data } = await bench.call('GET', '/projects/shop/deployments/status');
          expect(Object.keys(data).sort()).toEqual(['createdAt', 'status', 'versionId']);
        },
      ),
      row(
        'agent on a legacy project: an unknown model is ignored with a note in data.warnings',
        async (bench) => {
          bench.project('shop', 'legacy');
          const body = { prompt: 'More', model: 'opus' };
          const { data } = await bench.call('POST', '/projects/shop/agent/start', body);
          expect(data).toMatchObject({ status: 'init', warnings: [expect.stringContaining('model')] });
        },
      ),
      row(
        'agent on a legacy project: effort and fastMode are honoured, whatever the model',
        async (bench) => {
          bench.project('shop', 'legacy');
          const body = { prompt: 'More', effort: 'high', fastMode: true, model: 'sonnet' };
          const { data } = await bench.call('POST', '/projects/shop/agent/start', body);
          expect(data.warnings).toEqual([expect.stringContaining('model')]);
          const choice = { model: null, effort: 'high', fastMode: true };
          expect(bench.control.workOf('shop').runs).toMatchObject([{ choice }]);
        },
      ),
      row('a legacy project pays the legacy prices', async (bench) => {
        const { CREATE_DEPLOYMENT } = (await bench.call('GET', '/credit-costs?engine=legacy')).data
          .creditCosts;
        bench.project('shop', 'legacy');
        const deploy = () => bench.call('POST', '/projects/shop/deployments/deploy');
        expect(await bench.cost(deploy)).toBe(CREATE_DEPLOYMENT);
      }),
      notProvable(
        'Write File, Export and Import on a legacy project; what Clear Agent Context leaves of a conversation',
        'their endpoints are not shown, nor what the agent makes of it',
      ),
      row(
        'confirmDestructive of a deploy, named only as absent on legacy projects: one that destroys data is refused without it',
        async (bench) => {
          const deploy = (body: object) => bench.call('POST', '/projects/shop/deployments/deploy', body);
          bench.project('shop');
          bench.control.setProject('shop', { destroysOnDeploy: ['the table guests'] });
          expect(await deploy({})).toMatchObject({ status: 409, code: 'DESTRUCTIVE_CHANGES' });
          expect((await deploy({ confirmDestructive: true })).status).toBe(200);
        },
      ),
      notProvable(
        'projects created before 8 October 2026 are legacy',
        'a fact of the account, not of an answer',
      ),
      notProvable('legacy projects pay no monthly hosting fees', 'hosting fees are not described'),
    ],
  },
];
