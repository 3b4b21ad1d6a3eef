import { deadlineIn } from '../../capture/deadline.ts';
import * as dom from '../../capture/dom.ts';
import { COLUMNS_MAX, newSource, type PageData, SOURCES_MAX, type Source } from '../page-data.ts';
import { rootsOf } from './place.ts';
import { tidy } from './read-cell.ts';
import { readDefinitions } from './read-definitions.ts';
import { readGrids } from './read-grids.ts';
import { readLists } from './read-lists.ts';
import { readStructured } from './read-structured.ts';
import { readTable, readTables } from './read-tables.ts';

/** Time limit for finding lists: they may be in anything. */
const LISTS_MAX_MS = 1_500;

/**
 * Reads all that may become records on a page, best first. Runs inside the page and changes nothing there.
 * @param nowMs becomes the time of the reading
 */
export function readPage(document: Document, nowMs: number): PageData {
  const structured = readStructured(document);
  const deadline = deadlineIn(LISTS_MAX_MS);
  const found = [...structured.sources];
  let isCut = false;
  for (const root of rootsOf(document, deadline)) {
    const lists = readLists(root, deadline);
    isCut ||= lists.isCut;
    const grids = readGrids(root);
    found.push(
      ...readTables(root),
      ...grids,
      ...lists.sources.filter((list) => !grids.some((grid) => isWithin(list, grid))),
      ...readDefinitions(root),
    );
  }
  const unread = [
    ...(structured.unread > 0 ? ['structured' as const] : []),
    ...(isCut ? ['lists' as const] : []),
  ];
  const ranked = found.sort((one, other) => weightOf(other) - weightOf(one));
  return {
    title: tidy(dom.documentTitle(document)).slice(0, 300),
    url: document.location.href,
    language: dom.attribute(dom.rootElement(document), 'lang') || null,
    readAt: nowMs,
    contentType: dom.contentType(document),
    sources: [...readSelection(document), ...ranked, readMetadata(document)].slice(0, SOURCES_MAX),
    ...(unread.length > 0 && { unread }),
  };
}

/** Whether a source stands in another, or is the same element. */
const isWithin = ({ path: inner }: Source, { path: outer }: Source): boolean =>
  inner !== null && outer?.every((step, depth) => step === inner[depth]) === true;

/** Tables are meant as data, lists may be; among equals the larger one counts. */
function weightOf({ kind, rows, columns }: Source): number {
  const size = Math.min(rows.length, 200) * Math.min(columns.length, 12);
  return kind === 'table' ? size * 2 : size;
}

/** The rows of tables that the user has marked, or the marked lines. */
function readSelection(document: Document): Source[] {
  const selection = dom.selectionOf(document);
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return [];
  const isMarked = (row: Element) => selection.containsNode(row, true);
  const tables = dom.findAll(document, 'table').filter(isMarked);
  const marked = tables.flatMap((table) => readTable(table as HTMLTableElement, { only: isMarked }) ?? []);
  if (marked.length > 0) return marked.map((one) => ({ ...one, kind: 'selection' as const }));
  const lines = selection
    .toString()
    .split('\n')
    .map((line) => line.split('\t').map((text) => ({ text: tidy(text) })))
    .filter((cells) => cells.some(({ text }) => text !== ''));
  const width = Math.max(0, ...lines.map((cells) => cells.length));
  if (lines.length === 0 || width > COLUMNS_MAX) return [];
  return [
    newSource({
      kind: 'selection',
      columns: Array.from({ length: width }, () => ''),
      rows: lines.map((cells) => Array.from({ length: width }, (_, index) => cells[index] ?? { text: '' })),
    }),
  ];
}

const METADATA = {
  description: 'meta[name=description], meta[property="og:description"]',
  image: 'meta[property="og:image"]',
  author: 'meta[name=author], meta[property="article:author"]',
  published: 'meta[property="article:published_time"]',
  site: 'meta[property="og:site_name"]',
};

/** The page itself as one row. */
function readMetadata(document: Document): Source {
  const metas = dom.findAll(document, 'meta');
  const values = Object.entries(METADATA).map(([name, selector]) => {
    const meta = metas.find((one) => one.matches(selector));
    return { name, text: tidy((meta && dom.attribute(meta, 'content')) || '') };
  });
  const url = document.location.href;
  const filled = values.filter(({ text }) => text !== '');
  return newSource({
    kind: 'page',
    columns: ['title', 'address', ...filled.map(({ name }) => name)],
    rows: [
      [
        { text: tidy(dom.documentTitle(document)) },
        { text: url, link: url },
        ...filled.map(({ text }) => (/^https?:/.test(text) ? { text, link: text } : { text })),
      ],
    ],
  });
}
