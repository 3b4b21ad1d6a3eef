import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { dataCatalogue } from '../data-api/catalogue.ts';
import { bodyInMessage, parseKeepingDigits } from '../exact-numbers.ts';
import { catalogue } from '../operations/catalogue.ts';
import type { AnyOperation } from './address.ts';
import { LISTED } from './listed.ts';
import { type FormRequest, formOf, requestOf, textsOf } from './request-form.ts';

type Json = z.core.JSONSchema.BaseSchema;
const TEXT = fc.oneof(
  fc.constantFrom('', ' ', '1', 'true', 'null', 'id-1', 'a\nb', '[{"$match":{}}]'),
  fc.string(),
);

/** What a field of this name mostly holds: without it, hardly anything would be accepted. */
const USUAL: Record<string, unknown> = {
  ...Object.fromEntries(
    `from 2026-11-01, to 2026-11-20, commitSha abcdef0, projectId new-shop, url https://a.example/x, event project.paused,
    customMongoQuery [], email a@b.example, name Ann, password x, table order, file_field photo, fileName a.pdf, limit 1,
    field name, filter W3siZmllbGQiOiJhIiwidmFsdWUiOjF9XQ==, propertyId tags, referenceId id-2, tableName order,
    propertyName price, tableId t1, prompt Build, tableNameToGetResults order`
      .split(/,\s+/)
      .map((entry) => entry.split(' ') as [string, string]),
  ),
  ...{ projectIds: ['shop'], features: {}, nestedFilter: { order: {} }, filterOptions: {} },
  ...{ files: undefined, secrets: undefined, designtool: undefined },
};

