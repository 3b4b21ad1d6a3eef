import * as z from 'zod/mini';
import {
  asKeptNumber,
  bodyInMessage,
  isKeptNumber,
  parseBodyKeepingDigits,
  parseKeepingDigits,
} from '../exact-numbers.ts';
import { type JsonPlace, jsonProblemAt } from '../json-place.ts';
import { isRecord } from '../parse.ts';
import { problemOf } from '../request-schema.ts';
import { type AnyOperation, edgePathOf, fitsParameter, isOfData, parametersIn } from './address.ts';

export type FieldKind = 'text' | 'number' | 'boolean' | 'choice' | 'json' | 'file';

/** A field of the form of an operation, drawn from the schemas of its row. */
export interface FormField {
  /** `path.recordId`, `query.limit`, `body.table`; `body` where a body has no fields of its own; `file`. */
  id: string;
  name: string;
  kind: FieldKind;
  isRequired: boolean;
  /** Of `choice`. */
  choices: readonly string[];
  /** What its schema says of it. */
  about: string | null;
  /** What JSON in it looks like: `{ model?, maxPages?: number }`. */
  shape: string | null;
}

/** What is sent, apart from where. */
export interface FormRequest {
  parameters: Record<string, string>;
  query: Record<string, string>;
  /** undefined: none. */
  body: unknown;
}

/** What is wrong with a field. `schema`: its row refuses it, with the service's own code where it has one. */
export type FormProblem = { field: string } & (
  | { kind: 'missing' }
  | { kind: 'name' }
  | { kind: 'number' }
  /** A number that no number holds, in a call that is stored before it is sent. */
  | { kind: 'too-long' }
  | { kind: 'json'; at: JsonPlace }
  | { kind: 'schema'; code: string; words: string }
);

/** Texts of a form by field id. `json`: query and body as JSON, instead of all fields but the path's. */
export type FormTexts = Readonly<Record<string, string>>;

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Fields in the order in which a request has them: its path, its query, its body, its file. */
export function formOf(operation: AnyOperation): FormField[] {
  const path = parametersIn(edgePathOf(operation)).map((name) => fieldOf(`path.${name}`, 'text'));
  const { query, body } = operation;
  const takesFile = isOfData(operation) && operation.takes === 'file';
  return [
    ...path,
    ...(query === null ? [] : fieldsOf('query', query)),
    ...(body === null ? [] : fieldsOf('body', body)),
    ...(takesFile ? [fieldOf('file', 'file')] : []),
  ];
}

/** Query and body in one, for what no field expresses. */
export const AS_JSON: FormField = { ...fieldOf('json', 'json'), name: 'JSON' };

function fieldOf(id: string, kind: FieldKind): FormField {
  const name = id.slice(id.indexOf('.') + 1);
  return { id, name, kind, isRequired: true, choices: [], about: null, shape: null };
}

function fieldsOf(part: 'query' | 'body', schema: z.ZodMiniType): FormField[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const named = Object.entries(json.properties ?? {}) as [string, JsonSchema][];
  const field = (id: string, one: JsonSchema, isRequired: boolean): FormField => {
    const kind = id === part ? 'json' : kindOf(one);
    return {
      ...fieldOf(id, kind),
      isRequired,
      choices: kind === 'choice' ? ((one.enum ?? [one.const]) as string[]) : [],
      about: one.description ?? null,
      shape: kind === 'json' ? shapeOf(one) : null,
    };
  };
  if (named.length === 0) return [field(part, json, !schema.safeParse(undefined).success)];
  return named.map(([name, one]) => field(`${part}.${name}`, one, json.required?.includes(name) ?? false));
}

function kindOf({ type, enum: values, const: only }: JsonSchema): FieldKind {
  if ((values ?? [only]).every((value) => typeof value === 'string')) return 'choice';
  switch (type) {
    case 'string':
      return 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return 'json';
  }
}

const SHAPE_DEPTH_MAX = 2;

