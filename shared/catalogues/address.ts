import type { DataOperation } from '../data-api/operation.ts';
import { FILE_NAME } from '../file-name.ts';
import type { Operation } from '../operations/operation.ts';

/** A row of either catalogue. */
export type AnyOperation = Operation | DataOperation;

/** Whether it is one of the data backend of a project's app. */
export const isOfData = (operation: AnyOperation): operation is DataOperation => 'effect' in operation;

/** Where the edge takes an operation, below its address, parameters as `:name`. */
export const edgePathOf = (operation: AnyOperation): string =>
  isOfData(operation) ? `/data/:projectId${operation.path}` : `/service${operation.path}`;

/** Names of the parameters of a path. */
export const parametersIn = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');

/** Ids in a path: nothing that a server could read as more than one segment. */
const PATH_PARAMETER = /^[A-Za-z0-9_-]{1,128}$/;

export const isPathParameter = (text: string): boolean => PATH_PARAMETER.test(text);

/** Whether a text may fill the parameter with this name; file name ids have dots. */
export const fitsParameter = (name: string, text: string): boolean =>
  name === 'fileName' ? FILE_NAME.test(text) : isPathParameter(text);

/** A path with its parameters filled in, as one segment each. */
export const filledPath = (path: string, parameters: Readonly<Record<string, string>>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));

/** The path of an operation at the edge, with its parameters and its query. */
export function filledEdgePath(
  operation: AnyOperation,
  parameters: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const path = filledPath(edgePathOf(operation), parameters);
  const search = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return search.length === 0 ? path : `${path}?${search.join('&')}`;
}
