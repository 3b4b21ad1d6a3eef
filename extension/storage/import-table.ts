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

const within = indexedTable(DATABASE, 'drafts');

/** What this page read or stored last beside a draft. */
const storedBeside = new Map<string, unknown>();

/** Notes what is stored beside a draft, maybe thousands of rows: a change of the draft alone skips them. */
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
