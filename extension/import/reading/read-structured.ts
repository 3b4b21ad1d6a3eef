import { isRecord } from '../../../shared/parse.ts';
import { webAddress } from '../../capture/copied-element.ts';
import * as dom from '../../capture/dom.ts';
import {
  type Json,
  linkedData,
  resolveReferences,
  typesOf,
  withoutVocabulary,
} from '../../capture/linked-data.ts';
import { type Cell, COLUMNS_MAX, ROWS_MAX, type Source } from '../page-data.ts';
import { pathOf } from './place.ts';
import { isSeen, readCell, tidy } from './read-cell.ts';

/** A machine-readable item of the page: its type, and its values by name (`offers.price`). */
interface Thing {
  type: string;
  values: Map<string, Cell>;
  /** Of microdata: the element that is the item. */
  element: Element | null;
}

/** A value of microdata, with what lies behind it. */
class Leaf {
  readonly cell: Cell;

  constructor(cell: Cell) {
    this.cell = cell;
  }
}

const DEPTH_MAX = 3;
/** Things within things, deeper than any site has them. */
const NESTING_MAX = 20;
/** Values kept of one thing: more than become columns, because things of a type differ. */
const VALUES_MAX = 4 * COLUMNS_MAX;

/** Reads schema.org's markup: one source for each type of thing, and how many scripts could not be read. */
export function readStructured(document: Document): { sources: Source[]; unread: number } {
  const { values, unread } = linkedData(document);
  const ofScripts = new ThingReader(values).things(values);
  const items = itemsOf(document);
  const ofItems = new ThingReader([], items.elements).things(items.objects);
  return { sources: sourcesOf([...ofScripts, ...ofItems]), unread };
}

/** One source of each type that has more than a name, the most things first. */
function sourcesOf(things: Thing[]): Source[] {
  const byType = Map.groupBy(things, ({ type }) => type);
  return [...byType]
    .map(([type, all]) => {
      const columns = [...new Set(all.flatMap(({ values }) => [...values.keys()]))].slice(0, COLUMNS_MAX);
      const element = all.length === 1 ? all[0]?.element : null;
      return {
        kind: 'structured' as const,
        title: type,
        columns,
        rows: all
          .slice(0, ROWS_MAX)
          .map(({ values }) => columns.map((name): Cell => values.get(name) ?? { text: '' })),
        total: all.length,
        hidden: 0,
        path: element ? pathOf(element) : null,
      };
    })
    .filter(({ columns }) => columns.length > 1)
    .sort((one, other) => other.rows.length * other.columns.length - one.rows.length * one.columns.length);
}

const FURNITURE = new Set(['BreadcrumbList', 'SearchAction', 'WebSite', 'SiteNavigationElement']);
/** Pages are no rows, but what they are about is. */
const isPage = (type: string) => type.endsWith('Page');
const isTyped = (value: unknown): value is Json => isRecord(value) && typeOf(value) !== '';
const typeOf = (value: Json): string => typesOf(value)[0] ?? '';
/** Whether it is a list of things: of one alone, only one of the steps of a recipe. */
const isSeveral = (held: unknown): held is unknown[] =>
  Array.isArray(held) && (held.length > 1 || held.some((one) => isRecord(one) && /^HowTo/.test(typeOf(one))));
const isList = (value: unknown): value is Json => isRecord(value) && typeOf(value) === 'ItemList';

/** Finds the things in values of JSON-LD, or in microdata as objects of the same shape. */
class ThingReader {
  /** The objects of a graph, which others name by their `@id`. */
  readonly #named = new Map<unknown, Json>();
  readonly #elements: ReadonlyMap<Json, Element>;

  constructor(values: readonly unknown[], elements: ReadonlyMap<Json, Element> = new Map()) {
    this.#elements = elements;
    for (const value of values.flat().flatMap((one) => (isRecord(one) ? [one, one['@graph']].flat() : [])))
      if (isTyped(value) && value['@id']) this.#named.set(value['@id'], value);
  }

  things(value: unknown, whole: { type: string; name: Cell } | null = null, depth = 0): Thing[] {
    if (depth > NESTING_MAX) return [];
    if (Array.isArray(value)) return value.flatMap((one) => this.things(one, whole, depth + 1));
    if (!isRecord(value)) return [];
    if (value['@graph']) return this.things(value['@graph'], null, depth + 1);
    const type = typeOf(value);
    if (isList(value)) return this.things([value.itemListElement].flat().map(listed), whole, depth + 1);
    if (!type || FURNITURE.has(type)) return [];
    const values = new Map<string, Cell>();
    const parts: unknown[] = [];
    for (const [name, held] of Object.entries(value)) {
      if (name.startsWith('@')) continue;
      // The talks of a conference are the rows, not the conference.
      if (isList(held) || (isSeveral(held) && held.every(isTyped))) parts.push(held);
      else if (isPage(type) && name === 'mainEntity') parts.push(held);
      if (!isList(held)) this.#add(values, name, held, 1);
    }
    if (isPage(type)) return this.things(parts, null, depth + 1);
    const name = values.get('name');
    // What is said of a thing within another names that one: which product an offer is of.
    if (whole && whole.type !== type) values.set(asProperty(whole.type), whole.name);
    const own = { type, values, element: this.#elements.get(value) ?? null };
    const within = name ? { type, name } : null;
    return [...(values.size > 0 ? [own] : []), ...this.things(parts, within, depth + 1)];
  }

  #add(values: Map<string, Cell>, name: string, held: unknown, depth: number): void {
    if (values.size >= VALUES_MAX) return;
    if (held instanceof Leaf) {
      if (held.cell.text || held.cell.image) values.set(name, held.cell);
    } else if (Array.isArray(held)) {
      if (!isSeveral(held)) this.#add(values, name, held[0], depth);
      else this.#addAll(values, name, held);
    } else if (isRecord(held) && '@value' in held) {
      this.#add(values, name, held['@value'], depth);
    } else if (isRecord(held)) {
      const named = depth === 1 && Object.keys(held).length === 1 ? this.#named.get(held['@id']) : undefined;
      if (named && (isPage(typeOf(named)) || FURNITURE.has(typeOf(named)))) return;
      if (depth >= DEPTH_MAX) return;
      for (const [inner, value] of Object.entries(named ?? held)) {
        if (!inner.startsWith('@')) this.#add(values, `${name}.${inner}`, value, depth + 1);
      }
    } else if (held !== null && held !== undefined && held !== '') {
      const text = String(held);
      values.set(name, typeof held === 'number' ? { text, value: text } : cellOf(text));
    }
  }

