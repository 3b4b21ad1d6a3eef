import { type Signal, signal } from '@preact/signals';
import type { Staged } from './staged.ts';

/** Changes of one table: unsent ones, and those that undo what was sent last. */
export type TableChanges = { staged: Signal<Staged>; undo: Signal<Staged> };

const tables = new Map<string, TableChanges>();

/**
 * Staged changes of a table while the page is open: the rows belong to the app's users and are never stored in the
 * browser.
 * @param key of its source
 */
export function changesOf(key: string): TableChanges {
  if (tables.size === 0)
    // Leaving the page with staged changes asks for confirmation.
    addEventListener('beforeunload', (event) => {
      if ([...tables.values()].some(({ staged }) => staged.value.length > 0)) event.preventDefault();
    });
  const known = tables.get(key) ?? { staged: signal<Staged>([]), undo: signal<Staged>([]) };
  tables.set(key, known);
  return known;
}
