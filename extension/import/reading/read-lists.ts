import type { Deadline } from '../../capture/deadline.ts';
import * as dom from '../../capture/dom.ts';
import { signName } from '../../capture/drawn.ts';
import { type Cell, COLUMNS_MAX, newSource, ROWS_MAX, type Source } from '../page-data.ts';
import { findIn, kindOf, pathOf, type Root, titleOf } from './place.ts';
import { isForReadersOnly, isSeen, type LeftOut, notesOf, readCell, tidy } from './read-cell.ts';
import { entriesOf } from './read-definitions.ts';

const ITEMS_MIN = 3;
/** A field that fewer of the items have is left out, and counted. */
const FIELD_SHARE = 0.2;
/** The price from before a sale: few things have one, and it is none of the prices that hold. */
const RARE = />(?:del|s|strike)\./;
const LISTS_MAX = 8;
const CONTAINERS_MAX = 4_000;
const FURNITURE = 'nav, footer, header, aside, table, [role=navigation], [role=menu], [role=tablist], select';
const NO_FIELD = new Set('button script style svg noscript template select input textarea br hr'.split(' '));

/** Fields looked for in one thing: more than become columns, because things differ. */
const FIELDS_MAX = 4 * COLUMNS_MAX;

interface Found {
  source: Source;
  container: Element;
  items: Element[];
  weight: number;
}

/**
 * Lists of things that look alike, such as the products of a shop. What wraps each thing is found first, then
 * its fields: columns that were read apart would shift where a thing lacks one.
 * @returns `isCut` if not all of them were found before the deadline
 */
export function readLists(root: Root, deadline: Deadline): { sources: Source[]; isCut: boolean } {
  const found: Found[] = [];
  const containers = findIn(root, 'ul, ol, div, section, main, article').slice(0, CONTAINERS_MAX);
  for (const container of containers) {
    if (deadline.passed()) break;
    if (container.closest(FURNITURE)) continue;
    const items = itemsOf(container);
    if (items.length < ITEMS_MIN) continue;
    const source = listOf(items, deadline);
    if (source) found.push({ source, container, items, weight: source.rows.length * source.columns.length });
  }
  const kept: Found[] = [];
  for (const one of found.sort((one, other) => other.weight - one.weight)) {
    if (kept.length === LISTS_MAX) break;
    const isWithin = kept.some(
      ({ container, weight }) => weight > one.weight && container.contains(one.container),
    );
    if (!isWithin) kept.push(one);
  }
  const sources = kept.map(({ source, container, items }) => ({
    ...source,
    title: titleOf(container),
    path: pathOf(container),
    ...(isPartlyDrawn(container, items) && { isPartlyDrawn: true }),
  }));
  return { sources, isCut: deadline.passed() };
}

/** Whether a list keeps room for things that it has not drawn: it is far longer than what is in it. */
function isPartlyDrawn(container: Element, items: Element[]): boolean {
  const isPlaced = items.every((item) => dom.styleOf(item)?.position === 'absolute');
  const style = dom.styleOf(container);
  const kept = Number.parseFloat(style?.paddingTop ?? '') + Number.parseFloat(style?.paddingBottom ?? '');
  const boxes = items.map(dom.box);
  const drawn = Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top));
  return isPlaced ? dom.box(container).height > 2 * drawn : kept > drawn;
}

/** The children of the kind that most of them are of. */
function itemsOf(container: Element): Element[] {
  const children = [...container.children];
  const byKind = Map.groupBy(
    children.filter((child) => !NO_FIELD.has(dom.localName(child))),
    kindOf,
  );
  const largest = [...byKind.values()].sort((one, other) => other.length - one.length)[0] ?? [];
  return largest.length * 2 >= children.length ? largest : [];
}

function listOf(items: Element[], deadline: Deadline): Source | null {
  const hidden: LeftOut = { count: 0 };
  const seen = items.filter(isSeen);
  hidden.count += items.length - seen.length;
  const rows: Map<string, Cell>[] = [];
  for (const item of seen.slice(0, ROWS_MAX)) {
    if (deadline.passed()) break;
    rows.push(fieldsOf(item, hidden));
  }
  joinParts(rows);
  const uses = new Map<string, number>();
  for (const row of rows) for (const field of row.keys()) uses.set(field, (uses.get(field) ?? 0) + 1);
  const usual = (count: number) => count >= Math.max(2, rows.length * FIELD_SHARE);
  const isDifferent = (field: string) =>
    new Set(rows.map((row) => row.get(field)?.text || row.get(field)?.image)).size > 1;
  const different = [...uses].filter(([field]) => isDifferent(field));
  const fields = different
    .filter(([field, count]) => usual(count) || RARE.test(field))
    .map(([field]) => field)
    .slice(0, COLUMNS_MAX);
  if (rows.length < ITEMS_MIN || fields.length < 2) return null;
  if (different.length > fields.length) hidden.columns = different.length - fields.length;
  return newSource({
    kind: 'list',
    columns: namesOf(fields),
    rows: rows.map((row) => fields.map((field): Cell => row.get(field) ?? { text: '' })),
    total: seen.length,
    hidden: hidden.count,
    ...notesOf(hidden),
  });
}

