import { byteLength, StorageFull } from './bounds.ts';
import type { ImportDraft, ImportScan } from './import-draft-schema.ts';
import { done, indexedTable } from './stored-item.ts';

const DATABASE = 'imports';
const within = indexedTable(DATABASE, 'drafts');
const CURRENT = 'current';
/** What was read, beside what the user decides about it: it is large, and rarely changes. */
const DATA = 'data:';
/**
 * Size limit of one draft as JSON, and the same again for what is sent of it. Beyond it, unselected sources are
 * dropped.
 */
const DRAFT_MAX_BYTES = 8 * 1024 * 1024;

/** Largest file that is kept, in bytes; the edge passes on no larger one. */
export const IMPORT_FILE_MAX_BYTES = 20 * 1024 * 1024;
const FILES_MAX = 40;
const SCANNABLE = /^(?:image\/(?:png|jpeg|gif|webp)|application\/pdf)$/;
const FILE = 'file:';
/** Beside files: the draft and its data. */
const OTHERS_MAX = 2;

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
    ...{ id, data, chosen: 0, language: data.language, projectId: null, table: null, ...NOTHING_DECIDED },
    ...{ parts: null, uploads: {}, tabId: null, scan: null },
  };
}

/** Whether a scan can read a file. */
export const isScannable = ({ type }: Pick<Blob, 'type'>): boolean => SCANNABLE.test(type);

/** In the place of a source's index: what is scanned was chosen, and not read yet. */
export const SCAN_CHOSEN = -1;

/** What is to be scanned, with nothing decided. @param isPhotograph of what was seen, because the file could not be read */
export function newImportScan(
  fileId: string,
  name: string,
  { type, size }: Pick<Blob, 'type' | 'size'>,
  isPhotograph: boolean,
): ImportScan {
  return {
    ...{ fileId, name, type, size, isPhotograph },
    ...{ mode: 'table', model: 'docscan', pages: '', isPerPage: false, hint: '', uploaded: null, call: null },
  };
}

/** The stored draft as it is; the console makes sense of it. */
export const storedImportDraft = (): Promise<unknown> =>
  within('readonly', async (table) => {
    const draft: unknown = await done(table.get(CURRENT));
    // An earlier version stored both as one.
    if (typeof draft !== 'object' || draft === null || 'data' in draft || !('id' in draft)) return draft;
    return { ...draft, data: await done(table.get(DATA + draft.id)) };
  });

/** The data that this page stored last. */
let storedData: ImportDraft['data'] | null = null;

/**
 * Replaces the stored draft. In IndexedDB, because a page's table may exceed extension storage.
 * @throws StorageFull
 */
export async function writeImportDraft(draft: ImportDraft): Promise<void> {
  const kept = fits(draft) ? draft : withChosenAlone(draft);
  if (!fits(kept)) throw new StorageFull(DATABASE);
  const { data, ...rest } = kept;
  const key = DATA + draft.id;
  await within('readwrite', async (table) => {
    if (data !== storedData || (await done(table.getKey(key))) === undefined)
      await done(table.put(data, key));
    await done(table.put(rest, CURRENT));
  });
  storedData = data;
}

/** Stores a file of the draft. @returns its id @throws StorageFull */
export async function writeImportFile(content: Blob): Promise<string> {
  if (content.size > IMPORT_FILE_MAX_BYTES) throw new StorageFull(DATABASE);
  const id = crypto.randomUUID();
  await within('readwrite', async (table) => {
    if ((await done(table.count())) >= FILES_MAX + OTHERS_MAX) throw new StorageFull(DATABASE);
    await done(table.put(content, FILE + id));
  });
  return id;
}

/** Null when it is no longer there. */
export async function readImportFile(id: string): Promise<Blob | null> {
  const stored: unknown = await within('readonly', (table) => done(table.get(FILE + id)));
  return stored instanceof Blob ? stored : null;
}

/** Takes a file away that is no longer needed here. */
export async function removeImportFile(id: string): Promise<void> {
  await within('readwrite', (table) => done(table.delete(FILE + id)));
}

/** Stores another draft in place of the last one, whose files go with it. @throws StorageFull */
export async function replaceImportDraft(draft: ImportDraft): Promise<void> {
  const own = draft.scan && FILE + draft.scan.fileId;
  await within('readwrite', async (table) => {
    for (const key of await done(table.getAllKeys()))
      if (key !== CURRENT && key !== own && key !== DATA + draft.id) await done(table.delete(key));
  });
  await writeImportDraft(draft);
}

/** Deletes a draft with its data and files, unless another has replaced it. */
export async function removeImportDraft(id: string): Promise<void> {
  await within('readwrite', async (table) => {
    const stored: unknown = await done(table.get(CURRENT));
    if ((Object(stored).id ?? id) === id) await done(table.clear());
  });
}

export async function clearImportDrafts(): Promise<void> {
  await within('readwrite', (table) => done(table.clear()));
}

const fits = ({ parts, data, ...rest }: ImportDraft): boolean =>
  bytesOf(data) + byteLength(rest) <= DRAFT_MAX_BYTES &&
  (parts === null || bytesOf(parts) <= DRAFT_MAX_BYTES);

const sizes = new WeakMap<object, number>();

/** Measured once: of thousands of rows it takes long. */
function bytesOf(value: object): number {
  const bytes = sizes.get(value) ?? byteLength(value);
  sizes.set(value, bytes);
  return bytes;
}

function withChosenAlone(draft: ImportDraft): ImportDraft {
  const isScan = draft.chosen === SCAN_CHOSEN;
  const sources = isScan ? [] : draft.data.sources.slice(draft.chosen, draft.chosen + 1);
  return { ...draft, chosen: isScan ? SCAN_CHOSEN : 0, data: { ...draft.data, sources } };
}