/** What a value looks like, in one line; null: nothing is known of it. */
function shapeOf(json: JsonSchema, depth = 0): string | null {
  const alternatives = (json.anyOf ?? json.oneOf) as JsonSchema[] | undefined;
  if (alternatives) return alternatives.map((one) => shapeOf(one, depth) ?? '…').join(' | ');
  if (json.const !== undefined) return String(json.const);
  if (json.enum) return json.enum.join(' | ');
  if (json.type === 'array') return `[${shapeOf((json.items ?? {}) as JsonSchema, depth + 1) ?? '…'}]`;
  if (json.type === 'string') return 'text';
  if (json.type !== 'object') return typeof json.type === 'string' ? json.type : null;
  const fields = Object.entries(json.properties ?? {}) as [string, JsonSchema][];
  if (fields.length === 0 || depth >= SHAPE_DEPTH_MAX) return '{ … }';
  const words = fields.map(([name, one]) => {
    const inner = one.type === 'string' && !one.enum ? null : shapeOf(one, depth + 1);
    return `${name}${json.required?.includes(name) ? '' : '?'}${inner === null ? '' : `: ${inner}`}`;
  });
  return `{ ${words.join(', ')} }`;
}

type Read = { ok: true; request: FormRequest } | { ok: false; problems: FormProblem[] };

/** The request that a form's texts make, or what is wrong, field by field. Empty texts are not sent. */
export function requestOf(operation: AnyOperation, fields: readonly FormField[], texts: FormTexts): Read {
  const parameters: Record<string, string> = {};
  const problems: FormProblem[] = [];
  for (const { id, name } of fields.filter(isOfPath)) {
    const text = texts[id]?.trim() ?? '';
    parameters[name] = text;
    if (text === '') problems.push({ field: id, kind: 'missing' });
    else if (!fitsParameter(name, text)) problems.push({ field: id, kind: 'name' });
  }
  if (fields.some(({ kind }) => kind === 'file') && !texts.file)
    problems.push({ field: 'file', kind: 'missing' });
  const isJson = Boolean(texts.json);
  const { query, ...sent } = isJson ? sentAsJson(texts.json ?? '') : sentByFields(fields, texts);
  problems.push(...sent.problems);
  // Of a body that must be there, every field may be left out.
  const isNeeded = sent.body === undefined && operation.body?.safeParse(undefined).success === false;
  const body = isNeeded && !fields.some(({ id }) => id === 'body') ? {} : sent.body;
  // What is stored on its way is no number there that only its text holds.
  const isStored = operation.cost === 'credits' && bodyInMessage(body).json !== undefined;
  if (isStored) problems.push(...tooLongIn(isJson, fields, body));
  const drawn = isJson ? [] : fields;
  if (!problems.some(({ field }) => field === 'json'))
    for (const one of [
      ...refusedBy(operation.query, 'query', query, drawn),
      ...refusedBy(operation.body, 'body', body, drawn),
    ])
      if (!problems.some(({ field }) => field === one.field)) problems.push(one);
  if (problems.length > 0) return { ok: false, problems };
  const isSent = operation.query !== null && isRecord(query);
  return { ok: true, request: { parameters, query: isSent ? (query as Record<string, string>) : {}, body } };
}

/** The fields of a body with a number that no number holds. */
function tooLongIn(isJson: boolean, fields: readonly FormField[], body: unknown): FormProblem[] {
  const isHeld = ({ id, name }: FormField) => {
    const value = id === 'body' ? body : (Object(body) as Record<string, unknown>)[name];
    return bodyInMessage(value).json === undefined;
  };
  const drawn = fields.filter((field) => /^body(?:\.|$)/.test(field.id) && !isHeld(field));
  return (isJson ? [AS_JSON] : drawn).map(({ id }) => ({ field: id, kind: 'too-long' }));
}

const isOfPath = ({ id }: FormField): boolean => id.startsWith('path.');

type Sent = { query: unknown; body: unknown; problems: FormProblem[] };

function sentAsJson(text: string): Sent {
  const at = jsonProblemAt(text);
  if (at !== null) return { query: {}, body: undefined, problems: [{ field: 'json', kind: 'json', at }] };
  const { query = {}, body } = Object(parseKeepingDigits(text)) as { query?: unknown; body?: unknown };
  return { query, body, problems: [] };
}

