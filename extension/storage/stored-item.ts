import { browser } from 'wxt/browser';
import type * as z from 'zod/mini';
import { parse } from '../../shared/parse.ts';
import {
  boundOf,
  byteLength,
  checkBound,
  LOCAL_BOUNDS,
  type LocalKey,
  OWED,
  type SessionKey,
  StorageFull,
} from './bounds.ts';

type Area = 'local' | 'session';

/** A typed value of the extension's storage. Creating one costs nothing: storage is accessed only on use. */
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

export type Entry<A extends Area> = { area: A; key: string; value: unknown; unread?: Unread | undefined };

/** A stored value as this version reads it; null where it has another form. */
export type Read<T> = (value: unknown) => T | null;

/** The part of a stored list that this version can't read. */
type Unread = (value: unknown) => unknown[];

/** Reads what a schema parses, without unknown fields. */
export const parsed =
  <T>(schema: z.ZodMiniType<T>): Read<T> =>
  (value) =>
    parse(schema, value);

/** The entries of a list that can be read, each on its own. */
const readEach = <T>(read: Read<T>, value: unknown): T[] =>
  Array.isArray(value) ? value.flatMap((one) => read(one) ?? []) : [];

/**
 * An item that outlives the browser. A value of another form is read as the fallback, so that no page fails
 * on it, and made anew by the next write.
 */
// @__NO_SIDE_EFFECTS__
export const localItem = <T>(key: LocalKey, fallback: T, read?: Read<T>): StoredItem<T, 'local'> =>
  storedItem('local', key, fallback, read);

/**
 * A list of what is owed, read one by one. An entry of another form is never read, and stays as it is behind
 * the others, whatever is written.
 */
// @__NO_SIDE_EFFECTS__
export const owedList = <T>(key: LocalKey, read: Read<T>) => {
  const unread: Unread = (value) =>
    Array.isArray(value) ? value.filter((one) => read(one) === null) : value == null ? [] : [value];
  return {
    ...storedItem<T[], 'local'>('local', key, [], (value) => readEach(read, value), unread),
    unread,
  };
};

/**
 * A list of the browser's own under one key, newest first, of limited length, changed by one page at a time.
 * The last make room for the others, except in a list of what is owed: there, writing fails without room.
 */
// @__NO_SIDE_EFFECTS__
export function keptList<T>(key: LocalKey, read: Read<T>, idOf: (one: T) => string, most: number) {
  const isOwed = OWED.has(key);
  const item = isOwed ? owedList(key, read) : localItem<T[]>(key, [], (value) => readEach(read, value));
  const fitted = (all: readonly T[]): T[] => {
    const kept = all.slice(0, most);
    while (!isOwed && kept.length > 1 && byteLength(kept) > LOCAL_BOUNDS[key].each) kept.pop();
    return kept;
  };
  const change = (id: string, added: (before: T | null) => T | null): Promise<void> =>
    exclusively(key, async () => {
      const all = await item.getValue();
      const one = added(all.find((other) => idOf(other) === id) ?? null);
      const others = all.filter((other) => idOf(other) !== id);
      await item.setValue(fitted(one === null ? others : [one, ...others]));
    });
  return {
    ...item,
    /** The first that there is room for. */
    fitted,
    find: async (id: string) => (await item.getValue()).find((one) => idOf(one) === id) ?? null,
    /** Puts first what becomes of one; null removes it. @throws StorageFull */
    change,
    put: (one: T) => change(idOf(one), () => one),
    remove: (id: string) => change(id, () => null),
  };
}

/** An item in memory only: never written to disk, closed to content scripts, ends with the browser. */
// @__NO_SIDE_EFFECTS__
export const sessionItem = <T>(key: SessionKey, fallback: T): StoredItem<T, 'session'> =>
  storedItem('session', key, fallback);

function storedItem<T, A extends Area>(
  area: A,
  key: string,
  fallback: T,
  read: Read<T> = (value) => value as T,
  unread?: Unread,
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
      const kept = unread === undefined ? value : withUnread(value, unread((await stored().get(key))[key]));
      checkBound(area, key, kept);
      await stored().set({ [key]: kept });
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
    as: (value) => ({ area, key, value, unread }),
  };
}

const withUnread = (value: unknown, unread: readonly unknown[]): unknown =>
  Array.isArray(value) ? [...value, ...unread] : value;

/**
 * Writes several items of local storage in one step: all or none.
 * @throws StorageFull beyond a key's limit
 */
export async function setTogether(entries: readonly Entry<'local'>[]): Promise<void> {
  const lists = entries.filter(({ unread }) => unread !== undefined).map(({ key }) => key);
  const before = lists.length > 0 ? await browser.storage.local.get(lists) : {};
  const written = entries.map(
    ({ key, value, unread }) => [key, withUnread(value, unread?.(before[key]) ?? [])] as const,
  );
  for (const [key, value] of written) if (value !== null) checkBound('local', key, value);
  await browser.storage.local.set(Object.fromEntries(written));
}

