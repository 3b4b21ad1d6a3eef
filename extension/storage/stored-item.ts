import { browser } from 'wxt/browser';
import type * as z from 'zod/mini';
import { boundOf, byteLength, checkBound, type LocalKey, type SessionKey, StorageFull } from './bounds.ts';

type Area = 'local' | 'session';

/** One typed value of the extension's storage. Creating one costs nothing: storage is accessed only when it is read. */
export type StoredItem<T, A extends Area = Area> = {
  area: A;
  key: string;
  /** Read when nothing is stored. */
  fallback: T;
  getValue: () => Promise<T>;
  /** Null deletes the key, so that the fallback is read again. @throws StorageFull beyond the key's limit */
  setValue: (value: T) => Promise<void>;
  removeValue: () => Promise<void>;
  /** Follows the value; the fallback when it is deleted. @returns stops following */
  watch: (onChange: (value: T) => void) => () => void;
  /** The value from a read of its whole area. */
  from: (read: Record<string, unknown>) => T;
  /** Entry for `setTogether`. */
  as: (value: T) => Entry<A>;
};

export type Entry<A extends Area> = { area: A; key: string; value: unknown };

/** A stored value as this version reads it; null where it has another shape. */
export type Read<T> = (value: unknown) => T | null;

/** Reads what matches a schema, as it is stored. */
export const fitting =
  <T>(schema: z.ZodMiniType<T>): Read<T> =>
  (value) =>
    schema.safeParse(value).success ? (value as T) : null;

/**
 * An item that outlives the browser. The value is what an earlier version stored under the key: `migrations.ts` has brought
 * it to this one's form where it differed. One of another shape is read as the fallback, so that no page fails on it, and set
 * aside before another is written.
 */
// @__NO_SIDE_EFFECTS__
export const localItem = <T>(key: LocalKey, fallback: T, read?: Read<T>): StoredItem<T, 'local'> =>
  storedItem('local', key, fallback, read);

/** An item in memory only: never written to disk, closed to content scripts, ends with the browser. */
// @__NO_SIDE_EFFECTS__
export const sessionItem = <T>(key: SessionKey, fallback: T): StoredItem<T, 'session'> =>
  storedItem('session', key, fallback);

function storedItem<T, A extends Area>(
  area: A,
  key: string,
  fallback: T,
  read: Read<T> = (value) => value as T,
): StoredItem<T, A> {
  const stored = () => browser.storage[area];
  const orFallback = (value: unknown) => (value == null ? null : read(value)) ?? fallback;
  const from = (read: Record<string, unknown>) => orFallback(read[key]);
  const removeValue = () => stored().remove(key);
  return {
    area,
    key,
    fallback,
    getValue: async () => from(await stored().get(key)),
    async setValue(value) {
      if (value == null) return removeValue();
      checkBound(area, key, value);
      const { [key]: before } = area === 'local' ? await stored().get(key) : {};
      await stored().set({
        ...(before != null && read(before) === null && aside(key, before)),
        [key]: value,
      });
    },
    removeValue,
    watch(onChange) {
      const listener = (changes: Record<string, { newValue?: unknown }>) => {
        const change = changes[key];
        if (change) onChange(orFallback(change.newValue));
      };
      stored().onChanged.addListener(listener);
      return () => stored().onChanged.removeListener(listener);
    },
    from,
    as: (value) => ({ area, key, value }),
  };
}

/** Entry that keeps a value which this version can't read; none where it is too large for that. */
export const aside = (key: string, value: unknown): Record<string, unknown> =>
  byteLength(value) <= (boundOf('local', 'aside:')?.each ?? 0) ? { [`aside:${key}`]: value } : {};

/** Writes several items of local storage in one step: all or none. @throws StorageFull beyond a key's limit */
export async function setTogether(entries: readonly Entry<'local'>[]): Promise<void> {
  for (const { key, value } of entries) if (value !== null) checkBound('local', key, value);
  await browser.storage.local.set(Object.fromEntries(entries.map(({ key, value }) => [key, value])));
}

type Prefix<Key extends string> = Extract<Key, `${string}:`>;

/** Values of one kind, each under its own key, so that two pages never overwrite each other. */
export type StoredCollection = {
  read: (id: string) => Promise<unknown>;
  /** @throws StorageFull when there is no space even after evictions */
  write: (id: string, value: unknown) => Promise<void>;
  remove: (id: string) => Promise<void>;
  list: () => Promise<[id: string, value: unknown][]>;
  watch: (id: string, onChange: (value: unknown) => void) => () => void;
  /** Evicts values until all of them together take at most this many bytes. */
  shrink: (bytes: number) => Promise<void>;
  /** Entry for `setTogether`, once there is space for it. */
  entry: (id: string, value: unknown) => Promise<Entry<'local'>>;
};

/** How much a value may grow before the total size is checked again. */
const LOOKED_FOR_BYTES = 16 * 1024;

