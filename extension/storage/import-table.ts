import { byteLength, StorageFull } from './bounds.ts';
import type { DraftPlace } from './draft-collection.ts';
import { done, indexedTable } from './stored-item.ts';

const DATABASE = 'imports';
/** What the user decides about what was read. */
const DRAFT = 'draft:';
/** Beside it, since they are large and rarely change: what was read, and the requests. */
const BESIDE = ['data', 'parts'] as const;
/** Files of a draft, by its id and theirs. */
const FILE = 'file:';

/** Size limit of a draft with its data as JSON, and the same again for what is sent of it. */
export const DRAFT_MAX_BYTES = 8 * 1024 * 1024;
/** Largest file that is kept, in bytes; the edge passes on no larger one. */
export const IMPORT_FILE_MAX_BYTES = 20 * 1024 * 1024;
const FILES_MAX = 40;

const under = (prefix: string): IDBKeyRange => IDBKeyRange.bound(prefix, `${prefix}\uffff`);

/** Version 1 kept one draft, under `current`, and its files under ids of their own. */
async function severalDrafts(table: IDBObjectStore): Promise<void> {
  const stored: unknown = await done(table.get('current'));
  const keys = await done(table.getAllKeys());
  const draft = (typeof stored === 'object' ? stored : null) as Record<string, unknown> | null;
  const { id } = draft ?? {};
  if (draft !== null && typeof id === 'string') {
    // Before that, the data was in the draft itself.
    const data = (draft.data ?? (await done(table.get(`data:${id}`)))) as Record<string, unknown> | undefined;
    const renamed = new Map<string, string>();
    for (const key of keys) {
      const name = String(key);
      if (!name.startsWith(FILE)) continue;
      const fileId = name.slice(FILE.length);
      renamed.set(fileId, `${id}/${fileId}`);
      await done(table.put(await done(table.get(key)), `${FILE}${id}/${fileId}`));
    }
    const idOf = (fileId: unknown) => renamed.get(String(fileId)) ?? fileId;
    // Before that, the row and the property of a cell were one name.
    const edits: Record<string, Record<string, unknown>> = {};
    for (const [cell, edit] of Object.entries(Object(draft.edits ?? {}))) {
      const [row = '', ...property] = cell.split(' ');
      const { file } = Object(edit) as { file?: unknown };
      edits[row] ??= {};
      edits[row][property.join(' ')] = file === undefined ? edit : { ...Object(edit), file: idOf(file) };
    }
    const scan = draft.scan as Record<string, unknown> | null | undefined;
    const { title = '', url = '', readAt = 0, sources = [] } = data ?? {};
    const chosen = (sources as { total?: number }[])[Number(draft.chosen)];
    const parts = draft.parts as { isSent?: boolean; body?: { rows?: unknown[] } }[] | null;
    const { data: _data, parts: _parts, ...rest } = draft;
    const entry = {
      ...{ ...rest, edits },
      ...(scan && { scan: { ...scan, fileId: idOf(scan.fileId) } }),
      ...{ at: readAt, about: { title, url, readAt, rows: chosen?.total ?? 0 } },
      sending: parts && {
        rows: parts.reduce((sum, { body }) => sum + (body?.rows?.length ?? 0), 0),
        isSent: parts.every(({ isSent }) => isSent === true),
      },
    };
    await done(table.put(entry, DRAFT + id));
    await done(table.put(data, `data:${id}`));
    await done(table.put(parts, `parts:${id}`));
  }
  for (const key of keys) if (String(key) !== `data:${String(id)}`) await done(table.delete(key));
}

const within = indexedTable(DATABASE, 'drafts', [severalDrafts]);

/** What this page read or stored last beside a draft. */
const storedBeside = new Map<string, unknown>();

/** What is stored beside a draft, as it was read: a change of the draft alone stores thousands of rows no second time. */
export function noteStored(id: string, draft: Record<(typeof BESIDE)[number], unknown>): void {
  for (const name of BESIDE) storedBeside.set(`${name}:${id}`, draft[name]);
}

/** In IndexedDB, because a page's table may exceed extension storage. */
export const importPlace: DraftPlace = {
  lock: DATABASE,
  read: (id) => within('readonly', (table) => done(table.get(DRAFT + id))),
  entries: () =>
    within('readonly', async (table) => {
      const range = under(DRAFT);
      const [keys, values] = await Promise.all([
        done(table.getAllKeys(range)),
        done(table.getAll(range)) as Promise<unknown[]>,
      ]);
      return keys.map((key, index) => [String(key).slice(DRAFT.length), values[index]]);
    }),
  write: (id, value, gone) =>
    within('readwrite', async (table) => {
      for (const other of value === null ? [...gone, id] : gone) {
        for (const prefix of [DRAFT, ...BESIDE.map((name) => `${name}:`)])
          await done(table.delete(prefix + other));
        await done(table.delete(under(`${FILE}${other}/`)));
      }
      if (value === null) return;
      const rest: Record<string, unknown> = { ...value };
      for (const name of BESIDE) {
        if (!(name in rest)) continue;
        const key = `${name}:${id}`;
        if (storedBeside.get(key) !== rest[name] || (await done(table.getKey(key))) === undefined)
          await done(table.put(rest[name], key));
        storedBeside.set(key, rest[name]);
        delete rest[name];
      }
      await done(table.put(rest, DRAFT + id));
    }),
  // Pages tell each other of captures by `importOpenItem`.
  watch: () => () => {},
};

/** A draft with what is stored beside it, as it is; undefined when there is none. */
export const storedImportDraft = (id: string): Promise<unknown> =>
  within('readonly', async (table) => {
    const draft: unknown = await done(table.get(DRAFT + id));
    if (typeof draft !== 'object' || draft === null) return undefined;
    const [data, parts] = await Promise.all(BESIDE.map((name) => done(table.get(`${name}:${id}`))));
    return { ...draft, data, parts };
  });

/**
 * Stores a file of a draft.
 * @param owner the draft's id, or null: of no draft, until it was sent
 * @returns its id @throws StorageFull
 */
export async function writeImportFile(content: Blob, owner: string | null): Promise<string> {
  if (content.size > IMPORT_FILE_MAX_BYTES) throw new StorageFull(DATABASE);
  const id = `${owner ?? ''}/${crypto.randomUUID()}`;
  await within('readwrite', async (table) => {
    // What a page that was closed left of uploads makes room.
    if ((await countFiles(table)) >= FILES_MAX) await done(table.delete(under(`${FILE}/`)));
    if ((await countFiles(table)) >= FILES_MAX) throw new StorageFull(DATABASE);
    await done(table.put(content, FILE + id));
  });
  return id;
}

const countFiles = (table: IDBObjectStore): Promise<number> => done(table.count(under(FILE)));

/** Null when it is no longer there. */
export async function readImportFile(id: string): Promise<Blob | null> {
  const stored: unknown = await within('readonly', (table) => done(table.get(FILE + id)));
  return stored instanceof Blob ? stored : null;
}

/** Takes a file away that is no longer needed here. */
export async function removeImportFile(id: string): Promise<void> {
  await within('readwrite', (table) => done(table.delete(FILE + id)));
}

export async function clearImportDrafts(): Promise<void> {
  await within('readwrite', (table) => done(table.clear()));
}

const sizes = new WeakMap<object, number>();

/** Stored size of what was read or is sent, measured once: of thousands of rows it takes long. */
export function bytesOf(value: object): number {
  const bytes = sizes.get(value) ?? byteLength(value);
  sizes.set(value, bytes);
  return bytes;
}
