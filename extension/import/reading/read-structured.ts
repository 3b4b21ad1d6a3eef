import { webAddress } from '../../capture/copied-element.ts';
import * as dom from '../../capture/dom.ts';
import { type Cell, COLUMNS_MAX, ROWS_MAX, type Source } from '../page-data.ts';
import { pathOf } from './place.ts';
import { isSeen, readCell, tidy } from './read-cell.ts';

/** A machine-readable item of the page: its type, and its values by name (`offers.price`). */
export interface Thing {
  type: string;
  values: Map<string, Cell>;
  path: number[] | null;
}

const DEPTH_MAX = 3;

/** What schema.org's markup says on a page, one source for each type of thing. */
export function readStructured(document: Document): Source[] {
  const scripts = dom.findAll(document, 'script[type="application/ld+json" i]');
  const things = [
    ...scripts.flatMap((script) => thingsOfJson(dom.textContent(script))),
    ...dom
      .findAll(document, '[itemscope][itemtype]')
      .filter((item) => !item.matches('[itemprop]'))
      .map(thingOfItem),
  ];
  return sourcesOf(things);
}

/** The objects of one JSON-LD text; none when it is not JSON. */
export function thingsOfJson(text: string): Thing[] {
  try {
    return thingsIn(JSON.parse(text));
  } catch {
    return [];
  }
}

/** One source of each type that has more than a name, the most things first. */
export function sourcesOf(things: Thing[]): Source[] {
  const byType = Map.groupBy(things, ({ type }) => type);
  return [...byType]
    .map(([type, all]) => {
      const columns = [...new Set(all.flatMap(({ values }) => [...values.keys()]))].slice(0, COLUMNS_MAX);
      return {
        kind: 'structured' as const,
        title: type,
        columns,
        rows: all
          .slice(0, ROWS_MAX)
          .map(({ values }) => columns.map((name): Cell => values.get(name) ?? { text: '' })),
        total: all.length,
        hidden: 0,
        path: all.length === 1 ? (all[0]?.path ?? null) : null,
      };
    })
    .filter(({ columns }) => columns.length > 1)
    .sort((one, other) => other.rows.length * other.columns.length - one.rows.length * one.columns.length);
}

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const FURNITURE = new Set(['BreadcrumbList', 'SearchAction', 'WebSite', 'SiteNavigationElement']);

function thingsIn(value: unknown): Thing[] {
  if (Array.isArray(value)) return value.flatMap(thingsIn);
  if (!isObject(value)) return [];
  if (value['@graph']) return thingsIn(value['@graph']);
  const type = typeOf(value);
  if (type === 'ItemList') {
    const items = Array.isArray(value.itemListElement) ? value.itemListElement : [];
    return thingsIn(items.map((one: unknown) => (isObject(one) && isObject(one.item) ? one.item : one)));
  }
  if (!type || FURNITURE.has(type)) return [];
  const values = new Map<string, Cell>();
  const parts: unknown[] = [];
  for (const [name, held] of Object.entries(value)) {
    if (name.startsWith('@')) continue;
    // The talks of a conference are the rows, not the conference.
    if (Array.isArray(held) && held.length > 1 && held.every((one) => isObject(one) && typeOf(one) !== ''))
      parts.push(held);
    addValue(values, name, held, 1);
  }
  return [...(values.size > 0 ? [{ type, values, path: null }] : []), ...parts.flatMap(thingsIn)];
}

function typeOf(value: Json): string {
  const type = value['@type'];
  return String((Array.isArray(type) ? type[0] : type) ?? '').replace(/^.*[/#]/, '');
}

function addValue(values: Map<string, Cell>, name: string, held: unknown, depth: number): void {
  if (Array.isArray(held)) {
    const texts = held
      .map((one) => (isObject(one) ? String(one.name ?? '') : String(one ?? '')))
      .filter(Boolean);
    if (held.length === 1) addValue(values, name, held[0], depth);
    else if (texts.length > 0) values.set(name, cellOf(texts.join(', ')));
    return;
  }
  if (isObject(held)) {
    if (depth < DEPTH_MAX) {
      for (const [inner, value] of Object.entries(held)) {
        if (!inner.startsWith('@')) addValue(values, `${name}.${inner}`, value, depth + 1);
      }
    }
    return;
  }
  if (held !== null && held !== undefined && held !== '') values.set(name, cellOf(String(held)));
}

function cellOf(text: string): Cell {
  const tidied = tidy(text);
  if (!/^https?:\/\/\S+$/.test(tidied)) return { text: tidied };
  return /\.(?:png|jpe?g|gif|webp|avif|svg)(?:\?|$)/i.test(tidied)
    ? { text: tidied, image: tidied }
    : { text: tidied, link: tidied };
}

function thingOfItem(item: Element): Thing {
  const values = new Map<string, Cell>();
  addProperties(item, '', values, 1);
  const type = (dom.attribute(item, 'itemtype') ?? '').trim().split(/\s+/)[0] ?? '';
  return { type: type.replace(/^.*[/#]/, ''), values, path: pathOf(item) };
}

function addProperties(from: Element, prefix: string, values: Map<string, Cell>, depth: number): void {
  for (const child of from.children) {
    const name = dom.attribute(child, 'itemprop')?.trim().split(/\s+/)[0];
    const isItem = dom.hasAttribute(child, 'itemscope');
    if (name && !isItem) {
      const key = prefix + name;
      const value = propertyOf(child);
      const known = values.get(key);
      values.set(key, known ? { ...known, text: `${known.text}, ${value.text}` } : value);
    }
    if (name && isItem) {
      if (depth < DEPTH_MAX) addProperties(child, `${prefix}${name}.`, values, depth + 1);
    } else if (!isItem) addProperties(child, prefix, values, depth);
  }
}

function propertyOf(element: Element): Cell {
  const content = dom.attribute(element, 'content') ?? dom.attribute(element, 'datetime');
  if (content !== null) return cellOf(content);
  if (/^(?:meta|link)$/.test(dom.localName(element)) || isSeen(element)) {
    const address = dom.attribute(element, 'href') ?? dom.attribute(element, 'src');
    const absolute = webAddress(address, element.baseURI);
    const cell = readCell(element, { count: 0 });
    return absolute && !cell.text
      ? cellOf(absolute)
      : { ...cell, ...(absolute && !cell.link && { link: absolute }) };
  }
  return { text: '' };
}
