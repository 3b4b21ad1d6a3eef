import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createClock } from '../../clock/clock.ts';
import { createWorld } from '../../create-world.ts';
import { addProject } from '../../world/new-project.ts';
import { createDataApp } from '../app.ts';
import { createDataControl } from '../control.ts';
import { DATA_OPERATIONS } from '../operations.ts';
import { fileForm } from '../testing/client.ts';
import { SAMPLE_PAGE, SAMPLE_TABLES, SAMPLE_TEMPLATE } from '../testing/sample-tables.ts';

const RUNS = 3_000;

/** Names that some operation reads, so that values of any kind land where something else is expected. */
const NAMES = [
  ...[
    'name',
    'email',
    'age',
    'active',
    'born',
    'settings',
    'level',
    'tags',
    'photo',
    'papers',
    'city',
    'pets',
  ],
  ...[
    'filter',
    'sort',
    'pagination',
    'limit',
    'page',
    'skip',
    'returnCount',
    'or',
    'gt',
    'ne',
    'regex',
    'options',
  ],
  ...['nestedQuery', 'nestedFilter', 'tableFilter', 'propertyName', 'tableNameToGetResults', 'filterOptions'],
  ...['person', 'pet', 'clubs', 'type', 'customMongoQuery', 'propertyId', 'referenceId', 'ids', 'query'],
  ...['statisticType', 'tableName', 'tableId', 'newProperties', 'field', 'value', 'fileName', 'properties'],
  ...[
    'templateId',
    'variables',
    'messages',
    'prompt',
    'size',
    'password',
    'role',
    'access',
    'types',
    'pages',
  ],
  ...[
    'model',
    'pdfPages',
    'maxPages',
    'getExtraFields',
    'description',
    'items',
    'enum',
    '$match',
    '$lookup',
    'from',
  ],
  // What every object has already: nothing may be taken for it, or fall over it.
  ...['toString', 'constructor', '__proto__'],
];
const LIKELY = [
  'person',
  'pet',
  'clubs',
  'letter',
  'notes.txt',
  'half.pdf',
  'Ann',
  'quantity',
  'docscan',
  'string',
  '[{',
  '[',
];
const QUERY_NAMES = [
  ...[
    'filter',
    'sort',
    'pagination',
    'limit',
    'page',
    'returnCount',
    'query',
    'id',
    'usage',
    'table',
    'file_field',
  ],
  ...[
    'idsOfMultipleNodesToSearch',
    'expirationTime',
    'filter[0][name]',
    'sort[name]',
    'filter[or][0][age][gt]',
    'a[',
    '__proto__[x]',
  ],
];

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(...LIKELY),
    fc.constantFrom(null, true, false, 0, -1, 1.5, 1e308),
    fc.string({ maxLength: 6 }),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('any'), { maxKeys: 5 }),
  ),
})).any;

interface Sent {
  method: string;
  path: string;
  query?: Record<string, string>;
  body?: string | Record<string, string>;
}

const ANN = ':ann';
const id = fc.constantFrom(
  'person',
  'person',
  ANN,
  ANN,
  'pet',
  'people',
  'letter',
  'none',
  '%00',
  '%E0',
  'clubs',
);

/** Any operation with anything. */
const anything = fc
  .record({
    operation: fc.constantFrom(...DATA_OPERATIONS),
    ids: fc.array(id, { minLength: 3, maxLength: 3 }),
    query: fc.dictionary(
      fc.constantFrom(...QUERY_NAMES),
      fc.oneof(
        fc.string({ maxLength: 8 }),
        fc.constantFrom('-1', '1e99', 'NaN', '0', '[{"name":"Ann"}]', '{"name":1}', '[{', 'person', 'photo'),
        value.map((sent) => JSON.stringify(sent)),
      ),
    ),
    body: fc.oneof(
      value.map((sent) => JSON.stringify(sent)),
      fc.string({ maxLength: 10 }),
    ),
    form: fc.dictionary(fc.constantFrom('fileName', 'file', 'name'), fc.string({ maxLength: 6 })),
  })
  .map(({ operation: { method, path, takes }, ids, query, body, form }): Sent => {
    const left = [...ids];
    const filled = path.replaceAll(/:\w+/g, () => left.shift() ?? 'none');
    if (method === 'GET') return { method, path: filled, query };
    return { method, path: filled, query, body: takes === 'multipart' ? form : body };
  });

const post =
  (path: string) =>
  (body: unknown): Sent => ({ method: 'POST', path, body: JSON.stringify(body) });
const field = fc.constantFrom('name', 'age', 'born', 'tags', 'photo', 'city', '_id', 'clubs');
const stage = fc.constantFrom(
  '$match',
  '$group',
  '$lookup',
  '$project',
  '$sort',
  '$limit',
  '$unwind',
  '$facet',
);
const type = fc.constantFrom('string', 'number', 'array', 'object', 'enum');

