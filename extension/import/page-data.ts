import * as z from 'zod/mini';
import { instantMs } from '../../shared/time-schema.ts';

/** Most rows read of one table or list. */
export const ROWS_MAX = 5_000;
/** Of a page; what is beyond is told, as are longer cells. */
export const COLUMNS_MAX = 400;
export const CELL_MAX_CHARS = 50_000;
/** Most tables and lists proposed of one page. */
export const SOURCES_MAX = 24;

/** What a person sees in one cell, and what lies behind it. */
export interface Cell {
  text: string;
  /** Where its first link leads, absolute. */
  link?: string | undefined;
  /** The address of its first picture, absolute. */
  image?: string | undefined;
  /** The cell's machine-readable value: from `<time datetime>` or `<data value>`. */
  value?: string | undefined;
  /** The file name id of a file that is stored already: of what was scanned. */
  file?: string | undefined;
}

const REST_OF_CELL = ['link', 'image', 'value', 'file'] as const;

/** By hand: a schema of each of 30,000 cells takes longer than a page may stand still. */
const isCell = (cell: unknown): cell is Cell => {
  if (typeof cell !== 'object' || cell === null || typeof (cell as Cell).text !== 'string') return false;
  for (const name of REST_OF_CELL) {
    const value = (cell as Cell)[name];
    if (value !== undefined && typeof value !== 'string') return false;
  }
  return true;
};

const rows = z.custom<Cell[][]>(
  (list) => Array.isArray(list) && list.every((row) => Array.isArray(row) && row.every(isCell)),
);

export const SOURCE_KINDS = [
  'selection',
  'table',
  'list',
  'structured',
  'page',
  'file',
  'pasted',
  'scan',
  'items',
] as const;

/** Notes of what was left out, cut or joined, each with a number: of cells, rows, lines, or which line. */
export const SOURCE_NOTES = [
  'lead',
  /** Rows of a file with more or fewer cells than there are names. */
  'uneven',
  /** In this line of a file quotes are not closed. */
  'quote',
  /** Entries of a list that are no records. */
  'dropped',
  /** Cells that are longer than `CELL_MAX_CHARS`. */
  'cut',
  /** Columns beyond `COLUMNS_MAX`. */
  'columns',
  /** Cells with nothing but a control or a picture without a text. */
  'controls',
  /** Marks of notes, such as a raised 1. */
  'marks',
  /** Texts that are struck out beside one that holds. */
  'struck',
  /** Rows over the whole width that may belong to the rows above or below them. */
  'across',
] as const;
const sourceNote = z.object({ kind: z.enum(SOURCE_NOTES), count: z.number() });
export type SourceNote = z.infer<typeof sourceNote>;

/** Rows found on a page or in a file. Every row has as many cells as there are columns. */
export const source = z.object({
  kind: z.enum(SOURCE_KINDS),
  /** Its caption, the heading before it, its type, or the file's name; may be empty. */
  title: z.string(),
  columns: z.array(z.string()),
  rows,
  /** Rows that are there, also those beyond what is read. */
  total: z.number(),
  /** Cells and rows left out because no reader sees them. */
  hidden: z.number(),
  /** Indexes of child elements from the document's root, to outline it; null if it is not an element. */
  path: z.nullable(z.array(z.number())),
  /** The page draws only the rows in view; `total` is what it says that there are, if it does. */
  isPartlyDrawn: z.optional(z.boolean()),
  notes: z.optional(z.array(sourceNote)),
  /** Rows that the page shows as totals or headings. */
  apart: z.optional(z.array(z.number())),
  /** Of a text file: whether its first line is taken as names, which the user may know better. */
  hasNames: z.optional(z.boolean()),
});
export type Source = z.infer<typeof source>;

/** Makes a source with what most have: no title, nothing hidden or unread, no place on the page. */
export const newSource = (given: Pick<Source, 'kind' | 'columns' | 'rows'> & Partial<Source>): Source => ({
  ...{ title: '', total: given.rows.length, hidden: 0, path: null },
  ...given,
});

/** Everything on a page that may become records, best first. */
export const pageData = z.object({
  title: z.string(),
  url: z.string(),
  /** The page's language tag; null when it has none. */
  language: z.nullable(z.string()),
  readAt: instantMs,
  /** The media type of what the tab shows: of a picture or PDF by itself, that. */
  contentType: z.optional(z.string()),
  sources: z.array(source),
  /** What of the page could not be read: structured data that is broken, or lists when the time was up. */
  unread: z.optional(z.array(z.enum(['structured', 'lists']))),
});
export type PageData = z.infer<typeof pageData>;

/** The site of a page; empty for what has none. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

/**
 * Tells whether a table has a spreadsheet's frame: letters above its columns and row numbers beside them. Its
 * names then stand in its first row.
 * @param beside the first cells of its rows
 */
export function isFramed([corner, ...letters]: readonly string[], beside: readonly string[]): boolean {
  const areLetters = letters.length > 0 && letters.every((name, index) => name === letterOf(index));
  return (
    corner === '' && areLetters && beside.length > 1 && beside.every((text, at) => text === String(at + 1))
  );
}

const letterOf = (index: number): string =>
  (index < 26 ? '' : letterOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));
