import { expect } from 'vitest';
import { boolean, fieldRows, isoTime, list, oneOf, text } from '../../conformance/fields.ts';
import type { Row, Section } from '../../conformance/row.ts';
import type { DataBench } from './bench.ts';
import { row } from './surface.ts';

const ANN = { name: 'Ann', email: 'ann@shop.example', password: 'a b c', role: 'manager' };

function userRows(): Row<DataBench>[] {
  const create = ({ call }: DataBench, body: unknown) => call('POST', '/user/', body);
  return [
    ...fieldRows<DataBench>('user', async (bench) => (await create(bench, ANN)).data, {
      name: oneOf('Ann'),
      email: oneOf('ann@shop.example'),
      role: oneOf('manager'),
    }),
    ...['name', 'email', 'password', 'role'].map((field) =>
      row(`user: ${field} is required on create and on edit`, async (bench) => {
        const { [field]: _left, ...rest } = ANN as Record<string, string>;
        await bench.refused(() => create(bench, rest), 400, field);
        const { _id } = (await create(bench, ANN)).data;
        await bench.refused(() => bench.call('PATCH', `/user/${_id}`, rest), 400, field);
      }),
    ),
    row('user: email has the form of one', async (bench) => {
      await bench.refused(() => create(bench, { ...ANN, email: 'ann' }), 400, 'email');
    }),
    row('user: role is admin, manager or user', async (bench) => {
      for (const role of ['admin', 'manager', 'user']) {
        const { data } = await create(bench, { ...ANN, email: `${role}@shop.example`, role });
        expect(data.role).toBe(role);
      }
      await bench.refused(() => create(bench, { ...ANN, role: 'owner' }), 400, 'role');
    }),
    row('user: access maps ids of pages, custom pages and types to read and write', async (bench) => {
      const access = {
        pages: { people: { read: true } },
        customPages: { start: { read: false } },
        types: { person: { read: true, write: false } },
      };
      const { data } = await create(bench, { ...ANN, access });
      expect((await bench.call('GET', `/user/${data._id}`)).data.access).toEqual(access);
    }),
    row('user: access in another form is refused by its part', async (bench) => {
      const ask = (access: unknown) => () => create(bench, { ...ANN, access });
      await bench.refused(ask({ types: { person: { read: 'yes' } } }), 400, 'access.types.person');
      await bench.refused(ask({ doors: {} }), 400, 'access.doors');
    }),
    row('user: the password is never answered', async (bench) => {
      expect(JSON.stringify((await create(bench, ANN)).json)).not.toContain('a b c');
    }),
  ];
}

export const RESOURCES: Section<DataBench>[] = [
  { section: 'Resources: User', rows: userRows() },
  {
    section: 'Resources: Record',
    rows: [
      ...fieldRows<DataBench>('record', ({ add }) => add('city', { name: 'Delft' }), {
        _id: text,
        createdAt: isoTime,
        updatedAt: isoTime,
        name: oneOf('Delft'),
      }),
      row('record: values are text, numbers and booleans', async ({ add }) => {
        const values = { name: 'Ann', age: 41.5, active: false };
        expect(await add('person', values)).toMatchObject(values);
      }),
      row('record: createdAt stays, updatedAt moves with an edit', async ({ add, call, control }) => {
        const made = await add('city', { name: 'Delft' });
        await control.advance(5_000);
        const { data } = await call('PATCH', `/crud/city/${made._id}`, { name: 'Gouda' });
        expect(data.createdAt).toBe(made.createdAt);
        expect(Date.parse(data.updatedAt) - Date.parse(made.updatedAt)).toBe(5_000);
      }),
    ],
  },
  {
    section: 'Resources: Table structure entry',
    rows: [
      ...fieldRows<DataBench>('entry', async (bench) => (await entriesOf(bench, 'create'))[0] ?? {}, {
        name: oneOf('name'),
        label: oneOf('Name'),
        type: text,
        required: boolean,
        value: text,
        spec: list,
      }),
      row('entry: spec is a list of name, label and type', async (bench) => {
        const city = (await entriesOf(bench, 'read')).find(({ name }) => name === 'city');
        expect(city?.spec).toEqual([{ name: 'name', label: 'Name', type: 'text' }]);
      }),
    ],
  },
  {
    section: 'Resources: Integration filter',
    rows: [
      row('a list of field and value, where field is the id of a property', async (bench) => {
        await bench.add('person', { name: 'Ann', age: 41 });
        await bench.add('person', { name: 'Bob', age: 17 });
        const body = { tableId: 'person', filter: await fieldValues(bench, { age: 17 }) };
        const { data } = await bench.call('POST', '/integrations/search-records', body);
        expect(data.map(({ name }: { name: string }) => name)).toEqual(['Bob']);
      }),
      row('in another form it is refused', async (bench) => {
        for (const filter of [
          { field: 'age', value: 1 },
          (await fieldValues(bench, { age: 1 })).map(({ field }) => ({ field })),
          'bm8=',
          [{ field: 'shoe', value: 1 }],
          // A property's name is not its id.
          [{ field: 'age', value: 1 }],
        ]) {
          const ask = () => bench.call('POST', '/integrations/search-records', { tableId: 'person', filter });
          await bench.refused(ask, 400);
        }
      }),
    ],
  },
];

/** Id of the table `person`. */
export async function personTable({ call }: DataBench): Promise<string> {
  const { data: tables } = await call('GET', '/integrations/get-tables');
  return tables.find(({ label }: { label: string }) => label === 'People').id;
}

/** Values of properties of the table `person` as an integration filter, which names properties by id. */
export async function fieldValues(
  bench: DataBench,
  values: Record<string, unknown>,
): Promise<{ field: string; value: unknown }[]> {
  const entries = await entriesOf(bench, 'filter');
  const idOf = (name: string) => entries.find((entry) => entry.name === name)?.value ?? name;
  return Object.entries(values).map(([name, value]) => ({ field: idOf(name), value }));
}

/** Entries of the table `person` for a use. */
export async function entriesOf(
  bench: DataBench,
  usage: string,
): Promise<{ name: string; value: string; required: boolean; spec: unknown[] }[]> {
  const id = await personTable(bench);
  return (await bench.call('GET', `/integrations/get-table-structure?id=${id}&usage=${usage}`)).data;
}
