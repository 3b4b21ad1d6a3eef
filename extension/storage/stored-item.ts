import { browser } from 'wxt/browser';

type Area = 'local' | 'session';

/** One typed value of the extension's storage. Making one costs nothing: storage is asked only when it is read. */
export type StoredItem<T, A extends Area = Area> = {
  area: A;
  key: string;
  /** What is read where nothing is stored. */
  fallback: T;
  getValue: () => Promise<T>;
  /** Null takes the key away, so that the fallback is read again. */
  setValue: (value: T) => Promise<void>;
  removeValue: () => Promise<void>;
  /** Follows the value; the fallback when it is gone. @returns ends the following */
  watch: (onChange: (value: T) => void) => () => void;
  /** The value among what was read of its area. */
  from: (read: Record<string, unknown>) => T;
  /** What `setTogether` writes. */
  as: (value: T) => Entry<A>;
};

export type Entry<A extends Area> = { area: A; key: string; value: unknown };

/**
 * An item that outlives the browser. The value is what an earlier version stored under the key: where its form may differ,
 * the reader parses it.
 */
// @__NO_SIDE_EFFECTS__
export const localItem = <T>(key: string, fallback: T): StoredItem<T, 'local'> =>
  storedItem('local', key, fallback);

/** An item in memory only: never written to disk, closed to content scripts, ends with the browser. */
// @__NO_SIDE_EFFECTS__
export const sessionItem = <T>(key: string, fallback: T): StoredItem<T, 'session'> =>
  storedItem('session', key, fallback);

function storedItem<T, A extends Area>(area: A, key: string, fallback: T): StoredItem<T, A> {
  const stored = () => browser.storage[area];
  const orFallback = (value: unknown) => (value ?? fallback) as T;
  const from = (read: Record<string, unknown>) => orFallback(read[key]);
  const removeValue = () => stored().remove(key);
  return {
    area,
    key,
    fallback,
    getValue: async () => from(await stored().get(key)),
    setValue: (value) => (value == null ? removeValue() : stored().set({ [key]: value })),
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

/** Writes several items of local storage in one step: all of them or none. */
export function setTogether(entries: readonly Entry<'local'>[]): Promise<void> {
  return browser.storage.local.set(Object.fromEntries(entries.map(({ key, value }) => [key, value])));
}

/** Everything that local storage holds under keys that begin with `prefix`, by what follows it. */
export async function localEntries(prefix: string): Promise<[rest: string, value: unknown][]> {
  return Object.entries(await browser.storage.local.get(null))
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, value]) => [key.slice(prefix.length), value]);
}

/** Runs tasks one after the other: what is read from storage is still true when it is written back. */
export function serialQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task, task);
    last = next.catch(() => undefined);
    return next;
  };
}