/** Values that a schema as JSON describes, and some that its checks refuse. */
function valuesOf(json: Json): fc.Arbitrary<unknown> {
  const some = (json.anyOf ?? json.oneOf) as Json[] | undefined;
  if (some) return fc.oneof(...some.map(valuesOf));
  if (json.const !== undefined) return fc.constant(json.const);
  if (json.enum) return fc.constantFrom(...json.enum);
  switch (json.type) {
    case 'string':
      return TEXT;
    case 'number':
    case 'integer':
      return fc.oneof(
        fc.nat(20),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
      );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valuesOf((json.items ?? {}) as Json), { maxLength: 3 });
    case 'object': {
      const fields = Object.entries(json.properties ?? {}) as [string, Json][];
      const named = Object.fromEntries(fields.map(([name, one]) => [name, mostly(name, one)]));
      if (fields.length > 0) return fc.record(named, { requiredKeys: (json.required ?? []) as never[] });
      return fc.dictionary(fc.constantFrom('title', 'price', 'ai', 'order'), fc.jsonValue({ maxDepth: 1 }), {
        maxKeys: 2,
      });
    }
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

const mostly = (name: string, json: Json): fc.Arbitrary<unknown> => {
  const usual = USUAL[name];
  const fits =
    Object.hasOwn(USUAL, name) &&
    (usual === undefined || typeof usual === json.type || (Array.isArray(usual) && json.type === 'array'));
  return fits ? fc.oneof({ arbitrary: fc.constant(usual), weight: 9 }, valuesOf(json)) : valuesOf(json);
};

/** What is stored before it is sent takes no number that only its text holds. */
const isRefusedForDigits = ({ cost }: AnyOperation, { body }: FormRequest): boolean =>
  cost === 'credits' && bodyInMessage(parseKeepingDigits(JSON.stringify(body ?? null))).json !== undefined;

const asJson = (schema: z.ZodMiniType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
const partOf = (schema: z.ZodMiniType | null) =>
  schema === null
    ? fc.constant(undefined)
    : fc.oneof(valuesOf(asJson(schema)), fc.constant({}), fc.constant(undefined));

describe.each(LISTED.map((one) => [one.name, one.operation] as const))('the form of %s', (_, operation) => {
  const fields = formOf(operation);
  const parameters = Object.fromEntries(
    fields.filter(({ id }) => id.startsWith('path.')).map(({ name }) => [name, 'id-1']),
  );
  const file = { file: 'a.pdf' };

  test('has a field for each that its row takes, and can make whatever its row accepts', () => {
    fc.assert(
      fc.property(partOf(operation.query), partOf(operation.body), (query, body) => {
        const request = {
          parameters,
          query: (asSent(query) ?? {}) as Record<string, string>,
          body: asSent(body),
        };
        fc.pre(isAccepted(operation, request) && !isRefusedForDigits(operation, request));
        const texts = textsOf(operation, fields, request);
        const back = requestOf(operation, fields, { ...texts, ...file });
        // As JSON: numbers that no number holds are written with their digits.
        expect(asSent(back)).toEqual({ ok: true, request });
      }),
      // So many that its row accepts: of some, few of those that are made up.
      { numRuns: 40, maxSkipsPerRun: 200 },
    );
  });

  test('makes nothing that its row refuses, whatever is typed', () => {
    const typed = fc.record(
      Object.fromEntries(
        fields.map(({ id, choices }) => [
          id,
          id.startsWith('path.')
            ? fc.constantFrom('id-1', '', '../x', 'a b')
            : fc.oneof(TEXT, ...choices.map((one) => fc.constant(one)), fc.json()),
        ]),
      ),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(typed, (texts) => {
        const made = requestOf(operation, fields, texts as Record<string, string>);
        if (!made.ok) {
          expect(made.problems.length).toBeGreaterThan(0);
          for (const { field } of made.problems) expect(fields.map(({ id }) => id)).toContain(field);
          return;
        }
        expect(isAccepted(operation, made.request)).toBe(true);
        for (const text of Object.values(made.request.parameters)) expect(text).toMatch(/^[\w.-]+$/);
      }),
      { numRuns: 80 },
    );
  });
});

/** As JSON has it: undefined is no value in it. */
const asSent = (body: unknown) => (body === undefined ? undefined : JSON.parse(JSON.stringify(body)));

const isAccepted = ({ query, body }: AnyOperation, request: FormRequest): boolean =>
  (query?.safeParse(request.query).success ?? Object.keys(request.query).length === 0) &&
  (body?.safeParse(request.body).success ?? request.body === undefined);

describe('what is typed', () => {
  const { aggregate } = dataCatalogue;
  const form = formOf(aggregate);
  const typed = { 'path.projectId': 'shop', 'body.type': 'order', 'body.customMongoQuery': '[]' };

  test('is a request, as the row has it', () => {
    expect(requestOf(aggregate, form, typed)).toEqual({
      ok: true,
      request: {
        parameters: { projectId: 'shop' },
        query: {},
        body: { type: 'order', customMongoQuery: '[]' },
      },
    });
  });

  test('is refused at its field, with the words or the code of its row', () => {
    const refused = requestOf(aggregate, form, { ...typed, 'body.customMongoQuery': '[{"$out":"x"}]' });
    expect(refused).toMatchObject({ problems: [{ field: 'body.customMongoQuery', kind: 'schema' }] });
    const { registerWebhook } = catalogue;
    const url = { 'body.url': 'http://a.example', 'body.event': 'project.paused' };
    expect(requestOf(registerWebhook, formOf(registerWebhook), url)).toMatchObject({
      problems: [{ field: 'body.url', kind: 'schema', code: 'INVALID_WEBHOOK_URL' }],
    });
  });

  test('is refused as a whole at its first field, by the code alone, which has words in every language', () => {
    const { updateProject } = catalogue;
    const refused = requestOf(updateProject, formOf(updateProject), { 'path.projectId': 'shop' });
    const code = 'NOTHING_TO_UPDATE';
    expect(refused).toEqual({
      ok: false,
      problems: [{ field: 'body.label', kind: 'schema', code, words: code }],
    });
  });

  test('says all at once: where JSON ends to be JSON, what is missing, what is no id, and what its row refuses', () => {
    const { queryRecords } = dataCatalogue;
    const texts = {
      'path.projectId': 'a/b',
      'body.sort': '{ "name": 1,\n }',
      'body.pagination': '{"limit":900}',
    };
    expect(requestOf(queryRecords, formOf(queryRecords), texts)).toEqual({
      ok: false,
      problems: [
        { field: 'path.projectId', kind: 'name' },
        { field: 'path.typeId', kind: 'missing' },
        { field: 'body.sort', kind: 'json', at: { line: 2, column: 2 } },
        {
          ...{ field: 'body.pagination', kind: 'schema', code: 'EDGE_INVALID_REQUEST' },
          words: 'limit: must be a whole number from 1 to 500',
        },
      ],
    });
  });

  test('may be JSON as a whole, for what no field expresses', () => {
    const { updateProject } = catalogue;
    const fields = formOf(updateProject);
    const request = { parameters: { projectId: 'shop' }, query: {}, body: { description: '' } };
    const texts = textsOf(updateProject, fields, request);
    expect(texts.json).toContain('"description": ""');
    expect(requestOf(updateProject, fields, texts)).toEqual({ ok: true, request });
    const wrong = requestOf(updateProject, fields, { ...texts, json: '{"body":{"colour":1}}' });
    expect(wrong).toMatchObject({
      problems: [{ field: 'json', kind: 'schema', words: expect.stringContaining('body.colour') }],
    });
  });

  test('writes numbers with the digits that were typed, however they are entered', () => {
    const { createRecord, queryRecords, createImage } = dataCatalogue;
    const path = { 'path.projectId': 'shop', 'path.typeId': 'sale' };
    const bodyOf = (operation: typeof createRecord | typeof queryRecords, texts: Record<string, string>) => {
      const made = requestOf(operation, formOf(operation), { ...path, ...texts });
      return made.ok ? JSON.stringify(made.request.body) : made.problems;
    };
    const record = '{"account":9007199254740993}';
    expect(bodyOf(createRecord, { body: record })).toBe(record);
    expect(bodyOf(createRecord, { json: `{"body":${record}}` })).toBe(record);
    expect(bodyOf(createRecord, { body: '9007199254740993' })).toEqual([
      expect.objectContaining({ field: 'body', kind: 'schema' }),
    ]);
    const filter = '[{"account":{"gte":9007199254740993}}]';
    expect(bodyOf(queryRecords, { 'body.filter': filter })).toBe(`{"filter":${filter}}`);
    expect(bodyOf(queryRecords, { 'body.filter': '[{"account":9007199254740993}]' })).toContain('0993}');
    const request = { parameters: { projectId: 'shop', typeId: 'sale' }, query: {}, body: JSON.parse('{}') };
    expect(textsOf(createRecord, formOf(createRecord), { ...request, body: { a: 1 } }).body).toBe('{"a":1}');
    // What may cost is stored before it is sent: it says why it can't be.
    const typed = JSON.stringify({ body: { a: 1 } }).replace('1', '9007199254740993');
    const paid = requestOf(createImage, formOf(createImage), { 'path.projectId': 'shop', json: typed });
    expect(paid).toMatchObject({
      ok: false,
      problems: expect.arrayContaining([{ field: 'json', kind: 'too-long' }]),
    });
  });
});
