import { type Signal, signal } from '@preact/signals';
import type { Environment } from './query.ts';
import type { Staged } from './staged.ts';

const tables = new Map<string, Signal<Staged>>();

/**
 * What is staged of a table, as long as the page is open: rows are the app's users' data, which no browser stores. Leaving
 * the page with something staged asks first.
 */
export function stagedOf(place: {
  projectId: string;
  environment: Environment;
  table: string;
}): Signal<Staged> {
  const key = JSON.stringify([place.projectId, place.environment, place.table]);
  const known = tables.get(key) ?? signal<Staged>([]);
  tables.set(key, known);
  return known;
}

/** Asks before the page goes with what is staged in it. Call once. */
export function askBeforeLeaving(): void {
  addEventListener('beforeunload', (event) => {
    if ([...tables.values()].some(({ value }) => value.length > 0)) event.preventDefault();
  });
}
