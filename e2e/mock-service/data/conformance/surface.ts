import { expect } from 'vitest';
import { row as anyRow, notProvable, type Row, type Section } from '../../conformance/row.ts';
import { dataClientOf, fileForm } from '../testing/client.ts';
import type { DataBench } from './bench.ts';

export const row = (what: string, prove: (bench: DataBench) => Promise<void>): Row<DataBench> =>
  anyRow(what, prove);

/** Paths that ask for something in every area, to be tried with wrong keys. */
const EVERY_AREA = [
  ['GET', '/user/'],
  ['GET', '/data-structure/'],
  ['GET', '/crud/person'],
  ['POST', '/crud/person'],
  ['GET', '/updates-record/1'],
  ['GET', '/filter/people/'],
  ['POST', '/files/upload'],
  ['POST', '/files/scan-document'],
  ['GET', '/data-deleted/'],
  ['GET', '/backup/1'],
  ['GET', '/organization/'],
  ['GET', '/integrations/get-tables'],
  ['POST', '/openai/chat-completion'],
] as const;

export const SURFACE: Section<DataBench>[] = [
  {
    section: 'What the service does',
    rows: [
      row('records are kept in tables, a table addressed by its name', async ({ add, call }) => {
        const made = await add('city', { name: 'Delft' });
        expect((await call('GET', `/crud/city/${made._id}`)).data).toEqual(made);
      }),
      row('answers are JSON: errors is null and data holds the result', async ({ call }) => {
        const { headers, json } = await call('GET', '/crud/city');
        expect(headers.get('content-type')).toContain('application/json');
        expect(json).toEqual({ errors: null, data: [] });
      }),
      row('only undoing a deletion is a PUT', async ({ call }) => {
        const { status, headers } = await call('PUT', '/crud/city/1', {});
        expect([status, headers.get('allow')]).toEqual([405, 'GET, PATCH, DELETE']);
      }),
      row('a file is uploaded first and scanned by the id that the upload answered', async (bench) => {
        const fileName = await bench.upload('sheets.pdf', bench.files.threePages);
        const properties = { reader: { type: 'string', description: 'Who reads' } };
        const { data } = await bench.call('POST', '/files/scan-document', { fileName, properties });
        expect(data).toEqual({ reader: 'Ann' });
      }),
      row('scanning works only with images and PDF files', async (bench) => {
        const fileName = await bench.upload('notes.txt', 'Reader: Ann');
        const properties = { reader: { type: 'string' } };
        const scan = () => bench.call('POST', '/files/scan-document', { fileName, properties });
        await bench.refused(scan, 400, 'fileName');
        await bench.refused(() => bench.call('POST', '/files/scan-invoice', { fileName }), 400, 'fileName');
      }),
    ],
  },
  {
    section: 'Authentication',
    rows: [
      row('401 without a key, in every area', async ({ service }) => {
        for (const [method, path] of EVERY_AREA) {
          const { status, json } = await dataClientOf(service, '')(method, path);
          expect([method, path, status, typeof json.detail]).toEqual([method, path, 401, 'string']);
        }
      }),
      row('401 for a key that is none, and for the key of the account', async ({ service }) => {
        for (const key of ['data-local-nobody', service.apiKey]) {
          expect((await dataClientOf(service, key)('GET', '/user/')).status).toBe(401);
        }
      }),
      row('401 once a key is deleted', async ({ control, call }) => {
        control.removeDataKey('data-local-shop');
        expect((await call('GET', '/user/')).status).toBe(401);
      }),
      row('403 for a table of another project', async (bench) => {
        await bench.refused(() => bench.call('GET', '/crud/secret'), 403);
        await bench.refused(() => bench.other('POST', '/crud/person', { name: 'Ann' }), 403);
      }),
      row('403 for a file of another project', async (bench) => {
        const id = await bench.upload('a.txt', 'a');
        await bench.refused(() => bench.other('GET', `/files/download/${id}`), 403);
        await bench.refused(() => bench.other('DELETE', `/files/${id}`), 403);
      }),
      row('403 for a table that a key is not for', async (bench) => {
        bench.control.addDataKey({ key: 'cities', projectId: 'shop', tables: ['city'] });
        const cities = dataClientOf(bench.service, 'cities');
        expect((await cities('GET', '/crud/city')).status).toBe(200);
        await bench.refused(() => cities('GET', '/crud/person'), 403);
      }),
      row("403 where the access of the key's user ends", async (bench) => {
        const [, pet] = (await bench.call('GET', '/data-structure/')).data.slice(1);
        const access = { types: { [pet._id]: { read: true, write: false }, city: { read: false } } };
        const user = { name: 'Ed', email: 'ed@shop.example', password: 'x', role: 'user', access };
        const { _id: userId } = (await bench.call('POST', '/user/', user)).data;
        bench.control.addDataKey({ key: 'ed', projectId: 'shop', userId });
        const ed = dataClientOf(bench.service, 'ed');
        expect((await ed('GET', '/crud/pet')).status).toBe(200);
        await bench.refused(() => ed('POST', '/crud/pet', { name: 'Rex' }), 403);
        await bench.refused(() => ed('GET', '/crud/city'), 403);
      }),
      notProvable('keys are used from server-side code only', 'advice to clients'),
    ],
  },
  {
    section: 'Errors',
    rows: [
      row('every refusal has title, detail and a traceId of its own', async ({ call }) => {
        const problems = await Promise.all([1, 2].map(() => call('GET', '/crud/none')));
        const [first, second] = problems.map(({ json }) => json);
        expect(first).toMatchObject({ title: 'Not found', detail: 'There is no table none.' });
        expect(first.traceId).not.toBe(second.traceId);
      }),
      row('200 for what was created, changed and deleted, too', async ({ call, add }) => {
        const { _id } = await add('city', { name: 'Delft' });
        expect((await call('PATCH', `/crud/city/${_id}`, { name: 'Gouda' })).status).toBe(200);
        expect((await call('DELETE', `/crud/city/${_id}`)).status).toBe(200);
      }),
      row('400 for a body that is no JSON, or no object', async (bench) => {
        for (const body of ['{"name":', '[]', '"text"', '']) {
          await bench.refused(() => bench.call('POST', '/crud/city', body), 400);
        }
      }),
      row('400 names every field at once, and writes nothing', async (bench) => {
        const ask = () => bench.call('POST', '/crud/person', { age: 'old', shoe: 42 });
        const { json } = await bench.refused(ask, 400, 'age');
        expect(json.fields.map(({ field }: { field: string }) => field)).toEqual(['age', 'shoe', 'name']);
        expect((await bench.call('GET', '/crud/person')).data).toEqual([]);
      }),
      row(
        '404 for a table, a record, a user, a file, a page and a route that are not there',
        async (bench) => {
          const paths = ['/crud/none', '/crud/city/1', '/user/1', '/files/download/1', '/filter/1/', '/none'];
          for (const path of paths) await bench.refused(() => bench.call('GET', path), 404);
        },
      ),
      row('429 above the rate, with its details and Retry-After', async (bench) => {
        bench.control.setDataSettings({ requestsPerMinute: 2 });
        await bench.call('GET', '/user/');
        await bench.control.advance(10_000);
        await bench.call('GET', '/user/');
        const { json, headers } = await bench.refused(() => bench.call('GET', '/user/'), 429);
        expect(json).toMatchObject({ limit: 2, used: 2, unit: 'requests', retryAfter: 50 });
        expect(headers.get('retry-after')).toBe('50');
        expect((await bench.other('GET', '/user/')).status, 'another project has its own rate').toBe(200);
        await bench.control.advance(50_000);
        expect((await bench.call('GET', '/user/')).status).toBe(200);
      }),
      row('500, as a fault', async (bench) => {
        const fault = {
          operation: 'data.listRecords',
          kind: 'error',
          status: 500,
          code: 'UNEXPECTED',
        } as const;
        bench.control.addFault(fault);
        await bench.refused(() => bench.call('GET', '/crud/city'), 500);
      }),
      row('503 during maintenance', async (bench) => {
        bench.control.setDataSettings({ maintenance: true });
        const { headers } = await bench.refused(() => bench.call('GET', '/user/'), 503);
        expect(headers.get('retry-after')).toBe('60');
      }),
      row('413 for a file above the limit, and one below it is taken', async (bench) => {
        bench.control.setDataSettings({ maxUploadBytes: 1_000 });
        const upload = (bytes: number) =>
          bench.call('POST', '/files/upload', fileForm('a.txt', 'x'.repeat(bytes)));
        expect((await upload(1_000)).status).toBe(200);
        await bench.refused(() => upload(1_001), 413, 'file');
        await bench.refused(() => upload(200_000), 413, 'file');
      }),
      notProvable('error codes', 'not shown'),
    ],
  },
  {
    section: 'Versioning',
    rows: [
      row('the version is in the path', async ({ service }) => {
        const ask = (path: string) =>
          fetch(service.dataUrl + path, { headers: { 'api-key': 'data-local-shop' } });
        expect((await ask('/api/v1/user/')).status).toBe(200);
        expect((await ask('/api/v2/user/')).status).toBe(404);
      }),
      notProvable('versioning policy', 'not shown'),
    ],
  },
  { section: 'Events', rows: [notProvable('events of this interface', 'not shown')] },
];
