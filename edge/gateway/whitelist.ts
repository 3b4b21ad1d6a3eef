import type * as z from 'zod/mini';
import { isPathParameter } from '../../shared/catalogues/address.ts';
import { parseBodyKeepingDigits } from '../../shared/exact-numbers.ts';
import { catalogue, type OperationName, operationNames } from '../../shared/operations/catalogue.ts';
import type { Operation } from '../../shared/operations/operation.ts';
import { parseRequest } from '../../shared/request-schema.ts';
import { fail, invalid, type Result, success } from '../http/result.ts';
import type { GatewayCall } from './gateway.ts';

/** Headers that make a server treat the request as another one, or that only the edge may set. */
const STEERING_HEADERS = [
  'api-key',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'x-original-url',
  'x-rewrite-url',
];
const PATH_MAX = 400;

/** An operation that a request names, with its path parameters. */
export interface Matched<N extends string> {
  name: N;
  parameters: Record<string, string>;
}

interface Route<N extends string> {
  name: N;
  segments: readonly string[];
}

/** Finds operations by method and path, literal segments first: `credit-limits/at-limit` is not a project. */
export class RouteTable<N extends string> {
  readonly #byMethod = new Map<string, Route<N>[]>();
  readonly #plainPath: RegExp;
  readonly #isParameter: (name: string, text: string) => boolean;