/** Joins what is a whole field in some things and part of one in others: a price, alone or after "from". */
function joinParts(rows: readonly Map<string, Cell>[]): void {
  const fields = new Set(rows.flatMap((row) => [...row.keys()]));
  const wholeOf = (part: string) => {
    let end = part.lastIndexOf('>');
    while (end > 0 && !fields.has(part.slice(0, end))) end = part.lastIndexOf('>', end - 1);
    return RARE.test(part) ? '' : part.slice(0, Math.max(0, end));
  };
  const parts = rows.flatMap((row) =>
    [...row.keys()]
      .map((part) => ({ row, part, whole: wholeOf(part) }))
      .filter(({ whole }) => !row.has(whole)),
  );
  for (const [whole, held] of Map.groupBy(parts, ({ whole }) => whole)) {
    if (whole === '' || new Set(held.map(({ row }) => row)).size < held.length) continue;
    for (const { row, part } of held) {
      row.set(whole, row.get(part)!);
      row.delete(part);
    }
  }
}

/** The fields of one thing by where they stand in it. */
function fieldsOf(item: Element, hidden: LeftOut): Map<string, Cell> {
  const fields = new Map<string, Cell>();
  const add = (path: string, cell: Cell) => {
    let name = path;
    for (let count = 2; fields.has(name); count += 1) name = `${path}#${count}`;
    if (cell.text || cell.image) fields.set(name, cell);
  };
  const visit = (element: Element, path: string) => {
    const name = dom.localName(element);
    if (NO_FIELD.has(name) || fields.size >= FIELDS_MAX) return;
    if (!isSeen(element)) {
      if (dom.textContent(element).trim() !== '') hidden.count += 1;
      return;
    }
    if (name === 'dl') {
      for (const { term, cells } of entriesOf(element, hidden))
        for (const cell of cells) add(`${path}>${TERM}${term}`, cell);
      return;
    }
    const hasOwnText = [...dom.childNodes(element)].some(
      (node) => dom.isText(node) && node.data.trim() !== '',
    );
    const isSign = dom.attribute(element, 'role') === 'img' || dom.textContent(element).trim() === '';
    if (hasOwnText || element.childElementCount === 0 || (isSign && signName(element) !== '')) {
      add(path, withOuterLink(readCell(element, hidden), element, item));
      return;
    }
    const spoken = [...element.children].filter((child) => isSeen(child) && isForReadersOnly(child));
    if (spoken.length > 0) {
      const cell = readCell(element, { count: 0 });
      const isInstead = cell.text === tidy(spoken.map(dom.textContent).join(' '));
      if (isInstead) {
        add(path, withOuterLink(cell, element, item));
        return;
      }
      hidden.count += spoken.length;
    }
    // An `ins` has its parent's path, as it holds in place of a struck text: others have the field there.
    for (const child of element.children)
      if (!spoken.includes(child))
        visit(child, dom.localName(child) === 'ins' ? path : `${path}>${kindOf(child)}`);
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

/** Begins the last step of a field's path that a term of a definition list names. */
const TERM = '=';
const TAG_NAMES: Partial<Record<string, string>> = { img: 'image', a: 'link', time: 'date' };

/** In a field's path: a heading. */
const HEADING = />h[1-6]\./;

/** Names for fields: the class that the page gave them, else what they are. */
function namesOf(fields: string[]): string[] {
  const taken = new Map<string, number>();
  return fields.map((field) => {
    const step = field.slice(field.lastIndexOf('>') + 1).replace(/#\d+$/, '');
    const [tag = '', cssClass = ''] = step.split('.');
    const words = cssClass
      .replace(/^.*__|^.*--/, '')
      .replace(/[-_]+/g, ' ')
      .trim();
    const term = step.startsWith(TERM) ? step.slice(TERM.length) : '';
    const struck = RARE.test(field) ? 'before' : '';
    const base = [
      term || words || (HEADING.test(field) ? 'title' : TAG_NAMES[tag]) || (struck ? '' : 'text'),
      struck,
    ]
      .filter(Boolean)
      .join(' ');
    const count = (taken.get(base) ?? 0) + 1;
    taken.set(base, count);
    return count === 1 ? base : `${base} ${count}`;
  });
}