/** @param dispensable the values that may be evicted to make space, first to go first */
export function localCollection(
  prefix: Prefix<LocalKey>,
  dispensable: (others: readonly [id: string, value: unknown][]) => string[] = () => [],
): StoredCollection {
  const item = (id: string) => storedItem<unknown, 'local'>('local', `${prefix}${id}`, null);
  /** How much each value of this page may still grow before the others are checked again, per storage. */
  const rooms = new WeakMap<object, Map<string, number>>();
  const roomsNow = () => {
    const known = rooms.get(browser.storage.local) ?? new Map<string, number>();
    rooms.set(browser.storage.local, known);
    return known;
  };

  async function makeRoom(id: string, value: unknown): Promise<void> {
    const bytes = byteLength(value);
    const roomOf = roomsNow();
    if (bytes <= (roomOf.get(id) ?? -1)) return;
    const others = (await localEntries(prefix)).filter(([other]) => other !== id);
    const { gone, free } = evicted(others, (boundOf('local', prefix)?.all ?? 0) - bytes);
    if (free < 0) throw new StorageFull(`${prefix}${id}`);
    if (gone.length > 0) await browser.storage.local.remove(gone);
    roomOf.set(id, bytes + Math.min(free, LOOKED_FOR_BYTES));
  }

  /**
   * Keys to evict so that the entries take at most `bytes`, and the space left then; negative when that is not
   * enough.
   */
  function evicted(entries: readonly [id: string, value: unknown][], bytes: number) {
    const sizes = new Map(entries.map(([id, stored]) => [id, byteLength(stored)]));
    let free = bytes;
    for (const size of sizes.values()) free -= size;
    const gone: string[] = [];
    for (const id of free < 0 ? dispensable(entries) : []) {
      if (free >= 0) break;
      gone.push(`${prefix}${id}`);
      free += sizes.get(id) ?? 0;
    }
    return { gone, free };
  }

  return {
    read: (id) => item(id).getValue(),
    async write(id, value) {
      await makeRoom(id, value);
      await item(id).setValue(value);
    },
    remove: (id) => item(id).removeValue(),
    list: () => localEntries(prefix),
    watch: (id, onChange) => item(id).watch(onChange),
    async shrink(bytes) {
      const stored = await localEntries(prefix);
      const { gone } = evicted(stored, bytes);
      if (gone.length > 0) await browser.storage.local.remove(gone);
    },
    async entry(id, value) {
      await makeRoom(id, value);
      return item(id).as(value);
    },
  };
}

/** Values of one kind in memory only. */
export const sessionCollection = (prefix: Prefix<SessionKey>) => (id: string) =>
  storedItem<unknown, 'session'>('session', `${prefix}${id}`, null);

const entriesOf =
  (area: Area) =>
  async (prefix: string): Promise<[rest: string, value: unknown][]> =>
    Object.entries(await browser.storage[area].get(null))
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, value]) => [key.slice(prefix.length), value]);

/** Everything in local storage under keys that begin with `prefix`, by the rest of the key. */
export const localEntries = entriesOf('local');

/** The same of what is in memory only. */
export const sessionEntries = entriesOf('session');

/** Runs tasks one at a time, so that what is read from storage is still valid when written back. */
export function serialQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task, task);
    last = next.catch(() => undefined);
    return next;
  };
}

/** The same among all pages of the extension and its background, for tasks of one name. */
export const exclusively = <T>(name: string, task: () => Promise<T>): Promise<T> =>
  navigator.locks.request(name, task) as Promise<T>;

/**
 * One table of an IndexedDB database, for data too large for extension storage. Each operation has its own
 * transaction; what it writes is stored once it resolves, also if the page is closed then.
 * @param migrations from version 1 to 2, from 2 to 3, and so on. They import nothing that may change
 */
export const indexedTable =
  (name: string, table: string, migrations: readonly ((stored: IDBObjectStore) => Promise<void>)[] = []) =>
  async <T>(mode: IDBTransactionMode, work: (stored: IDBObjectStore) => Promise<T>): Promise<T> => {
    const opening = indexedDB.open(name, migrations.length + 1);
    opening.onupgradeneeded = async ({ oldVersion }) => {
      if (oldVersion === 0) opening.result.createObjectStore(table);
      const stored = opening.transaction?.objectStore(table);
      for (const migrate of oldVersion === 0 ? [] : migrations.slice(oldVersion - 1))
        if (stored) await migrate(stored);
    };
    const database = await done(opening);
    try {
      const transaction = database.transaction(table, mode);
      const committed = commitOf(transaction);
      const result = await work(transaction.objectStore(table));
      if (mode === 'readwrite') await committed;
      return result;
    } finally {
      database.close();
    }
  };

/** Resolves when a transaction is committed: a request that succeeded is undone by a page that closes before. */
function commitOf(transaction: IDBTransaction): Promise<void> {
  const committed = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  // Work that fails reports its own error.
  committed.catch(() => undefined);
  return committed;
}

/** Promise of an IndexedDB request. */
export function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
