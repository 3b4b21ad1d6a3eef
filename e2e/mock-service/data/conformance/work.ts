import { expect } from 'vitest';
import { fieldRows, isoTime, list, oneOf, record, text } from '../../conformance/fields.ts';
import { notProvable, type Section } from '../../conformance/row.ts';
import { fileForm } from '../testing/client.ts';
import type { DataBench } from './bench.ts';
import { entriesOf, fieldValues, personTable } from './resources.ts';
import { row } from './surface.ts';

const ANN = { name: 'Ann', email: 'ann@shop.example', password: 'x', role: 'user' };
const FOUR = ['Ann', 'Bob', 'Cem', 'Dee'];

async function people(bench: DataBench): Promise<string[]> {
  return bench.control.addRecords(
    'shop',
    'person',
    FOUR.map((name, index) => ({ name, age: 10 * (index + 1) })),
  );
}

const namesOf = (records: { name: string }[]) => records.map(({ name }) => name);

export const WORK: Section<DataBench>[] = [
  {
    section: 'Endpoints: users',
    rows: [
      row('GET /user/ lists the users', async ({ call }) => {
        await call('POST', '/user/', ANN);
        expect(namesOf((await call('GET', '/user/')).data)).toEqual(['Owner', 'Ann']);
      }),
      row('GET /user/current is the user of the key', async ({ call, control, service }) => {
        const { _id: userId } = (await call('POST', '/user/', ANN)).data;
        control.addDataKey({ key: 'ann', projectId: 'shop', userId });
        const asAnn = await fetch(`${service.dataUrl}/api/v1/user/current`, {
          headers: { 'api-key': 'ann' },
        });
        expect(((await asAnn.json()) as { data: { name: string } }).data.name).toBe('Ann');
        expect((await call('GET', '/user/current')).data.role).toBe('admin');
      }),
      row('GET and DELETE /user/{id}', async (bench) => {
        const { data } = await bench.call('POST', '/user/', ANN);
        expect((await bench.call('GET', `/user/${data._id}`)).data).toEqual(data);
        expect((await bench.call('DELETE', `/user/${data._id}`)).data).toBeNull();
        await bench.refused(() => bench.call('GET', `/user/${data._id}`), 404);
      }),
      row('edit user: role and access', async ({ call }) => {
        const { _id } = (await call('POST', '/user/', ANN)).data;
        const { data } = await call('PATCH', `/user/${_id}`, { ...ANN, role: 'manager' });
        expect([data._id, data.role]).toEqual([_id, 'manager']);
      }),
      row('one e-mail address, one user', async (bench) => {
        await bench.call('POST', '/user/', ANN);
        await bench.refused(() => bench.call('POST', '/user/', ANN), 400, 'email');
      }),
    ],
  },
  {
    section: 'States: deleted data, update history',
    rows: [
      row('a deleted record is kept in the deleted-data list', async ({ add, call }) => {
        const made = await add('city', { name: 'Delft' });
        await call('DELETE', `/crud/city/${made._id}`);
        const { data } = await call('GET', '/data-deleted/');
        expect(data).toMatchObject([{ objectId: made._id, type: 'city', object: made }]);
      }),
      ...fieldRows<DataBench>(
        'deleted entry',
        async ({ add, call }) => {
          const { _id } = await add('city', { name: 'Delft' });
          await call('DELETE', `/crud/city/${_id}`);
          return (await call('GET', `/data-deleted/${_id}`)).data;
        },
        { _id: text, objectId: text, typeId: text, deletedAt: isoTime, deletedBy: text, object: record },
      ),
      row('GET /data-deleted/{id} takes the id of the entry or of the record', async (bench) => {
        const { _id } = await bench.add('city', { name: 'Delft' });
        await bench.call('DELETE', `/crud/city/${_id}`);
        const [entry] = (await bench.call('GET', '/data-deleted/')).data;
        expect((await bench.call('GET', `/data-deleted/${entry._id}`)).data).toEqual(entry);
        await bench.refused(() => bench.call('GET', '/data-deleted/none'), 404);
      }),
      row('undo brings the record back as it was', async ({ add, call }) => {
        const made = await add('city', { name: 'Delft' });
        await call('DELETE', `/crud/city/${made._id}`);
        expect((await call('PUT', `/data-deleted/undo-delete-object/${made._id}`)).data).toEqual(made);
        expect((await call('GET', `/crud/city/${made._id}`)).data).toEqual(made);
        expect((await call('GET', '/data-deleted/')).data).toEqual([]);
      }),
      row('undo of what was not deleted, or whose value is taken by now', async (bench) => {
        const made = await bench.add('person', { name: 'Ann', email: 'a@x.example' });
        const undo = () => bench.call('PUT', `/data-deleted/undo-delete-object/${made._id}`);
        await bench.refused(undo, 404);
        await bench.call('DELETE', `/crud/person/${made._id}`);
        await bench.add('person', { name: 'Bob', email: 'a@x.example' });
        await bench.refused(undo, 400, 'email');
      }),
      row(
        'GET /updates-record/{objectId} returns every update, newest first',
        async ({ add, call, control }) => {
          const { _id } = await add('person', { name: 'Ann', age: 40 });
          await call('PATCH', `/crud/person/${_id}`, { age: 41 });
          await control.advance(1_000);
          await call('PATCH', `/crud/person/${_id}`, { age: null, name: 'Anna' });
          const { data } = await call('GET', `/updates-record/${_id}`);
          expect(data.map(({ changes }: { changes: unknown }) => changes)).toEqual([
            [
              { property: 'name', before: 'Ann', after: 'Anna' },
              { property: 'age', before: 41, after: null },
            ],
            [{ property: 'age', before: 40, after: 41 }],
          ]);
          expect(data[0]).toMatchObject({ objectId: _id, type: 'person', updatedBy: 'owner@shop.example' });
        },
      ),
      row('the history of what never was', async (bench) => {
        await bench.refused(() => bench.call('GET', '/updates-record/none'), 404);
      }),
    ],
  },
  {
    section: 'Endpoints: pages',
    rows: [
      row('GET /filter/{idPage}/ by text in query', async (bench) => {
        await people(bench);
        expect(await bench.names('/filter/people/?query=ee')).toEqual(['Dee']);
        expect(await bench.names('/filter/people/')).toEqual(FOUR);
      }),
      row('GET /filter/{idPage}/ by a filter in query, with its count', async (bench) => {
        await people(bench);
        const query = encodeURIComponent(JSON.stringify([{ age: { gte: 20 } }]));
        const { json } = await bench.call('GET', `/filter/people/?query=${query}&returnCount=true&limit=1`);
        expect([namesOf(json.data), json.count]).toEqual([['Bob'], 3]);
      }),
      row('GET /filter/{idPage}/ in the nodes that are named', async (bench) => {
        await people(bench);
        await bench.add('pet', { name: 'Annabel' });
        const ask = (nodes: string) => `/filter/people/?query=ann&idsOfMultipleNodesToSearch=${nodes}`;
        expect(await bench.names(ask('person,pet'))).toEqual(['Ann', 'Annabel']);
        expect(await bench.names(ask('["pet"]'))).toEqual(['Annabel']);
        await bench.refused(() => bench.call('GET', ask('city')), 400, 'idsOfMultipleNodesToSearch');
      }),
      row('get column values of a page: records by their ids', async (bench) => {
        const [ann, , cem] = await people(bench);
        const { data } = await bench.call('POST', '/filter/people/person', { ids: [cem, ann] });
        expect(namesOf(data)).toEqual(['Cem', 'Ann']);
        await bench.refused(() => bench.call('POST', '/filter/people/person', { ids: 'all' }), 400, 'ids');
      }),
    ],
  },
  {
    section: 'Custom aggregation, statistics',
    rows: [
      row('the pipeline is text and starts with a table', async (bench) => {
        await people(bench);
        const customMongoQuery = JSON.stringify([
          { $match: { age: { $gt: 10 } } },
          { $group: { _id: null, sum: { $sum: '$age' } } },
        ]);
        const ask = { type: 'person', customMongoQuery };
        const { data } = await bench.call('POST', '/filter/custom-mongo-aggregation-query', ask);
        expect(data).toEqual([{ _id: null, sum: 90 }]);
      }),
      row('lookups name tables with the prefix data_', async (bench) => {
        const [ann] = await people(bench);
        await bench.add('pet', { name: 'Rex', owner: ann });
        const lookup = (from: string) => ({
          type: 'person',
          customMongoQuery: JSON.stringify([
            { $lookup: { from, localField: '_id', foreignField: 'owner', as: 'pets' } },
            { $match: { 'pets.name': 'Rex' } },
          ]),
        });
        const path = '/filter/custom-mongo-aggregation-query';
        expect(namesOf((await bench.call('POST', path, lookup('data_pet'))).data)).toEqual(['Ann']);
        await bench.refused(() => bench.call('POST', path, lookup('pet')), 400, 'customMongoQuery');
        await bench.refused(() => bench.call('POST', path, lookup('data_secret')), 403);
      }),
      row('dates are dates, and instants in the text are too', async (bench) => {
        await bench.add('person', { name: 'Ann', born: '1985-02-03' });
        const ask = (pipeline: unknown) =>
          bench.call('POST', '/filter/custom-mongo-aggregation-query', {
            type: 'person',
            customMongoQuery: JSON.stringify(pipeline),
          });
        const year = [{ $project: { _id: 0, year: { $year: '$born' } } }];
        expect((await ask(year)).data).toEqual([{ year: 1985 }]);
        for (const day of ['1985-02-03T00:00:00Z', { $date: '1985-02-03' }]) {
          expect(namesOf((await ask([{ $match: { born: day } }])).data)).toEqual(['Ann']);
        }
      }),
      ...['$out', '$merge', '$function', '$where', '$accumulator'].map((operator) =>
        row(`a pipeline with ${operator} is refused, however deep it is`, async (bench) => {
          const stages = [[{ [operator]: 'x' }], [{ $match: { $expr: { $or: [{ [operator]: 'x' }] } } }]];
          for (const stage of stages) {
            const body = { type: 'person', customMongoQuery: JSON.stringify(stage) };
            await bench.refused(
              () => bench.call('POST', '/filter/custom-mongo-aggregation-query', body),
              400,
            );
          }
        }),
      ),
      row('a pipeline that makes more than fits ends only itself', async (bench) => {
        await people(bench);
        const ask = (...pipeline: unknown[]) =>
          bench.call('POST', '/filter/custom-mongo-aggregation-query', {
            type: 'person',
            customMongoQuery: JSON.stringify(pipeline),
          });
        const refused = () => ask({ $project: { x: { $range: [0, 1_000_000_000] } } });
        await bench.refused(refused, 400, 'customMongoQuery');
        expect((await ask({ $count: 'n' })).data).toEqual([{ n: 4 }]);
      }),
      row('a pipeline that is none, or of a stage that is none', async (bench) => {
        for (const customMongoQuery of ['[{', '{}', '[1]', undefined, '[{"$fly":{}}]']) {
          const body = { type: 'person', customMongoQuery };
          const ask = () => bench.call('POST', '/filter/custom-mongo-aggregation-query', body);
          await bench.refused(ask, 400, 'customMongoQuery');
        }
      }),
      row('POST /statistics/get-statistic: quantity and add (gaps page)', async (bench) => {
        await people(bench);
        const ask = (statisticType: string, query: unknown) =>
          bench.call('POST', '/statistics/get-statistic', {
            query,
            options: { statisticType, tableName: 'person', propertyName: 'age' },
          });
        expect((await ask('quantity', [{ age: { gt: 10 } }])).data).toBe(3);
        expect((await ask('add', { filter: [{ age: { gt: 10 } }] })).data).toBe(90);
        await bench.refused(() => ask('mean', {}), 400, 'options.statisticType');
      }),
    ],
  },
  {
    section: 'Endpoints: integrations',
    rows: [
      row('GET /integrations/get-tables: id and label', async ({ call }) => {
        const { data } = await call('GET', '/integrations/get-tables');
        expect(data[0]).toEqual({ id: expect.any(String), label: 'People' });
      }),
      row('usage create: what can be written, required or not', async (bench) => {
        const entries = await entriesOf(bench, 'create');
        expect(entries.find(({ name }) => name === 'name')?.required).toBe(true);
        expect(entries.some(({ name }) => name === 'clubs' || name === '_id')).toBe(false);
      }),
      row('usage edit: the same, nothing of it required', async (bench) => {
        expect((await entriesOf(bench, 'edit')).some(({ required }) => required)).toBe(false);
      }),
      row('usage filter: with the fields that every record has', async (bench) => {
        expect(namesOf(await entriesOf(bench, 'filter'))).toContain('createdAt');
      }),
      row('usage files: files only', async (bench) => {
        expect(namesOf(await entriesOf(bench, 'files'))).toEqual(['photo', 'papers']);
      }),
      row('usage read: everything', async (bench) => {
        expect(namesOf(await entriesOf(bench, 'read'))).toEqual(
          expect.arrayContaining(['_id', 'name', 'clubs']),
        );
      }),
      row('another usage is refused', async (bench) => {
        const ask = async () =>
          bench.call('GET', `/integrations/get-table-structure?id=${await personTable(bench)}&usage=all`);
        await bench.refused(ask, 400, 'usage');
      }),
      row(
        'POST /integrations/upload-file links the file to the records of a base64 filter',
        async (bench) => {
          await people(bench);
          const photo = (await entriesOf(bench, 'files')).find(({ name }) => name === 'photo');
          const filter = Buffer.from(JSON.stringify(await fieldValues(bench, { name: 'Bob' }))).toString(
            'base64',
          );
          const person = await personTable(bench);
          const path = (limit = '1', table = person) =>
            `/integrations/upload-file?table=${table}&file_field=${photo?.value}&limit=${limit}&filter=${encodeURIComponent(filter)}`;
          const { data } = await bench.call(
            'POST',
            path(),
            fileForm('bob.png', 'picture', { fileName: 'bob.png' }),
          );
          expect(namesOf(data)).toEqual(['Bob']);
          const fileName = data[0].photo.name;
          expect(fileName).toMatch(/\.png$/);
          expect((await bench.call('GET', `/files/download/${fileName}`)).status).toBe(200);
          await bench.refused(() => bench.call('POST', path('none'), fileForm('a.png', 'a')), 400, 'limit');
          await bench.refused(() => bench.call('POST', path('1', 'person'), fileForm('a.png', 'a')), 404);
        },
      ),
      row('upload-file: a field that holds no file, a filter that finds nobody, no filter', async (bench) => {
        const form = () => fileForm('a.png', 'a');
        const person = await personTable(bench);
        const entries = await entriesOf(bench, 'read');
        const path = (field: string, filter: unknown) =>
          `/integrations/upload-file?table=${person}&file_field=${entries.find(({ name }) => name === field)?.value}&filter=${filter ? btoa(JSON.stringify(filter)) : ''}`;
        const nobody = await fieldValues(bench, { name: 'Eve' });
        await bench.refused(() => bench.call('POST', path('age', nobody), form()), 400, 'file_field');
        await bench.refused(() => bench.call('POST', path('photo', nobody), form()), 404);
        await bench.refused(() => bench.call('POST', path('photo', undefined), form()), 400, 'filter');
      }),
      row('get new records: newest first, up to limit', async (bench) => {
        await people(bench);
        const { data } = await bench.call('POST', '/integrations/get-new-records', {
          tableId: 'person',
          limit: 2,
        });
        expect(namesOf(data)).toEqual(['Dee', 'Cem']);
      }),
      row('search records: by filter and limit', async (bench) => {
        await people(bench);
        const body = { tableId: 'person', limit: '5', filter: await fieldValues(bench, { age: '30' }) };
        expect(namesOf((await bench.call('POST', '/integrations/search-records', body)).data)).toEqual([
          'Cem',
        ]);
      }),
      row('update records: newProperties as field and value', async (bench) => {
        await people(bench);
        const body = {
          tableId: 'person',
          filter: await fieldValues(bench, { name: 'Ann' }),
          newProperties: await fieldValues(bench, { age: 99 }),
        };
        await bench.call('POST', '/integrations/update-records', body);
        expect((await bench.call('GET', '/crud/person')).data.map(({ age }: { age: number }) => age)).toEqual(
          [99, 20, 30, 40],
        );
      }),
      row('update records: all or none', async (bench) => {
        const filter = await fieldValues(bench, { level: 'low' });
        bench.control.addRecords(
          'shop',
          'person',
          FOUR.map((name) => ({ name, level: 'low' })),
        );
        const ask = (name: string, value: unknown) => async () =>
          bench.call('POST', '/integrations/update-records', {
            tableId: 'person',
            filter,
            newProperties: await fieldValues(bench, { [name]: value }),
          });
        await bench.refused(ask('age', 'old'), 400, 'age');
        await bench.refused(ask('email', 'a@x.example'), 400, 'email');
        expect(JSON.stringify((await bench.call('GET', '/crud/person')).data)).not.toContain('a@x.example');
      }),
      row('delete records, and last deleted records', async (bench) => {
        await people(bench);
        const ask = async (name: string) =>
          bench.call('POST', '/integrations/delete-records', {
            tableId: 'person',
            filter: await fieldValues(bench, { name }),
          });
        await ask('Ann');
        await ask('Cem');
        expect(await bench.names('/crud/person')).toEqual(['Bob', 'Dee']);
        const body = { tableId: 'person', limit: 1 };
        const { data } = await bench.call('POST', '/integrations/last-deleted-records', body);
        expect(namesOf(data)).toEqual(['Cem']);
      }),
      row('what changes or deletes needs a filter', async (bench) => {
        for (const path of ['update-records', 'delete-records']) {
          await bench.refused(
            () => bench.call('POST', `/integrations/${path}`, { tableId: 'person' }),
            400,
            'filter',
          );
        }
      }),
      notProvable('paths of these five operations', 'not shown; ours are in the README'),
    ],
  },
  {
    section: 'Endpoints: organization, backup',
    rows: [
      row('GET /organization/ is the current project', async ({ call }) => {
        expect((await call('GET', '/organization/')).data).toMatchObject({
          projectId: 'shop',
          name: 'The shop',
        });
      }),
      ...fieldRows<DataBench>(
        'organization',
        async ({ call }) => (await call('GET', '/organization/')).data,
        {
          _id: text,
          name: text,
          userCategories: list,
          showTutorial: oneOf(false),
          createdAt: isoTime,
        },
      ),
      row('edit organization: name, profilePhoto, userCategories, showTutorial', async ({ call }) => {
        const changes = {
          name: 'Shop',
          profilePhoto: 'a.png',
          userCategories: ['staff'],
          showTutorial: true,
        };
        expect((await call('PATCH', '/organization/', changes)).data).toMatchObject(changes);
        expect((await call('GET', '/organization/')).data).toMatchObject(changes);
      }),
      row('edit organization: nothing, or of another type', async (bench) => {
        await bench.refused(() => bench.call('PATCH', '/organization/', {}), 400);
        await bench.refused(() => bench.call('PATCH', '/organization/', { name: 5 }), 400, 'name');
      }),
      row('GET /backup/{backupFileName}: an address of the backup, which downloads', async (bench) => {
        await bench.add('city', { name: 'Delft' });
        const name = bench.control.makeBackup('shop');
        const { data } = await bench.call('GET', `/backup/${name}`);
        const backup = (await (await fetch(data)).json()) as { tables: { city: { name: string }[] } };
        expect(namesOf(backup.tables.city)).toEqual(['Delft']);
        await bench.refused(() => bench.call('GET', '/backup/none.json'), 404);
      }),
      notProvable(
        'fields of the organization, of deleted data and of update history',
        'not shown; ours are in the README',
      ),
    ],
  },
];
