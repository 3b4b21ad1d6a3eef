import * as dom from '../../capture/dom.ts';
import { type Cell, COLUMNS_MAX, ROWS_MAX, type Source } from '../page-data.ts';
import { findIn, kindOf, pathOf, type Root, titleOf } from './place.ts';
import { isSeen, type LeftOut, notesOf, readCell } from './read-cell.ts';

const ENTRIES_MIN = 2;
/** Lists in so many places that look alike are parts of things. */
const ALIKE_MIN = 3;
const PLACES_MAX = 8;
/** Columns for the texts of one term. */
const TEXTS_MAX = 6;
const FURNITURE = 'nav, footer, header, [role=navigation]';

/** A term of a definition list and what is said of it. */
interface Entry {
  term: string;
  cells: Cell[];
}

/**
 * Definition lists that stand alone: their entries as rows, as in a glossary, whose lists for each letter are
 * one. A single list is also one row with the terms as columns, as in a data sheet. Those in things that look
 * alike are fields of these.
 */
export function readDefinitions(root: Root): Source[] {
  const lists = findIn(root, 'dl').filter((list) => isSeen(list) && !list.closest(FURNITURE));
  const alike = Map.groupBy(Map.groupBy(lists, dom.parentElement), ([parent]) =>
    parent ? kindOf(parent) : '',
  );
  return [...alike.values()]
    .filter((places) => places.length < ALIKE_MIN)
    .flat()
    .slice(0, PLACES_MAX)
    .flatMap(([, together]) => sourcesOf(together));
}

/** The entries of a definition list; several terms before a text share it. */
export function entriesOf(list: Element, hidden: LeftOut): Entry[] {
  const entries: Entry[] = [];
  let open: Entry[] = [];
  let isTextLast = false;
  // A group of terms and texts may be wrapped.
  const parts = [...list.children].flatMap((child) =>
    dom.localName(child) === 'div' ? [...child.children] : [child],
  );
  for (const part of parts.slice(0, ROWS_MAX)) {
    const name = dom.localName(part);
    if (name !== 'dt' && name !== 'dd') continue;
    if (!isSeen(part)) {
      hidden.count += 1;
      continue;
    }
    const cell = readCell(part, hidden);
    if (name === 'dd') for (const entry of open) entry.cells.push(cell);
    else {
      if (isTextLast) open = [];
      const entry = { term: cell.text.replace(/\s*:$/, ''), cells: [] };
      open.push(entry);
      entries.push(entry);
    }
    isTextLast = name === 'dd';
  }
  return entries.filter(({ term, cells }) => term !== '' && cells.length > 0);
}

function sourcesOf(lists: Element[]): Source[] {
  const hidden: LeftOut = { count: 0 };
  const entries = lists.slice(0, ROWS_MAX).flatMap((list) => {
    const heading = lists.length > 1 ? titleOf(list) : '';
    return entriesOf(list, hidden).map((entry) => ({ ...entry, heading }));
  });
  const [first] = lists;
  if (entries.length < ENTRIES_MIN || !first) return [];
  const texts = Math.min(TEXTS_MAX, Math.max(...entries.map(({ cells }) => cells.length)));
  const isGrouped = entries.some(({ heading }) => heading !== entries[0]?.heading);
  const place = { title: titleOf(first), hidden: hidden.count, path: pathOf(first) };
  const about = { kind: 'list' as const, ...place, ...notesOf(hidden) };
  const asRows = {
    ...about,
    columns: [
      'term',
      ...Array.from({ length: texts }, (_, index) => (index === 0 ? 'text' : `text ${index + 1}`)),
      ...(isGrouped ? [''] : []),
    ],
    rows: entries
      .slice(0, ROWS_MAX)
      .map(({ term, cells, heading }): Cell[] => [
        { text: term },
        ...Array.from({ length: texts }, (_, index) => cells[index] ?? { text: '' }),
        ...(isGrouped ? [{ text: heading }] : []),
      ]),
    total: entries.length,
  };
  if (lists.length > 1) return [asRows];
  const byTerm = Map.groupBy(entries, ({ term }) => term);
  const record = [...byTerm].slice(0, COLUMNS_MAX).map(([term, same]) => {
    const cells = same.flatMap((entry) => entry.cells);
    return { term, cell: { ...cells[0], text: cells.map(({ text }) => text).join(', ') } };
  });
  return [
    asRows,
    { ...about, columns: record.map(({ term }) => term), rows: [record.map(({ cell }) => cell)], total: 1 },
  ];
}
