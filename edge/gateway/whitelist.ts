import { catalogue, type OperationName, operationNames } from '../../shared/operations/catalogue.ts';
import type { Operation } from '../../shared/operations/operation.ts';
import { isPathParameter } from '../builder-api/address.ts';
import type { Result } from '../http/result.ts';
import type { GatewayCall } from './gateway.ts';
import { checkForm, type Matched, RouteTable } from './request-form.ts';

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
 * Turns a browser's request into one operation with checked values, or refuses it. Pure: only an operation of the
 * catalogue and checked values pass. The route runs the two steps separately, to authorize the caller between them.
 * @param allowed names to which the operator has restricted the list; null = all
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
  return routes.match(request, (name) => allowed?.includes(name) ?? true);
}

/** Checks query and body against the operation's schemas. */
export function checkRequest(
  { name, parameters }: MatchedOperation,
  request: Pick<GatewayRequest, 'search' | 'body'>,
): Result<GatewayCall> {
  const operation: Operation = catalogue[name];
  const checked = checkForm(operation, request, SEARCH_MAX);
  if (!checked.ok) return checked;
  return { ok: true, value: { operation: name, role: operation.role, parameters, ...checked.value } };
}
