import * as z from 'zod/mini';
import { parse } from '../../shared/parse.ts';
import { pageData } from '../import/page-data.ts';
import { byteLength, StorageFull } from './bounds.ts';
import { done, indexedTable } from './indexed-table.ts';

const DATABASE = 'imports';
const within = indexedTable(DATABASE, 'drafts');
const CURRENT = 'current';
/**
 * Size limit of one draft as JSON, and the same again for what is sent of it. Beyond it, unselected sources are
 * dropped.
 */
const DRAFT_MAX_BYTES = 8 * 1024 * 1024;

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
const edit = z.union([z.object({ text: z.string() }), z.object({ value })]);

/** The parts of a request that are read here; the edge checks it. */
const importBody = z.object({
  projectId: z.string(),
  table: z.string(),
  rows: z.array(z.object({ values: z.record(z.string(), value), recordId: z.optional(z.string()) })),
  duplicates: z.object({ by: z.nullable(z.array(z.string())) }),
  source: z.record(z.string(), z.unknown()),
});
export type ImportBody = z.infer<typeof importBody>;

/** One request of at most 1,000 rows, with its idempotency key. */
const importPart = z.object({
  key: z.string(),
  /** Resent unchanged when its response was lost, because the edge accepts one body per key. */
  body: importBody,
  /** Whether the edge has it. */
  isSent: z.boolean(),
});
export type ImportPart = z.infer<typeof importPart>;

/** A page's data and the user's changes, until saved: one at a time, the latest. */
const importDraft = z.object({
  id: z.string(),
  data: pageData,
  chosen: z.number(),
  /** The language for parsing numbers and dates; null when not chosen. */
  language: z.nullable(z.string()),
  projectId: z.nullable(z.string()),
  table: z.nullable(z.string()),
  mapping: z.nullable(z.array(z.nullable(z.string()))),
  edits: z.record(z.string(), edit),
  /** Rows that the user included or excluded by hand, by position. */
  included: z.record(z.string(), z.boolean()),
  /** Set when it is sent; from then on nothing else of the draft changes. */
  parts: z.nullable(z.array(importPart)),
});
export type ImportDraft = z.infer<typeof importDraft>;

/** A draft of what was just read, without input. */
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
 * Replaces the stored draft. In IndexedDB, because a page's table may exceed extension storage.
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