function sentByFields(fields: readonly FormField[], texts: FormTexts): Sent {
  const query: Record<string, unknown> = {};
  const sent: Sent = { query, body: undefined, problems: [] };
  for (const field of fields) {
    const { id, name, kind, isRequired } = field;
    const text = texts[id] ?? '';
    if (isOfPath(field) || kind === 'file') continue;
    const read = id.startsWith('query.') ? { value: text } : readValue(kind, text);
    if (text === '') {
      if (isRequired) sent.problems.push({ field: id, kind: 'missing' });
    } else if ('problem' in read) sent.problems.push({ field: id, ...read.problem });
    else if (id.startsWith('query.')) query[name] = read.value;
    else
      sent.body = id === 'body' ? read.value : { ...(sent.body as object | undefined), [name]: read.value };
  }
  return sent;
}

type Value = { value: unknown } | { problem: { kind: 'number' } | { kind: 'json'; at: JsonPlace } };

function readValue(kind: FieldKind, text: string): Value {
  switch (kind) {
    case 'number': {
      const kept = asKeptNumber(text.trim());
      if (isKeptNumber(kept)) return { value: kept };
      const value = Number(text);
      return text.trim() !== '' && Number.isFinite(value) ? { value } : { problem: { kind: 'number' } };
    }
    case 'boolean':
      return { value: text === 'true' };
    case 'json': {
      const at = jsonProblemAt(text);
      return at === null ? { value: parseBodyKeepingDigits(text) } : { problem: { kind: 'json', at } };
    }
    case 'text':
    case 'choice':
    case 'file':
      return { value: text };
  }
}

/**
 * What a part's schema refuses, each at its field, or under `json` if there is none or all is written as
 * JSON. What is wrong with all fields together stands at the first of them, without a place.
 */
function refusedBy(
  schema: z.ZodMiniType | null,
  part: 'query' | 'body',
  value: unknown,
  fields: readonly FormField[],
): FormProblem[] {
  return (schema?.safeParse(value).error?.issues ?? []).map((issue) => {
    const { code, words, field: path } = problemOf([issue]);
    const [first = '', ...rest] = path.split('.');
    const at = [`${part}.${first}`, part].find((id) => fields.some((field) => field.id === id));
    const whole = path === '' ? fields.find(({ id }) => id.startsWith(`${part}.`))?.id : undefined;
    const place = whole ? '' : at === undefined ? `${part}.${path}` : at === part ? path : rest.join('.');
    const said = code === NO_CODE ? words : code;
    return {
      field: at ?? whole ?? 'json',
      kind: 'schema' as const,
      code,
      words: place === '' ? said : `${place.replace(/\.$/, '')}: ${said}`,
    };
  });
}

const NO_CODE = 'EDGE_INVALID_REQUEST';

/** The texts with which a form makes this request; as JSON where its fields can't express it. */
export function textsOf(
  operation: AnyOperation,
  fields: readonly FormField[],
  request: FormRequest,
): FormTexts {
  const { parameters, query, body } = request;
  const values = { path: parameters, query, body: Object(body) as Record<string, unknown> };
  const textOf = ({ id, name, kind }: FormField): string => {
    const value = id === 'body' ? body : values[id.split('.')[0] as keyof typeof values]?.[name];
    if (value === undefined) return '';
    return kind === 'json' || typeof value !== 'string' ? JSON.stringify(value) : value;
  };
  const textsOfAll = (some: readonly FormField[]) =>
    Object.fromEntries(some.map((field) => [field.id, textOf(field)]));
  const texts = textsOfAll(fields);
  const back = requestOf(operation, fields, { ...texts, file: 'x' });
  if (back.ok && JSON.stringify(back.request) === JSON.stringify(request)) return texts;
  const json = JSON.stringify({ ...(operation.query && { query }), body }, null, 2);
  return { ...textsOfAll(fields.filter(isOfPath)), json };
}
