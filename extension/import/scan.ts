import * as z from 'zod/mini';
import type { TableProperty } from '../../shared/data-api/records.ts';
import { parse } from '../../shared/parse.ts';
import { isSettableReference } from './convert.ts';
import type { Cell, Source } from './page-data.ts';

/** What is to be found in a document, in the shapes that a scan takes (data reference, Scan properties). */
export type ScanProperty =
  | { type: 'string'; description: string; format?: 'date'; enum?: string[] }
  | { type: 'number'; description: string }
  | { type: 'array'; description: string; items: { type: 'string'; description: string } };

/** The column of the scanned file itself. */
export const FILE_COLUMN = '';

const PAGES_MAX = 200;

/** Pages as they are typed, `1-3, 5`, by their numbers; none when empty, null when it is invalid. */
export function parsePages(text: string): number[] | null {
  const pages = new Set<number>();
  for (const part of text.split(',').filter((one) => one.trim() !== '')) {
    const [, first = '', last = first] = /^\s*(\d{1,4})\s*(?:[-–]\s*(\d{1,4})\s*)?$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first === '' || from < 1 || to < from || to - from >= PAGES_MAX) return null;
    for (let page = from; page <= to; page += 1) pages.add(page);
  }
  return pages.size > PAGES_MAX ? null : [...pages].sort((one, other) => one - other);
}

/** The properties that a scan is to fill: each with its label and its purpose. */
export function scanProperties(properties: readonly TableProperty[]): Record<string, ScanProperty> {
  return Object.fromEntries(
    properties.flatMap((property) => {
      const wanted = scanProperty(property);
      return wanted ? [[property.name, wanted]] : [];
    }),
  );
}

function scanProperty(property: TableProperty): ScanProperty | null {
  const description = describe(property);
  const options = (property.typeExtras?.options ?? []).map(({ value }) => value);
  switch (property.propertyType) {
    case 'string':
    case 'long-string':
      return { type: 'string', description };
    case 'number':
      return { type: 'number', description };
    case 'date':
      return { type: 'string', format: 'date', description };
    case 'boolean':
      return { type: 'string', enum: ['yes', 'no'], description };
    case 'options':
      return property.typeExtras?.optionsConfig?.multiple === true
        ? {
            type: 'array',
            description,
            items: { type: 'string', description: `One of ${options.join(', ')}` },
          }
        : { type: 'string', enum: options, description };
    case 'objectReference':
      return isSettableReference(property) ? { type: 'string', description } : null;
    default:
      return null;
  }
}

function describe(property: TableProperty): string {
  const { description } = property as { description?: unknown };
  const label = property.label || property.name;
  return typeof description === 'string' && description !== '' ? `${label}: ${description}` : label;
}

const found = z.record(z.string(), z.unknown());
/** The values found, as an object; a list of them when pages were scanned separately (data reference, Scan options). */
const scanResponse = z.union([z.array(found), found]);

/**
 * Rows from the response of a scan, with the file in their last column.
 * @param wanted columns that are always there, also when nothing was found for them
 * @returns null when it is not the response of a scan
 */
export function scanSource(
  data: unknown,
  wanted: readonly string[],
  file: { name: string; stored: string },
): Source | null {
  const response = parse(scanResponse, data);
  if (response === null) return null;
  const pages = Array.isArray(response) ? response : [response];
  const others = pages.flatMap((page) => Object.keys(page).filter((name) => name !== 'ocrFullResult'));
  const columns = [...new Set([...wanted, ...others])];
  return {
    kind: 'scan',
    title: file.name,
    columns: [...columns, FILE_COLUMN],
    rows: pages.map((page) => [
      ...columns.map((name) => cellOf(page[name])),
      { text: file.name, file: file.stored },
    ]),
    total: pages.length,
    hidden: 0,
    path: null,
  };
}

/** Numbers and dates are machine-readable, whatever the document's language. */
function cellOf(value: unknown): Cell {
  if (value === null || value === undefined || value === '') return { text: '' };
  if (Array.isArray(value)) return { text: value.map(textOf).filter(Boolean).join(', ') };
  if (typeof value === 'object') return { text: textOf(value) };
  const text = String(value);
  const isMachines = typeof value === 'number' || /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(text);
  return isMachines ? { text, value: text } : { text };
}

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.values(value).map(textOf).filter(Boolean).join(' ')
    : String(value ?? '');