  /**
   * @param plainPath matches paths without percent signs, backslashes, dot segments and empty segments
   * @param isParameter whether a text may fill the parameter with this name
   */
  constructor(
    operations: readonly { name: N; method: string; path: string }[],
    plainPath: RegExp,
    isParameter: (name: string, text: string) => boolean,
  ) {
    this.#plainPath = plainPath;
    this.#isParameter = isParameter;
    for (const { name, method, path } of operations) {
      const route = { name, segments: path.slice(1).split('/') };
      this.#byMethod.set(method, [...(this.#byMethod.get(method) ?? []), route]);
    }
    for (const routes of this.#byMethod.values())
      routes.sort((one, other) => parameterCount(one) - parameterCount(other));
  }

  /** The operation that a request names, if allowed; rejects headers that could steer a server. */
  match(
    { method, path, hasHeader }: { method: string; path: string; hasHeader: (name: string) => boolean },
    isAllowed: (name: N) => boolean,
  ): Result<Matched<N>> {
    const steering = STEERING_HEADERS.find(hasHeader);
    if (steering !== undefined) return fail('EDGE_NOT_ALLOWED', `The header ${steering} is not accepted.`);
    const found = this.#find(method, path);
    return found !== null && isAllowed(found.name)
      ? success(found)
      : fail('EDGE_NOT_ALLOWED', 'This is not an operation that the edge passes on.');
  }

  #find(method: string, path: string): Matched<N> | null {
    if (path.length > PATH_MAX || !this.#plainPath.test(path)) return null;
    const segments = path.slice(1).split('/');
    for (const { name, segments: template } of this.#byMethod.get(method) ?? []) {
      const parameters = this.#parametersOf(template, segments);
      if (parameters) return { name, parameters };
    }
    return null;
  }

  #parametersOf(template: readonly string[], segments: readonly string[]): Record<string, string> | null {
    if (template.length !== segments.length) return null;
    const parameters: Record<string, string> = {};
    for (let index = 0; index < template.length; index++) {
      const wanted = template[index] ?? '';
      const given = segments[index] ?? '';
      if (wanted.startsWith(':')) {
        const name = wanted.slice(1);
        if (!this.#isParameter(name, given)) return null;
        parameters[name] = given;
      } else if (wanted !== given) return null;
    }
    return parameters;
  }
}

function parameterCount({ segments }: Route<string>): number {
  return segments.filter((segment) => segment.startsWith(':')).length;
}

/** Checks query and body against the schemas of an operation. @param searchMax longest query in characters */
export function checkForm(
  operation: { query: z.ZodMiniType | null; body: z.ZodMiniType | null },
  request: { search: string; body: string | null },
  searchMax: number,
): Result<{ query: Record<string, string>; body: string | null }> {
  const sent = readQuery(request.search, searchMax);
  if (!sent.ok) return sent;
  const query = checkQuery(operation.query, sent.value);
  if (!query.ok) return query;
  const body = checkBody(operation.body, request.body);
  return body.ok ? success({ query: query.value, body: body.value }) : body;
}

/** Parses a query: each parameter once, names of plain letters, or two such joined by `_`. */
function readQuery(search: string, maxLength: number): Result<Record<string, string>> {
  const values: Record<string, string> = {};
  if (search === '' || search === '?') return { ok: true, value: values };
  if (search.length > maxLength) return invalid('query', 'is too long');
  for (const pair of search.slice(1).split('&')) {
    const equals = pair.indexOf('=');
    const name = equals === -1 ? pair : pair.slice(0, equals);
    if (!/^[A-Za-z]{1,40}(?:_[A-Za-z]{1,40})?$/.test(name))
      return invalid('query', 'holds a name that no operation has');
    if (Object.hasOwn(values, name)) return invalid(name, 'is given twice');
    const value = equals === -1 ? '' : decoded(pair.slice(equals + 1));
    if (value === null) return invalid(name, 'is not encoded as it should be');
    values[name] = value;
  }
  return { ok: true, value: values };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** @param schema null = the operation has no query */
function checkQuery(
  schema: z.ZodMiniType | null,
  values: Record<string, string>,
): Result<Record<string, string>> {
  if (schema === null) {
    const [extra] = Object.keys(values);
    return extra === undefined
      ? { ok: true, value: {} }
      : invalid(extra, 'is not a parameter of this operation');
  }
  return inForm(schema, values) as Result<Record<string, string>>;
}

/**
 * @param schema null = the operation has no body
 * @returns the checked body as JSON, its numbers with their digits; null = none
 */
function checkBody(schema: z.ZodMiniType | null, text: string | null): Result<string | null> {
  if (schema === null) {
    const blank = text === null || text.trim() === '' || text.trim() === '{}';
    return blank ? { ok: true, value: null } : invalid('body', 'is not wanted by this operation');
  }
  let value: unknown;
  try {
    value = text === null || text === '' ? undefined : parseBodyKeepingDigits(text);
  } catch {
    return invalid('', 'is not JSON', 'INVALID_JSON');
  }
  const checked = inForm(schema, value);
  return checked.ok ? success(checked.value === undefined ? null : JSON.stringify(checked.value)) : checked;
}

function inForm(schema: z.ZodMiniType, value: unknown): Result<unknown> {
  const checked = parseRequest(schema, value);
  if (checked.ok) return checked;
  const { field, words, code } = checked.problem;
  return invalid(field, words, code);
}

/** A request as received: its method, and its path and query below `/service`, not decoded. */
export interface GatewayRequest {
  method: string;
  path: string;
  /** With its question mark, or empty. */
  search: string;
  /** null = none. */
  body: string | null;
  hasHeader: (name: string) => boolean;
}

const PLAIN_PATH = /^(?:\/[A-Za-z0-9_-]+)+$/;
const SEARCH_MAX = 2000;

const routes = new RouteTable(
  operationNames
    .filter((name) => catalogue[name].reach === 'gateway')
    .map((name) => ({ name, method: catalogue[name].method, path: catalogue[name].path })),
  PLAIN_PATH,
  (_, text) => isPathParameter(text),
);

/** The operation that a request names, before its query and body are checked. */
export type MatchedOperation = Matched<OperationName>;

/**
 * Finds the operation by method and path, before the caller is authorized for it.
 * @param allowed names to which the operator has restricted the list; null = all
 */
export function matchOperation(
  request: Omit<GatewayRequest, 'search' | 'body'>,
  allowed: readonly string[] | null,
): Result<MatchedOperation> {
  return routes.match(request, (name) => allowed?.includes(name) ?? true);
}

/** Checks query and body against the operation's schemas: only checked values pass. */
export function checkRequest(
  { name, parameters }: MatchedOperation,
  request: Pick<GatewayRequest, 'search' | 'body'>,
): Result<GatewayCall> {
  const operation: Operation = catalogue[name];
  const checked = checkForm(operation, request, SEARCH_MAX);
  if (!checked.ok) return checked;
  return { ok: true, value: { operation: name, role: operation.role, parameters, ...checked.value } };
}