type Prefix<Key extends string> = Extract<Key, `${string}:`>;

/** How much a value may grow before the total size is checked again. */
const LOOKED_FOR_BYTES = 16 * 1024;

/**
 * Values of one kind, each under its own key: no page overwrites another's. One of another form is null.
 * @param dispensable the values that may be evicted to make space, first to go first
 */
// @__NO_SIDE_EFFECTS__
export function localCollection<T>(
  prefix: Prefix<LocalKey>,
  schema: z.ZodMiniType<T>,
  dispensable: (others: readonly [id: string, value: T | null][]) => string[] = () => [],
) {
  const item = (id: string) =>
    storedItem<T | null, 'local'>('local', prefix + id, null, (value) => parse(schema, value));
  const remove = (ids: readonly string[]) => browser.storage.local.remove(ids.map((id) => prefix + id));
  const list = async (): Promise<[id: string, value: T | null][]> =>
    (await localEntries(prefix)).map(([id, value]) => [id, parse(schema, value)]);
  /** How much each value of this page may still grow before the others are checked again, per storage. */
  const rooms = new WeakMap<object, Map<string, number>>();
  const roomsNow = () => {
    const known = rooms.get(browser.storage.local) ?? new Map<string, number>();
    rooms.set(browser.storage.local, known);
    return known;
  };

  /** The values to evict so that these take at most `bytes`, and the space left; negative: not enough. */
  function evicted(entries: readonly [id: string, value: unknown][], bytes: number) {
    const sizes = new Map(entries.map(([id, stored]) => [id, byteLength(stored)]));
    let free = bytes;
    for (const size of sizes.values()) free -= size;
    const gone: string[] = [];
    const others =
      free < 0 ? entries.map(([id, value]) => [id, parse(schema, value)] as [string, T | null]) : [];
    for (const id of dispensable(others)) {
      if (free >= 0) break;
      gone.push(id);
      free += sizes.get(id) ?? 0;
    }
    return { gone, free };
  }

  async function makeRoom(id: string, value: T): Promise<void> {
    const bytes = byteLength(value);
    const bound = boundOf('local', prefix);
    if (bytes > (bound?.each ?? 0)) throw new StorageFull(prefix + id);
    const roomOf = roomsNow();
    if (bytes <= (roomOf.get(id) ?? -1)) return;
    const others = (await localEntries(prefix)).filter(([other]) => other !== id);
    const { gone, free } = evicted(others, (bound?.all ?? 0) - bytes);
    if (free < 0) throw new StorageFull(prefix + id);
    if (gone.length > 0) await remove(gone);
    roomOf.set(id, bytes + Math.min(free, LOOKED_FOR_BYTES));
  }

  return {
    read: (id: string) => item(id).getValue(),
    /** @throws StorageFull when there is no space even after evictions */
    async write(id: string, value: T): Promise<void> {
      await makeRoom(id, value);
      await item(id).setValue(value);
    },
    remove: (id: string) => remove([id]),
    list,
    clear: async () => remove((await localEntries(prefix)).map(([id]) => id)),
    watch: (id: string, onChange: (value: T | null) => void) => item(id).watch(onChange),
    /** Evicts values until all of them together take at most this many bytes. */
    shrink: async (bytes: number) => remove(evicted(await localEntries(prefix), bytes).gone),
    /** Entry for `setTogether`, once there is space for it. */
    async entry(id: string, value: T): Promise<Entry<'local'>> {
      await makeRoom(id, value);
      return item(id).as(value);
    },
  };
}

/** Values of one kind in memory only, by the id of what has them. */
// @__NO_SIDE_EFFECTS__
export function sessionCollection<T>(prefix: Prefix<SessionKey>, schema: z.ZodMiniType<T>, fallback: T) {
  const item = (id: string) =>
    storedItem<T, 'session'>('session', prefix + id, fallback, (value) => parse(schema, value));
  return {
    read: (id: string) => item(id).getValue(),
    write: (id: string, value: T) => item(id).setValue(value),
    remove: (id: string) => item(id).removeValue(),
  };
}

/** What is stored under these keys, as it is. */
export const localValues = (keys: readonly LocalKey[]): Promise<Record<string, unknown>> =>
  browser.storage.local.get([...keys]);

/** Everything in local storage under keys that begin with `prefix`, by the rest of the key. */
export const localEntries = async (prefix: string): Promise<[rest: string, value: unknown][]> =>
  Object.entries(await browser.storage.local.get(null))
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, value]) => [key.slice(prefix.length), value]);

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
 */
export const indexedTable =
  (name: string, table: string) =>
  async <T>(mode: IDBTransactionMode, work: (stored: IDBObjectStore) => Promise<T>): Promise<T> => {
    const opening = indexedDB.open(name);
    opening.onupgradeneeded = () => opening.result.createObjectStore(table);
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

/** Resolves when a transaction is committed: a page that closes before undoes a request that succeeded. */
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
