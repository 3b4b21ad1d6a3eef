import * as z from 'zod/mini';
import type { Table, TableProperty } from '../../shared/data-api/records.ts';
import { parse } from '../../shared/parse.ts';
import { isSettableReference } from './convert.ts';
import { type Cell, newSource, type Source } from './page-data.ts';

/** What is to be found in a document, in the shapes that a scan takes (data reference, Scan properties). */
export type ScanProperty =
  | { type: 'string'; description: string; format?: 'date'; enum?: string[] }
  | { type: 'number'; description: string }
  | { type: 'array'; description: string; items: { type: 'string'; description: string } }
  | {
      type: 'array';
      description: string;
      items: { type: 'object'; properties: Record<string, ScanProperty> };
    };

/** What else is to be found in an invoice (data reference, Scan options, `getExtraFields`). */
export type ExtraField = { type: 'string' | 'number' | 'boolean' | 'array'; description: string };

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

/**
 * Properties for a scan to fill: each with its label and its purpose.
 * @param tables for references: what belongs to a record in another one is looked for as a list of objects
 */
export function scanProperties(
  properties: readonly TableProperty[],
  tables: readonly Table[] = [],
): Record<string, ScanProperty> {
  return Object.fromEntries(
    properties.flatMap((property) => {
      const wanted = scanProperty(property, tables);
      return wanted ? [[property.name, wanted]] : [];
    }),
  );
}

/** The same as extra fields of an invoice, which know fewer types. */
export function extraFields(properties: readonly TableProperty[]): Record<string, ExtraField> {
  return Object.fromEntries(
    properties.flatMap((property) => {
      const wanted = scanProperty(property, []);
      if (wanted === null) return [];
      const type = property.propertyType === 'boolean' ? 'boolean' : wanted.type;
      return [[property.name, { type, description: wanted.description }]];
    }),
  );
}

function scanProperty(property: TableProperty, tables: readonly Table[]): ScanProperty | null {
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
      return isSettableReference(property) ? { type: 'string', description } : listOf(property, tables);
    default:
      return null;
  }
}

/** Records of another table that belong to this, as a list of objects (data reference, Scan properties). */
function listOf(property: TableProperty, tables: readonly Table[]): ScanProperty | null {
  const { objectReferenceTypeId, objectReferenceRelation } = property.objectReference ?? {};
  const table = tables.find(({ id }) => id === objectReferenceTypeId);
  if (objectReferenceRelation !== 'oneToMany' || table === undefined) return null;
  const own = table.properties.filter(({ propertyType }) => propertyType !== 'objectReference');
  const properties = scanProperties(own);
  if (Object.keys(properties).length === 0) return null;
  return { type: 'array', description: describe(property), items: { type: 'object', properties } };
}

function describe(property: TableProperty): string {
  const { description } = property as { description?: unknown };
  const label = property.label || property.name;
  return typeof description === 'string' && description !== '' ? `${label}: ${description}` : label;
}

const found = z.record(z.string(), z.unknown());
/** Values found, as an object; a list of them if pages were scanned apart (data reference, Scan options). */
const scanResponse = z.union([z.array(found), found]);

/**
 * Rows of a scan's response, with the file in the last column; then its lists of objects and its text apart.
 * @param wanted columns that are always there, also when nothing was found for them
 * @param file `stored`: null when it was removed after the scan
 * @returns null when it is not the response of a scan
 */
export function scanSources(
  data: unknown,
  wanted: readonly string[],
  file: { name: string; stored: string | null },
): [Source, ...Source[]] | null {
  const response = parse(scanResponse, data);
  if (response === null) return null;
  const pages = Array.isArray(response) ? response : [response];
  const names = [...new Set(pages.flatMap((page) => Object.keys(page)))].filter((name) => name !== FULL_TEXT);
  const lists = names.filter((name) => pages.some((page) => objectsOf(page[name]).length > 0));
  const columns = [...new Set([...wanted, ...names])].filter((name) => !lists.includes(name));
  const { stored } = file;
  const main = sourceOf('scan', file.name, stored === null ? columns : [...columns, FILE_COLUMN], [
    ...pages.map((page) => [
      ...columns.map((name) => cellOf(page[name])),
      ...(stored === null ? [] : [{ text: file.name, file: stored }]),
    ]),
  ]);
  const lines = pages.flatMap((page) => parse(fullText, page[FULL_TEXT])?.text.split('\n') ?? []);
  const text = lines.filter((line) => line.trim() !== '').map((line) => [{ text: line }]);
  return [
    main,
    ...lists.map((name) => itemsOf(name, pages, columns)),
    ...(text.length > 0 ? [sourceOf('items', FULL_TEXT, ['text'], text)] : []),
  ];
}

const FULL_TEXT = 'ocrFullResult';
const fullText = z.object({ text: z.string() });

const sourceOf = (kind: 'scan' | 'items', title: string, columns: string[], rows: Cell[][]): Source =>
  newSource({ kind, title, columns, rows });

const objectsOf = (value: unknown): Record<string, unknown>[] => parse(z.array(found), value) ?? [];

/** Rows of a list of objects, with the values beside it, one of which refers to the record they belong to. */
function itemsOf(list: string, pages: readonly Record<string, unknown>[], beside: readonly string[]): Source {
  const items = pages.flatMap((page) => objectsOf(page[list]).map((item) => ({ item, page })));
  const own = [...new Set(items.flatMap(({ item }) => Object.keys(item)))];
  const shared = beside.filter((name) => !own.includes(name));
  return sourceOf(
    'items',
    list,
    [...own, ...shared],
    items.map(({ item, page }) => [
      ...own.map((name) => cellOf(item[name])),
      ...shared.map((name) => cellOf(page[name])),
    ]),
  );
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
