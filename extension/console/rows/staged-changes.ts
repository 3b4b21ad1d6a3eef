import { type Signal, signal } from '@preact/signals';
import type { Staged } from './staged.ts';

const tables = new Map<string, Signal<Staged>>();

/**
 * What is staged of a table, as long as the page is open: rows are the app's users' data, which no browser stores.
 * @param key of its source
 */
export function stagedOf(key: string): Signal<Staged> {
  if (tables.size === 0)
    // Leaving the page with something staged asks first.
    addEventListener('beforeunload', (event) => {
      if ([...tables.values()].some(({ value }) => value.length > 0)) event.preventDefault();
    });
  const known = tables.get(key) ?? signal<Staged>([]);
  tables.set(key, known);
  return known;
}
