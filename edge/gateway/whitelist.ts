import { catalogue, type OperationName, operationNames } from '../../shared/operations/catalogue.ts';
import type { Operation } from '../../shared/operations/operation.ts';
import { checkForm } from '../../shared/request-schema.ts';
import { isPathParameter } from '../builder-api/address.ts';
import { fail, invalid, type Result } from '../http/result.ts';
import type { GatewayCall } from './gateway.ts';

/** A request as it came: its method, and its path and query below `/service`, not decoded. */
export interface GatewayRequest {
  method: string;
  path: string;
  /** With its question mark, or empty. */
  search: string;
  /** null = none was sent. */
  body: string | null;
  hasHeader: (name: string) => boolean;
}

/** Headers that ask a server to take the request for another one, or that only the edge may set. */
const STEERING_HEADERS = [
  'api-key',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'x-original-url',
  'x-rewrite-url',
];

/** Letters of a path that is fit to be looked at: no percent, no backslash, no dot segment, no empty segment. */
const PLAIN_PATH = /^(?:\/[A-Za-z0-9_-]+)+$/;
const PATH_MAX = 400;
const SEARCH_MAX = 2000;

interface Route {
  name: OperationName;
  segments: readonly string[];
}

const routesByMethod = new Map<string, Route[]>();
for (const name of operationNames) {
  const { method, path, reach } = catalogue[name];
  if (reach !== 'gateway') continue;
  const route = { name, segments: path.slice(1).split('/') };
  routesByMethod.set(method, [...(routesByMethod.get(method) ?? []), route]);
}
/** Literal segments go before parameters: `credit-limits/at-limit` is not a project of that name. */
for (const routes of routesByMethod.values())
  routes.sort((one, other) => parameterCount(one) - parameterCount(other));

function parameterCount({ segments }: Route): number {
  return segments.filter((segment) => segment.startsWith(':')).length;
}

/** The operation that a request names, before anything of its query and body is looked at. */
export interface MatchedOperation {
  name: OperationName;
  parameters: Record<string, string>;
}

/**
 * Turns a browser's request into one operation with checked values, or refuses it. Pure: whatever gets through names
 * an operation of the catalogue, and nothing else of the request goes any further. The route takes the two steps apart,
 * to authorize the caller between them.
 * @param allowed names to which the operator has narrowed the list; null = all
 */
export function matchAndCheck(
  request: GatewayRequest,
  allowed: readonly string[] | null,
): Result<GatewayCall> {
  const matched = matchOperation(request, allowed);
  return matched.ok ? checkRequest(matched.value, request) : matched;
}

/** Finds the operation by method and path. */
export function matchOperation(
  request: Omit<GatewayRequest, 'search' | 'body'>,
  allowed: readonly string[] | null,
): Result<MatchedOperation> {
  const steering = STEERING_HEADERS.find(request.hasHeader);
  if (steering !== undefined) return notAllowed(`The header ${steering} is not accepted.`);
  const found = findRoute(request.method, request.path);
  if (found === null || (allowed !== null && !allowed.includes(found.name)))
    return notAllowed('This is not an operation that the edge passes on.');
  return { ok: true, value: found };
}

/** Checks query and body against the operation's schemas. */
export function checkRequest(
  { name, parameters }: MatchedOperation,
  request: Pick<GatewayRequest, 'search' | 'body'>,
): Result<GatewayCall> {
  const operation: Operation = catalogue[name];
  const query = readQuery(request.search);
  if (!query.ok) return query;
  const checkedQuery = checkQuery(operation, query.value);
  if (!checkedQuery.ok) return checkedQuery;
  const body = checkBody(operation, request.body);
  if (!body.ok) return body;
  return {
    ok: true,
    value: {
      operation: name,
      role: operation.role,
      parameters,
      query: checkedQuery.value,
      body: body.value,
    },
  };
}

function findRoute(method: string, path: string): MatchedOperation | null {
  if (path.length > PATH_MAX || !PLAIN_PATH.test(path)) return null;
  const segments = path.slice(1).split('/');
  for (const route of routesByMethod.get(method) ?? []) {
    const parameters = matchSegments(route.segments, segments);
    if (parameters) return { name: route.name, parameters };
  }
  return null;
}

function matchSegments(
  template: readonly string[],
  segments: readonly string[],
): Record<string, string> | null {
  if (template.length !== segments.length) return null;
  const parameters: Record<string, string> = {};
  for (let index = 0; index < template.length; index++) {
    const wanted = template[index] ?? '';
    const given = segments[index] ?? '';
    if (wanted.startsWith(':')) {
      if (!isPathParameter(given)) return null;
      parameters[wanted.slice(1)] = given;
    } else if (wanted !== given) return null;
  }
  return parameters;
}

function readQuery(search: string): Result<Record<string, string>> {
  const values: Record<string, string> = {};
  if (search === '' || search === '?') return { ok: true, value: values };
  if (search.length > SEARCH_MAX) return invalid('query', 'is too long');
  for (const pair of search.slice(1).split('&')) {
    const equals = pair.indexOf('=');
    const name = equals === -1 ? pair : pair.slice(0, equals);
    if (!/^[A-Za-z]{1,40}$/.test(name)) return invalid('query', 'holds a name that no operation has');
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

function checkQuery(operation: Operation, values: Record<string, string>): Result<Record<string, string>> {
  if (operation.query === null) {
    const [extra] = Object.keys(values);
    return extra === undefined
      ? { ok: true, value: {} }
      : invalid(extra, 'is not a parameter of this operation');
  }
  const checked = checkForm(operation.query, values);
  return checked.ok
    ? { ok: true, value: checked.value as Record<string, string> }
    : invalid(checked.problem.field, checked.problem.words, checked.problem.code);
}

function checkBody(operation: Operation, text: string | null): Result<string | null> {
  if (operation.body === null) {
    const blank = text === null || text.trim() === '' || text.trim() === '{}';
    return blank ? { ok: true, value: null } : invalid('body', 'is not wanted by this operation');
  }
  let value: unknown;
  try {
    value = text === null || text === '' ? undefined : JSON.parse(text);
  } catch {
    return invalid('', 'is not JSON', 'INVALID_JSON');
  }
  const checked = checkForm(operation.body, value);
  if (!checked.ok) return invalid(checked.problem.field, checked.problem.words, checked.problem.code);
  return { ok: true, value: checked.value === undefined ? null : JSON.stringify(checked.value) };
}

const notAllowed = (words: string) => fail('EDGE_NOT_ALLOWED', words);
