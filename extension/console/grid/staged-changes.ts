import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Row } from '../../../shared/builder-api/database.ts';
import type { RowSource } from './row-source.ts';
import { type Staged, stageNew, stageValue, type Typed } from './staged.ts';

/** Last sent changes: how many, those that undo them, and ids of deleted rows, which none brings back. */
export type Sent = { count: number; undo: Staged; deleted: readonly string[] };

/** What was sent, once a row that it deleted was brought back. */
export function withoutDeleted(sent: Sent | null, id: string): Sent | null {
  if (!sent?.deleted.includes(id)) return sent;
  const { count, deleted } = sent;
  return count === 1 ? null : { ...sent, count: count - 1, deleted: deleted.filter((one) => one !== id) };
}

/** Unsent changes of one table, and those that undo what was sent or discarded last: of this page alone. */
export type TableChanges = {
  staged: ReadonlySignal<Staged>;
  /** Null: nothing was sent. */
  sent: Signal<Sent | null>;
  /** What was discarded last. */
  discarded: Signal<Staged>;
  edit: (change: (staged: Staged) => Staged) => void;
};

const tables = new Map<string, TableChanges>();

/** Staged changes by the key of a source. They end with the page: leaving it asks while there are some. */
export function changesOf(key: string): TableChanges {
  if (tables.size === 0)
    addEventListener('beforeunload', (event) => {
      if ([...tables.values()].some(({ staged }) => staged.value.length > 0)) event.preventDefault();
    });
  const known = tables.get(key);
  if (known) return known;
  const staged = signal<Staged>([]);
  const table: TableChanges = {
    staged,
    sent: signal<Sent | null>(null),
    discarded: signal<Staged>([]),
    edit: (change) => {
      staged.value = change(staged.value);
    },
  };
  tables.set(key, table);
  return table;
}

/** Stages what is typed into one column of a row. @param row null: a new one */
export function typeInto(
  { key, mode }: Pick<RowSource, 'key' | 'mode'>,
  id: string,
  row: Row | null,
  column: string,
  typed: Typed,
): void {
  mode.touch();
  changesOf(key).edit((list) =>
    row === null ? stageNew(list, id, column, typed) : stageValue(list, id, row, column, typed),
  );
}
