const KEPT_MAX = 50;
const kept = new Map<string, readonly string[]>();

/**
 * Values of new records that the user chose to see, by the key of their notification. In memory only, until the
 * background ends: nothing of a record is stored, and a notification shown later has only their number.
 */
export function keepRecordValues(values: ReadonlyMap<string, readonly string[]>): void {
  for (const [key, texts] of values) kept.set(key, texts);
  for (const key of [...kept.keys()].slice(0, -KEPT_MAX)) kept.delete(key);
}

export const recordValues = (key: string): readonly string[] => kept.get(key) ?? [];