  #addAll(values: Map<string, Cell>, name: string, held: unknown[]): void {
    const texts = held.slice(0, ROWS_MAX).map((one) => this.#textOf(one));
    const text = texts.filter(Boolean).join(', ');
    const [first] = held;
    const cell = first instanceof Leaf ? first.cell : cellOf(texts[0] ?? '');
    if (text || cell.image) values.set(name, { ...cell, text: tidy(resolveReferences(text)) });
  }

  #textOf(value: unknown): string {
    if (value instanceof Leaf) return value.cell.text;
    if (!isRecord(value)) return String(value ?? '');
    if ('@value' in value) return this.#textOf(value['@value']);
    const own = /^(?:HowToStep|HowToDirection|HowToTip)$/.test(typeOf(value)) ? value.text : undefined;
    const steps = [value.itemListElement ?? []].flat().map((step) => this.#textOf(step));
    if (typeOf(value) === 'HowToSection' && steps.length > 0)
      return [this.#textOf(value.name ?? ''), ...steps].filter(Boolean).join(', ');
    const title = own ?? value.name ?? this.#named.get(value['@id'])?.name ?? value.text;
    return title instanceof Leaf ? title.cell.text : typeof title === 'string' ? title : '';
  }
}

const asProperty = (type: string): string => type.charAt(0).toLowerCase() + type.slice(1);

/** What an entry of a list names: its item, or the entry itself where that has no type. */
function listed(entry: unknown): unknown {
  if (!isRecord(entry)) return entry;
  const [item] = [entry.item].flat();
  if (isTyped(item)) return item;
  const { item: _item, ...rest } = entry;
  const address = isRecord(item) ? item['@id'] : item;
  return { ...rest, ...(address !== undefined && { url: address }), ...(isRecord(item) && item) };
}

function cellOf(text: string): Cell {
  const tidied = tidy(resolveReferences(text));
  if (!/^https?:\/\/\S+$/.test(tidied)) return { text: tidied };
  return /\.(?:png|jpe?g|gif|webp|avif|svg)(?:\?|$)/i.test(tidied)
    ? { text: tidied, image: tidied }
    : { text: tidied, link: tidied };
}

/** The items of microdata that are no value of another, as objects like those of JSON-LD. */
function itemsOf(document: Document): { objects: Json[]; elements: Map<Json, Element> } {
  const elements = new Map<Json, Element>();
  const byId = new Map<string, Element>();
  if (dom.findAll(document, '[itemref]').length > 0)
    for (const element of dom.findAll(document, '[id]'))
      byId.set(dom.attribute(element, 'id') ?? '', element);
  const objectOf = (item: Element, depth: number): Json => {
    const [type = ''] = (dom.attribute(item, 'itemtype') ?? '').trim().split(/\s+/);
    const object: Json = Object.assign(Object.create(null), { '@type': withoutVocabulary(type) });
    elements.set(object, item);
    for (const child of item.children) addProperties(child, object, depth);
    for (const id of (dom.attribute(item, 'itemref') ?? '').split(/\s+/)) {
      const referenced = byId.get(id);
      if (referenced && !dom.contains(referenced, item)) addProperties(referenced, object, depth);
    }
    return object;
  };
  const addProperties = (element: Element, object: Json, depth: number): void => {
    const isItem = dom.hasAttribute(element, 'itemscope');
    const [name] = (dom.attribute(element, 'itemprop') ?? '').trim().split(/\s+/);
    if (name && depth < NESTING_MAX) {
      const value = isItem ? objectOf(element, depth + 1) : new Leaf(propertyOf(element));
      const known = object[name];
      if (Array.isArray(known)) known.push(value);
      else object[name] = known === undefined ? value : [known, value];
    }
    if (!isItem) for (const child of element.children) addProperties(child, object, depth);
  };
  const objects = dom
    .findAll(document, '[itemscope][itemtype]')
    .filter((item) => !dom.hasAttribute(item, 'itemprop'))
    .map((item) => objectOf(item, 0));
  return { objects, elements };
}

function propertyOf(element: Element): Cell {
  const content = dom.attribute(element, 'content') ?? dom.attribute(element, 'datetime');
  if (content !== null) return cellOf(content);
  const name = dom.localName(element);
  if (/^(?:meta|link)$/.test(name) || isSeen(element)) {
    const value = /^(?:data|meter)$/.test(name) ? dom.attribute(element, 'value') : null;
    if (value !== null) return cellOf(value);
    const address = dom.attribute(element, 'href') ?? dom.attribute(element, 'src');
    const absolute = webAddress(address, element.baseURI);
    const cell = readCell(element, { count: 0 });
    return absolute && (!cell.text || name === 'img')
      ? cellOf(absolute)
      : { ...cell, ...(absolute && !cell.link && { link: absolute }) };
  }
  return { text: '' };
}
