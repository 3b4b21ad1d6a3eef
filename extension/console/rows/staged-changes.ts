import { type Signal, signal } from '@preact/signals';
import type { Staged } from './staged.ts';

/** Changes of one table: what is not sent yet, and what would bring back what was sent last. */
export type TableChanges = { staged: Signal<Staged>; undo: Signal<Staged> };

const tables = new Map<string, TableChanges>();

/**
 * What is staged of a table, as long as the page is open: rows are the app's users' data, which no browser stores.
 * @param key of its source
 */
export function changesOf(key: string): TableChanges {
  if (tables.size === 0)
    // Leaving the page with something staged asks first.
    addEventListener('beforeunload', (event) => {
      if ([...tables.values()].some(({ staged }) => staged.value.length > 0)) event.preventDefault();
    });
  const known = tables.get(key) ?? { staged: signal<Staged>([]), undo: signal<Staged>([]) };
  tables.set(key, known);
  return known;
}
