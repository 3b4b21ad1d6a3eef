import * as z from 'zod/mini';
import { SCAN_MODELS } from '../../shared/data-api/scan-models.ts';
import { instantMs } from '../../shared/time-schema.ts';
import { ENCODINGS } from '../import/decode.ts';
import { pageData } from '../import/page-data.ts';
import { confirmedFor } from './pairing-schema.ts';

/** Where it is sent; null: this browser knew no ledger then, and it is not sent. */
const paidFor = { confirmedFor: z.nullable(confirmedFor) };

const file = z.object({ name: z.string() });
const value = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.string()),
  file,
  z.array(file),
]);
const edit = z.union([
  z.object({ text: z.string() }),
  z.object({ value, label: z.optional(z.string()) }),
  z.object({ file: z.string(), name: z.string() }),
]);

/** A picture or PDF that is read by a scan, and what the user chose for it. */
export const importScan = z.object({
  /** Of the stored file (`readImportFile`). */
  fileId: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.number(),
  /** Whether it is a photograph of what the browser showed, because the file itself could not be read. */
  isPhotograph: z.boolean(),
  mode: z.enum(['table', 'invoice']),
  model: z.enum(SCAN_MODELS),
  /** Numbers of a PDF's pages as they were typed (`1-3, 5`); empty: all. */
  pages: z.string(),
  /** How many pages of a PDF at most, from the first, as typed; empty: all. */
  maxPages: z._default(z.string(), ''),
  isPerPage: z.boolean(),
  /** Of an invoice: its items as rows of their own. */
  hasItems: z._default(z.boolean(), false),
  /** Of an invoice: the fields of the table too. */
  hasTableFields: z._default(z.boolean(), false),
  /** The whole text too, line by line. */
  hasText: z._default(z.boolean(), false),
  /**
   * Whether the app's file is removed. True: right after the scan; null: then too where the table has no
   * field for it, else once a record was saved without it.
   */
  isFileRemoved: z._default(z.nullable(z.boolean()), null),
  /** What else the model should know. */
  hint: z.string(),
  /** Its file name id, once the app has it. */
  uploaded: z.nullable(z.string()),
  /** The request and the key under which it is sent once; null before. */
  call: z.nullable(z.object({ key: z.string(), path: z.string(), body: z.unknown(), ...paidFor })),
});
export type ImportScan = z.infer<typeof importScan>;

/** The part of the request that is read again here; the edge checks it. */
const importBody = z.object({
  projectId: z.string(),
  app: z.optional(z.string()),
  table: z.string(),
  rows: z.array(z.object({ values: z.record(z.string(), value), recordId: z.optional(z.string()) })),
  duplicates: z.object({ by: z.nullable(z.array(z.string())) }),
  removeFile: z.optional(z.string()),
  source: z.record(z.string(), z.unknown()),
});
export type ImportBody = z.infer<typeof importBody>;

/** One request of at most 1,000 rows, with the key under which it is made once. */
const importPart = z.object({
  key: z.string(),
  /** Resent unchanged when its response was lost: under one key the edge accepts one body. */
  body: importBody,
  ...paidFor,
  /** The edge has it. */
  isSent: z.boolean(),
});
export type ImportPart = z.infer<typeof importPart>;

/** What a draft is told by in a list: of its chosen rows, how many there are. */
const about = z.object({ title: z.string(), url: z.string(), readAt: instantMs, rows: z.number() });
export type ImportAbout = z.infer<typeof about>;

/** What a page or file offered and what the user made of it, until it is saved. */
export const importDraft = z.object({
  id: z.string(),
  data: pageData,
  chosen: z.number(),
  /** The language of numbers and dates; null when not chosen. */
  language: z.nullable(z.string()),
  projectId: z.nullable(z.string()),
  /** The app behind the project's key that the rows are compared with; null while it was not read. */
  app: z._default(z.nullable(z.string()), null),
  table: z.nullable(z.string()),
  /** What the app calls it; null while that was not read. */
  tableLabel: z._default(z.nullable(z.string()), null),
  mapping: z.nullable(z.array(z.nullable(z.string()))),
  /** By row and property (`extension/import/difference.ts`). */
  edits: z.record(z.string(), z.record(z.string(), edit)),
  /** Properties that an empty cell clears. */
  clears: z._default(z.array(z.string()), []),
  /** By address or id of a file: its file name id once it is stored in the app; null when it could not be. */
  uploads: z._default(z.record(z.string(), z.nullable(z.string())), {}),
  /** The tab that was read, for its files. */
  tabId: z._default(z.nullable(z.number()), null),
  scan: z._default(z.nullable(importScan), null),
  /** A text file whose encoding is a guess: kept (`readImportFile`) to be read in another one. */
  text: z._default(z.nullable(z.object({ fileId: z.string(), encoding: z.enum(ENCODINGS) })), null),
  /** Rows that the user included or excluded, by their place. */
  included: z.record(z.string(), z.boolean()),
  /** Set when it is sent; from then on nothing else of the draft changes but the edits of refused rows. */
  parts: z.nullable(z.array(importPart)),
  /** When it was last changed. */
  at: z._default(instantMs, 0),
  /** When it was deleted: it can be brought back for some minutes. */
  removedAt: z._default(z.nullable(instantMs), null),
  /** Drafts that were deleted to make room for it, until the user has seen that. */
  dropped: z._default(z.array(about), []),
});
export type ImportDraft = z.infer<typeof importDraft>;

const { data: _rows, parts: _requests, ...listed } = importDraft.shape;
/** A draft as it is listed, without its rows and requests. */
export const importEntry = z.object({
  ...listed,
  about,
  /** How many rows are sent, and whether the edge has all of them; null before. */
  sending: z.nullable(z.object({ key: z.string(), rows: z.number(), isSent: z.boolean() })),
});
export type ImportEntry = z.infer<typeof importEntry>;

/** Whether a draft is still the one for which something was requested, with the same table. */
export const hasTargetOf = (now: ImportDraft | null, begun: ImportDraft): now is ImportDraft =>
  now?.id === begun.id && now.projectId === begun.projectId && now.table === begun.table;
