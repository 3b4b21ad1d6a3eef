import { browser } from 'wxt/browser';

/** `local` outlives the browser; `session` is memory only, and closed to content scripts. */
export type StorageKey = `local:${string}` | `session:${string}`;

/** One value of the browser's storage, under one key. */
export type StoredItem<T> = {
  key: StorageKey;
  /** What is read while nothing is stored. */
  fallback: T;
  getValue: () => Promise<T>;
  setValue: (value: T) => Promise<void>;
  removeValue: () => Promise<void>;
  /** Follows changes, also those of other pages. @returns ends it */
  watch: (onChange: (value: T) => void) => () => void;
};

/**
 * Names a stored value and its form. Nothing is read before it is asked for: every wake of the background and every
 * popup loads all items and needs few of them.
 */
export function storedItem<T>(key: StorageKey, fallback: T): StoredItem<T> {
  return {
    key,
    fallback,
    getValue: async () => ((await readStored(key)) ?? fallback) as T,
    setValue: (value) => writeStored(key, value),
    removeValue: () => removeStored(key),
    watch: (onChange) => watchStored(key, (value) => onChange((value ?? fallback) as T)),
  };
}

/** What is stored under a key; undefined when nothing is. */
export async function readStored(key: StorageKey): Promise<unknown> {
  const { area, name } = placeOf(key);
  return (await area.get(name))[name];
}

/** Stores a value; null means nothing, and is not kept. */
export async function writeStored(key: StorageKey, value: unknown): Promise<void> {
  const { area, name } = placeOf(key);
  await (value == null ? area.remove(name) : area.set({ [name]: value }));
}

export async function removeStored(key: StorageKey): Promise<void> {
  const { area, name } = placeOf(key);
  await area.remove(name);
}

/** Stores several values of local storage in one step: afterwards either all of them are there or none. */
export async function writeTogether(
  writes: readonly { item: { key: StorageKey }; value: unknown }[],
): Promise<void> {
  const values = writes.map(({ item, value }) => [placeOf(item.key).name, value]);
  await browser.storage.local.set(Object.fromEntries(values));
}

/** Follows one key; a value that is written again as it was is no change. @returns ends it */
export function watchStored(key: StorageKey, onChange: (value: unknown) => void): () => void {
  const { area, name } = placeOf(key);
  const listen = (changes: Record<string, { oldValue?: unknown; newValue?: unknown }>) => {
    const change = changes[name];
    if (change && JSON.stringify(change.newValue) !== JSON.stringify(change.oldValue))
      onChange(change.newValue);
  };
  area.onChanged.addListener(listen);
  return () => area.onChanged.removeListener(listen);
}

function placeOf(key: StorageKey) {
  const colon = key.indexOf(':');
  return { area: browser.storage[key.slice(0, colon) as 'local' | 'session'], name: key.slice(colon + 1) };
}