/** Requests that are right except in one place, which wholly random ones seldom reach. */
const nearly: fc.Arbitrary<Sent>[] = [
  fc
    .tuple(field, fc.constantFrom('gt', 'ne', 'regex', 'options'), value)
    .map(([name, operator, operand]) => ({ filter: [{ [name]: { [operator]: operand } }] }))
    .map(post('/crud/query/person')),
  fc
    .tuple(fc.constantFrom('(', '[', '*', '\\', 'a'), fc.oneof(value, fc.constantFrom('x', 'i', 'g')))
    .map(([regex, options]) => ({ filter: [{ name: { regex, options } }] }))
    .map(post('/crud/query/person')),
  fc.tuple(field, value).map(([name, sent]) => post('/crud/person')({ name: 'Eve', [name]: sent })),
  value.map((tableFilter) => post('/crud/nested')({ nestedQuery: { person: { pet: { tableFilter } } } })),
  value
    .map((tableFilter) => ({
      nestedFilter: { person: { tableFilter, pet: {} } },
      tableNameToGetResults: 'pet',
    }))
    .map(post('/filter/nested-filter')),
  fc
    .tuple(stage, value)
    .map(([name, operand]) => ({ type: 'person', customMongoQuery: JSON.stringify([{ [name]: operand }]) }))
    .map(post('/filter/custom-mongo-aggregation-query')),
  fc
    .tuple(type, value, value)
    .map(([kind, items, properties]) => ({ a: { type: kind, items, enum: items, properties } }))
    .map((properties) => post('/files/scan-document')({ fileName: 'half.pdf', properties })),
  value.map((properties) =>
    post('/files/scan-document')({ fileName: 'half.pdf', properties: { a: properties } }),
  ),
  value.map((options) => post('/files/scan-invoice')({ fileName: 'half.pdf', options })),
  fc
    .tuple(value, value)
    .map(([name, newValue]) => ({
      tableId: 'person',
      filter: [{ field: '_id', value: ANN }],
      newProperties: [{ field: name, value: newValue }],
    }))
    .map(post('/integrations/update-records')),
  value.map((filter) => post('/integrations/search-records')({ tableId: 'person', filter })),
  value.map((access) =>
    post('/user')({ name: 'Eve', email: 'e@x.example', password: 'x', role: 'user', access }),
  ),
  value.map((variables) => post('/pdf-template/generatePdfByTemplate/letter')({ name: 'a', variables })),
  value.map((messages) => post('/openai/chat-completion')({ messages })),
];

const request = fc.oneof({ arbitrary: anything, weight: nearly.length }, ...nearly);

it('nothing malformed is a server error: every response is the result or a problem', {
  // Each aggregation starts a process.
  timeout: 240_000,
}, async () => {
  const clock = createClock({ stepped: true });
  const world = createWorld({ clock, apiKey: 'key', seed: 1, connectTo: {} });
  const control = createDataControl(() => world);
  const app = createDataApp(() => world);
  addProject(world, { projectId: 'shop' });
  control.addTables('shop', SAMPLE_TABLES);
  control.addPage('shop', SAMPLE_PAGE);
  control.addPdfTemplate('shop', SAMPLE_TEMPLATE);
  control.addFile('shop', 'notes.txt', 'no picture');
  control.addFile('shop', 'half.pdf', '%PDF-1.7 and no more');
  /** A record that is there, whatever was deleted before. */
  const ann = (): string => {
    const known = control.recordsOf('shop', 'person')[0]?._id;
    return known ?? control.addRecords('shop', 'person', [{ name: 'Ann', age: 1 }])[0] ?? '';
  };
  let answered = 0;

  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, query, body }) => {
      await clock.advance(1_000);
      world.account.oneTimeCredits = 1_000;
      const response = await app.request(
        `/api/v1${path.replaceAll(ANN, ann())}?${new URLSearchParams(query)}`,
        {
          method,
          headers: { 'api-key': 'data-local-shop' },
          ...(body !== undefined && {
            body: typeof body === 'string' ? body.replaceAll(ANN, ann()) : fileForm('a.png', 'x', body),
          }),
        },
      );
      const result = (await response.json()) as Record<string, unknown>;
      expect(response.status, JSON.stringify(result)).toBeLessThan(500);
      if (response.ok) answered += 1;
      if (response.ok) expect(result).toMatchObject({ errors: null });
      else {
        const problem = {
          title: expect.any(String),
          detail: expect.any(String),
          traceId: expect.any(String),
        };
        expect(result).toMatchObject(problem);
      }
    }),
    { numRuns: RUNS },
  );
  expect(answered, 'requests that were answered well').toBeGreaterThan(RUNS / 20);
  clock.clear();
});
