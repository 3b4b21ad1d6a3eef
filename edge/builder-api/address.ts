import { isPathParameter } from '../../shared/catalogues/address.ts';
import type { Operation } from '../../shared/operations/operation.ts';

const BASE_PATH: Record<Operation['base'], string> = { builder: '/api/v1/vcaas', root: '/api/v1' };

/** What fills an address of a catalogue. */
export interface AddressParts {
  parameters?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | undefined>>;
}

/** Builds an address of the service from an operation of the catalogue; null as in {@link filledAddress}. */
export const serviceAddress = (
  serviceUrl: string,
  { base, path }: Pick<Operation, 'base' | 'path'>,
  parts: AddressParts,
): string | null =>
  filledAddress(`${serviceUrl}${BASE_PATH[base]}`, path, parts, (_, text) => isPathParameter(text));

/**
 * Appends a path, in which each `:name` is a parameter, and the query.
 * @param isFit whether a text may fill the parameter with this name
 * @returns null when a parameter is missing or could change the path, as an id from the service might
 */
export function filledAddress(
  base: string,
  template: string,
  { parameters = {}, query = {} }: AddressParts,
  isFit: (name: string, text: string) => boolean,
): string | null {
  let isFilled = true;
  const path = template.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = parameters[name] ?? '';
    isFilled &&= isFit(name, value);
    return value;
  });
  const search = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`],
  );
  if (!isFilled) return null;
  return `${base}${path}${search.length === 0 ? '' : `?${search.join('&')}`}`;
}
