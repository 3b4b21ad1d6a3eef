import * as dom from '../../capture/dom.ts';
import { type Cell, COLUMNS_MAX, ROWS_MAX, type Source } from '../page-data.ts';
import { pathOf, titleOf } from './place.ts';
import { isSeen, readCell, readPicture } from './read-cell.ts';

const ITEMS_MIN = 3;
/** A field that fewer of the items have is an accident. */
const FIELD_SHARE = 0.3;
const LISTS_MAX = 8;
const CONTAINERS_MAX = 4_000;
const FURNITURE = 'nav, footer, header, aside, table, [role=navigation], [role=menu], [role=tablist], select';
const NO_FIELD = new Set('button script style svg noscript template select input textarea br hr'.split(' '));

/**
 * Lists of things that look alike, such as the products of a shop. What wraps each thing is found first, then its fields:
 * columns that were read apart would shift where a thing lacks one.
 */
export function readLists(document: Document): Source[] {
  const found: { source: Source; weight: number; container: Element }[] = [];
  for (const container of dom
    .findAll(document, 'ul, ol, dl, div, section, main, article')
    .slice(0, CONTAINERS_MAX)) {
    if (container.closest(FURNITURE)) continue;
    const items = itemsOf(container);
    if (items.length < ITEMS_MIN) continue;
    const source = listOf(container, items);
    if (source) found.push({ source, container, weight: source.rows.length * source.columns.length });
  }
  return found
    .filter(
      ({ container, weight }) =>
        !found.some(
          (other) =>
            other.weight > weight && other.container !== container && other.container.contains(container),
        ),
    )
    .sort((one, other) => other.weight - one.weight)
    .slice(0, LISTS_MAX)
    .map(({ source }) => source);
}

/** The children of the kind that most of them are of. */
function itemsOf(container: Element): Element[] {
  const byKind = new Map<string, Element[]>();
  for (const child of container.children) {
    if (NO_FIELD.has(dom.localName(child))) continue;
    const kind = kindOf(child);
    byKind.set(kind, [...(byKind.get(kind) ?? []), child]);
  }
  const largest = [...byKind.values()].sort((one, other) => other.length - one.length)[0] ?? [];
  return largest.length * 2 >= container.children.length ? largest : [];
}

/** What an element is like, apart from its state: its name and its first class. */
function kindOf(element: Element): string {
  const [first = ''] = (dom.attribute(element, 'class') ?? '').trim().split(/\s+/);
  return `${dom.localName(element)}.${first}`;
}

function listOf(container: Element, items: Element[]): Source | null {
  const hidden = { count: 0 };
  const seen = items.filter(isSeen);
  hidden.count += items.length - seen.length;
  const rows = seen.slice(0, ROWS_MAX).map((item) => fieldsOf(item, hidden));
  const uses = new Map<string, number>();
  for (const row of rows) for (const field of row.keys()) uses.set(field, (uses.get(field) ?? 0) + 1);
  const fields = [...uses]
    .filter(([, count]) => count >= Math.max(2, rows.length * FIELD_SHARE))
    .map(([field]) => field)
    .filter((field) => new Set(rows.map((row) => row.get(field)?.text || row.get(field)?.image)).size > 1)
    .slice(0, COLUMNS_MAX);
  if (rows.length < ITEMS_MIN || fields.length < 2) return null;
  return {
    kind: 'list',
    title: titleOf(container),
    columns: namesOf(fields),
    rows: rows.map((row) => fields.map((field): Cell => row.get(field) ?? { text: '' })),
    total: seen.length,
    hidden: hidden.count,
    path: pathOf(container),
  };
}

/** The fields of one thing by where they stand in it. */
function fieldsOf(item: Element, hidden: { count: number }): Map<string, Cell> {
  const fields = new Map<string, Cell>();
  const add = (path: string, cell: Cell) => {
    let name = path;
    for (let count = 2; fields.has(name); count += 1) name = `${path}#${count}`;
    if (cell.text || cell.image) fields.set(name, cell);
  };
  const visit = (element: Element, path: string) => {
    const name = dom.localName(element);
    if (NO_FIELD.has(name)) return;
    if (!isSeen(element)) {
      if (dom.textContent(element).trim() !== '') hidden.count += 1;
      return;
    }
    if (name === 'img') {
      add(path, readPicture(element as HTMLImageElement));
      return;
    }
    const hasOwnText = [...dom.childNodes(element)].some(
      (node) => dom.isText(node) && node.data.trim() !== '',
    );
    if (hasOwnText || element.childElementCount === 0) {
      add(path, withOuterLink(readCell(element, hidden), element, item));
      return;
    }
    for (const child of element.children) visit(child, `${path}>${kindOf(child)}`);
  };
  visit(item, '');
  return fields;
}

function withOuterLink(cell: Cell, element: Element, item: Element): Cell {
  if (cell.link) return cell;
  const link = element.closest('a[href]');
  if (!link || !dom.contains(item, link)) return cell;
  const href = (link as HTMLAnchorElement).href;
  return /^https?:/.test(href) ? { ...cell, link: href } : cell;
}

const TAG_NAMES: Partial<Record<string, string>> = { img: 'image', a: 'link', time: 'date' };

/** Names for fields: the class that the page gave them, else what they are. */
function namesOf(fields: string[]): string[] {
  const taken = new Map<string, number>();
  return fields.map((field) => {
    const [tag = '', cssClass = ''] = (field.split('>').at(-1) ?? '').replace(/#\d+$/, '').split('.');
    const words = cssClass
      .replace(/^.*__|^.*--/, '')
      .replace(/[-_]+/g, ' ')
      .trim();
    const base = words || TAG_NAMES[tag] || (/^h[1-6]$/.test(tag) ? 'title' : 'text');
    const count = (taken.get(base) ?? 0) + 1;
    taken.set(base, count);
    return count === 1 ? base : `${base} ${count}`;
  });
}
