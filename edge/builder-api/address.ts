import type { Operation } from '../../shared/operations/operation.ts';

const BASE_PATH: Record<Operation['base'], string> = { builder: '/api/v1/vcaas', root: '/api/v1' };

/** Ids in a path: nothing that a server could read as more than one segment. */
const PATH_PARAMETER = /^[A-Za-z0-9_-]{1,128}$/;

export type Parameters = Readonly<Record<string, string>>;

/**
 * Builds an address of the service from an operation of the catalogue and checked parameters.
 * @throws when a parameter is missing or could change the path; callers check before
 */
export function serviceAddress(
  serviceUrl: string,
  operation: Pick<Operation, 'base' | 'path'>,
  parameters: Parameters,
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const path = operation.path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined || !PATH_PARAMETER.test(value))
      throw new Error(`Parameter ${name} is not fit for a path.`);
    return value;
  });
  let search = '';
  for (const [name, value] of Object.entries(query))
    if (value !== undefined)
      search += `${search === '' ? '?' : '&'}${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  return `${serviceUrl}${BASE_PATH[operation.base]}${path}${search}`;
}

export function isPathParameter(text: string): boolean {
  return PATH_PARAMETER.test(text);
}
