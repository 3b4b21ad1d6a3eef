import * as z from 'zod/mini';
import { parse } from '../../shared/parse.ts';
import { type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import { byteLength, StorageFull } from './bounds.ts';
import { draftCollection, oldestFirst, type StoredDraft } from './draft-collection.ts';
import {
  type ImportDraft,
  type ImportEntry,
  type ImportScan,
  importDraft,
  importEntry,
} from './import-draft-schema.ts';
import { bytesOf, DRAFT_MAX_BYTES, importPlace, noteStored, storedImportDraft } from './import-table.ts';
import { keptList, parsed } from './stored-item.ts';

/** Each has at most twice `DRAFT_MAX_BYTES`. */
const DRAFTS_MAX = 20;
/** How long a deleted draft can be brought back, unless a capture needs its place. */
const UNDO_FOR_MS = 10 * MINUTE_MS;
const SCANNABLE = /^(?:image\/(?:png|jpeg|gif|webp)|application\/pdf)$/;

/** Input that a draft loses with another source or table. */
export const NOTHING_DECIDED = {
  mapping: null,
  edits: {},
  included: {},
  clears: [],
} satisfies Partial<ImportDraft>;

/** A draft of what was just read, without input. */
export function newImportDraft(id: string, data: ImportDraft['data']): ImportDraft {
  return {
    ...{
      id,
      data,
      chosen: 0,
      language: data.language,
      projectId: null,
      app: null,
      table: null,
      tableLabel: null,
      ...NOTHING_DECIDED,
    },
    ...{
      parts: null,
      uploads: {},
      tabId: null,
      scan: null,
      text: null,
      at: data.readAt,
      removedAt: null,
      dropped: [],
    },
  };
}

/** Whether a scan can read a file. */
export const isScannable = ({ type }: Pick<Blob, 'type'>): boolean => SCANNABLE.test(type);

/** In the place of a source's index: what is scanned was chosen, and not read yet. */
export const SCAN_CHOSEN = -1;

/** A scan with nothing decided. `isPhotograph`: of what was seen, because the file could not be read. */
export function newImportScan(
  fileId: string,
  name: string,
  { type, size }: Pick<Blob, 'type' | 'size'>,
  isPhotograph: boolean,
): ImportScan {
  return {
    ...{ fileId, name, type, size, isPhotograph },
    ...{ mode: 'table', model: 'docscan', pages: '', isPerPage: false, hint: '', uploaded: null, call: null },
    ...{ maxPages: '', hasItems: false, hasTableFields: false, hasText: false, isFileRemoved: null },
  };
}

/** Whether nothing was decided about what was read: its page can simply be read again. */
const isUntouched = ({ edits, included, clears, uploads, scan, sending }: ImportEntry): boolean =>
  [edits, included, clears, uploads].every((some) => Object.keys(some).length === 0) &&
  (scan?.uploaded ?? null) === null &&
  sending === null;

/** The order of eviction: deleted, sent, without input, others; none whose requests are not all sent. */
function evictable(others: readonly ImportEntry[]): ImportEntry[] {
  const rank = (entry: ImportEntry) =>
    entry.removedAt !== null ? 0 : entry.sending?.isSent ? 1 : isUntouched(entry) ? 2 : 3;
  return oldestFirst(others)
    .filter(({ sending }) => sending === null || sending.isSent)
    .toSorted((one, other) => rank(one) - rank(other));
}

const drafts = draftCollection(importPlace, importEntry, {
  most: DRAFTS_MAX,
  bytes: null,
  keptForMs: null,
  evictable,
});

/**
 * Stores what was just read, beside all other drafts. Replaces one without input that has the same of the
 * same page of the same tab. Notes in it what had to be dropped to make room.
 * @throws StorageFull
 */
export async function addImportDraft(draft: ImportDraft, now: InstantMs): Promise<void> {
  const isGone = (other: ImportEntry) => isOver(other, now) || isReadAgain(other, draft);
  const ifGone = (stored: StoredDraft<ImportEntry>) =>
    stored !== null && stored !== 'unreadable' && isGone(stored) ? null : stored;
  for (const other of (await allEntries()).filter(isGone))
    if (isOver(other, now) || (await hasSame(other.id, draft))) await drafts.change(other.id, ifGone, now);
  const { evicted } = await drafts.change(draft.id, () => entryOf(draft, now), now);
  const dropped = evicted.filter(({ removedAt }) => removedAt === null).map(({ about }) => about);
  if (dropped.length > 0) await drafts.change(draft.id, () => entryOf({ ...draft, dropped }, now), now);
}

const isOver = ({ removedAt }: ImportEntry, now: InstantMs): boolean =>
  removedAt !== null && now - removedAt >= UNDO_FOR_MS;

const isReadAgain = (entry: ImportEntry, { tabId, data }: ImportDraft): boolean =>
  tabId !== null && entry.tabId === tabId && entry.about.url === data.url && isUntouched(entry);

/** A page that shows other rows under the same address has not been read again. */
async function hasSame(id: string, { data }: ImportDraft): Promise<boolean> {
  const other = await readImportDraft(id);
  return other !== null && JSON.stringify(other.data.sources) === JSON.stringify(data.sources);
}

const allEntries = async (): Promise<ImportEntry[]> =>
  Object.values(await drafts.all()).filter((entry) => entry !== 'unreadable');

/** All drafts, the latest first, deleted ones that can be brought back included. */
export async function listImportDrafts(now: InstantMs): Promise<ImportEntry[]> {
  return oldestFirst((await allEntries()).filter((entry) => !isOver(entry, now))).toReversed();
}

/** Null when there is none, or none that this version can read. */
export async function readImportDraft(id: string): Promise<ImportDraft | null> {
  const draft = parse(importDraft, await storedImportDraft(id));
  if (draft) noteStored(id, draft);
  return draft?.removedAt === null ? draft : null;
}

/** What tells the requests of a draft from those that another tab has made of it; null: none were made. */
export const requestsOf = ({ parts }: Pick<ImportDraft, 'parts'>): string | null => parts?.[0]?.key ?? null;

/**
 * Stores a changed draft. Of two tabs that have it, the last writer's counts; but it never replaces requests
 * that the writer does not know.
 * @param known requests of the draft as the writer has them
 * @returns false when it was deleted or its rows were sent meanwhile: that stays
 * @throws StorageFull
 */
export async function writeImportDraft(
  draft: ImportDraft,
  now: InstantMs,
  known: string | null = requestsOf(draft),
): Promise<boolean> {
  let isStored = false;
  await drafts.change(
    draft.id,
    (stored) => {
      isStored =
        stored !== null &&
        stored !== 'unreadable' &&
        stored.removedAt === null &&
        (stored.sending === null || stored.sending.key === known);
      return isStored ? entryOf(draft, now) : stored;
    },
    now,
  );
  return isStored;
}

/** Deletes a draft with its data and files: it is over. */
export async function removeImportDraft(id: string): Promise<void> {
  await drafts.change(id, () => null, 0);
}

/** Deletes a draft so that it can be brought back for some minutes. @param removedAt null brings it back */
export async function setRemoved(id: string, removedAt: InstantMs | null): Promise<void> {
  await drafts.change(
    id,
    (stored) => (stored === null || stored === 'unreadable' ? stored : { ...stored, removedAt }),
    0,
  );
}

/**
 * A draft as it is stored and listed; one that is too large keeps its chosen source alone.
 * @throws StorageFull
 */
function entryOf(draft: ImportDraft, now: InstantMs): ImportEntry & Pick<ImportDraft, 'data' | 'parts'> {
  const kept = fits(draft) ? draft : withChosenAlone(draft);
  if (!fits(kept)) throw new StorageFull(draft.id);
  const { title, url, readAt, sources } = kept.data;
  const rows = sources[kept.chosen]?.total ?? 0;
  const key = requestsOf(kept);
  const sending = kept.parts && {
    key: key ?? '',
    rows: kept.parts.reduce((sum, { body }) => sum + body.rows.length, 0),
    isSent: kept.parts.every(({ isSent }) => isSent),
  };
  return { ...kept, at: now, about: { title, url, readAt, rows }, sending };
}

const fits = ({ parts, data, ...rest }: ImportDraft): boolean =>
  bytesOf(data) + byteLength(rest) <= DRAFT_MAX_BYTES &&
  (parts === null || bytesOf(parts) <= DRAFT_MAX_BYTES);

function withChosenAlone(draft: ImportDraft): ImportDraft {
  const isScan = draft.chosen === SCAN_CHOSEN;
  const sources = isScan ? [] : draft.data.sources.slice(draft.chosen, draft.chosen + 1);
  return { ...draft, chosen: isScan ? SCAN_CHOSEN : 0, data: { ...draft.data, sources } };
}

/** The last target of a site's rows, and the mapping of columns to properties, by the columns' names. */
const siteMemory = z.object({
  host: z.string(),
  projectId: z.string(),
  table: z.string(),
  /** By table, then by the column's name on the page; null: skipped. */
  mappings: z.record(z.string(), z.record(z.string(), z.nullable(z.string()))),
});

/** The least recently used sites are evicted. */
export const siteMemories = keptList('import-memory', parsed(siteMemory), ({ host }) => host, 50);

/** Stores the target of a site's rows. */
export const rememberSite = (
  host: string,
  projectId: string,
  table: string,
  mapping: Record<string, string | null>,
): Promise<void> =>
  siteMemories.change(host, (before) => ({
    ...{ host, projectId, table },
    mappings: { ...before?.mappings, [`${projectId}/${table}`]: mapping },
  }));
