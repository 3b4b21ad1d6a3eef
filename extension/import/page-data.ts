import * as z from 'zod/mini';
import { instantMs } from '../../shared/time.ts';

/** Most rows read of one table or list. */
export const ROWS_MAX = 5_000;
export const COLUMNS_MAX = 60;
export const CELL_MAX_CHARS = 2_000;
/** Most tables and lists proposed of one page. */
export const SOURCES_MAX = 24;

/** What a person sees in one cell, and what lies behind it. */
export const cell = z.object({
  text: z.string(),
  /** Where its first link leads, absolute. */
  link: z.optional(z.string()),
  /** The address of its first picture, absolute. */
  image: z.optional(z.string()),
  /** The cell's machine-readable value: from `<time datetime>` or `<data value>`. */
  value: z.optional(z.string()),
  /** The file name id of a file that is stored already: of what was scanned. */
  file: z.optional(z.string()),
});
export type Cell = z.infer<typeof cell>;

export const SOURCE_KINDS = ['selection', 'table', 'list', 'structured', 'page', 'file', 'scan'] as const;

/** Rows found on a page or in a file. Every row has as many cells as there are columns. */
export const source = z.object({
  kind: z.enum(SOURCE_KINDS),
  /** Its caption, the heading before it, its type, or the file's name; may be empty. */
  title: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(cell)),
  /** Rows that are there, also those beyond what is read. */
  total: z.number(),
  /** Cells and rows left out because no reader sees them. */
  hidden: z.number(),
  /** Indexes of child elements from the document's root to it, to outline it; null for what is no element. */
  path: z.nullable(z.array(z.number())),
});
export type Source = z.infer<typeof source>;

/** Everything on a page that may become records, best first. */
export const pageData = z.object({
  title: z.string(),
  url: z.string(),
  /** The page's language tag; null when it has none. */
  language: z.nullable(z.string()),
  readAt: instantMs,
  sources: z.array(source),
});
export type PageData = z.infer<typeof pageData>;
