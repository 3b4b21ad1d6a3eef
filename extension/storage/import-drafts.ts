import * as z from 'zod/mini';
import { parse } from '../../shared/parse.ts';
import { pageData } from '../import/page-data.ts';
import { byteLength, StorageFull } from './bounds.ts';
import { done, indexedTable } from './indexed-table.ts';

const DATABASE = 'imports';
const within = indexedTable(DATABASE, 'drafts');
const CURRENT = 'current';
/** What one draft may take, as JSON, and as much again what is sent of it. Beyond it the sources that are not chosen give way. */
const DRAFT_MAX_BYTES = 8 * 1024 * 1024;

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
const edit = z.union([z.object({ text: z.string() }), z.object({ value })]);

/** What is sent, as far as it is read again here; the edge checks it. */
const importBody = z.object({
  projectId: z.string(),
  table: z.string(),
  rows: z.array(z.object({ values: z.record(z.string(), value), recordId: z.optional(z.string()) })),
  duplicates: z.object({ by: z.nullable(z.array(z.string())) }),
  source: z.record(z.string(), z.unknown()),
});
export type ImportBody = z.infer<typeof importBody>;

/** One request of at most 1,000 rows, with the key under which it is made once. */
const importPart = z.object({
  key: z.string(),
  /** Sent again as it is when its answer was lost: under one key the edge takes one body. */
  body: importBody,
  /** The edge has it. */
  isSent: z.boolean(),
});
export type ImportPart = z.infer<typeof importPart>;

/** What a page offered and what the user made of it, until it is saved: one at a time, the latest. */
const importDraft = z.object({
  id: z.string(),
  data: pageData,
  chosen: z.number(),
  /** The language that numbers and dates are read in; null when nobody said. */
  language: z.nullable(z.string()),
  projectId: z.nullable(z.string()),
  table: z.nullable(z.string()),
  mapping: z.nullable(z.array(z.nullable(z.string()))),
  edits: z.record(z.string(), edit),
  /** Rows that the user took in or left out by hand, by their place. */
  included: z.record(z.string(), z.boolean()),
  /** Set when it is sent; from then on nothing else of the draft changes. */
  parts: z.nullable(z.array(importPart)),
});
export type ImportDraft = z.infer<typeof importDraft>;

/** A draft of what was just read, with nothing decided. */
export function newImportDraft(id: string, data: ImportDraft['data']): ImportDraft {
  return {
    ...{ id, data, chosen: 0, language: data.language, projectId: null, table: null, mapping: null },
    ...{ edits: {}, included: {}, parts: null },
  };
}

/** The stored draft; null when there is none, or none that this version can read. */
export async function readImportDraft(): Promise<ImportDraft | null> {
  return parse(importDraft, await within('readonly', (table) => done(table.get(CURRENT))));
}

/**
 * Stores a draft in place of the last one: in IndexedDB, because a table of a page is larger than extension storage has room for.
 * @throws StorageFull
 */
export async function writeImportDraft(draft: ImportDraft): Promise<void> {
  const kept = fits(draft) ? draft : withChosenAlone(draft);
  if (!fits(kept)) throw new StorageFull(DATABASE);
  await within('readwrite', (table) => done(table.put(kept, CURRENT)));
}

export async function clearImportDrafts(): Promise<void> {
  await within('readwrite', (table) => done(table.clear()));
}

const fits = ({ parts, ...rest }: ImportDraft): boolean =>
  byteLength(rest) <= DRAFT_MAX_BYTES && byteLength(parts) <= DRAFT_MAX_BYTES;

function withChosenAlone(draft: ImportDraft): ImportDraft {
  const sources = draft.data.sources.slice(draft.chosen, draft.chosen + 1);
  return { ...draft, chosen: 0, data: { ...draft.data, sources } };
}
