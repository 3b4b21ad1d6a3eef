const KEPT_MAX = 50;
const kept = new Map<string, readonly string[]>();

/**
 * Values of new records that the user chose to see, by the key of their notice. In memory alone, until the background ends: of
 * a record nothing is stored, and a notice that is shown later tells only how many there are.
 */
export function keepRecordValues(values: ReadonlyMap<string, readonly string[]>): void {
  for (const [key, texts] of values) kept.set(key, texts);
  for (const key of [...kept.keys()].slice(0, -KEPT_MAX)) kept.delete(key);
}

export const recordValues = (key: string): readonly string[] => kept.get(key) ?? [];
