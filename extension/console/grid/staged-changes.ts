import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Row } from '../../../shared/builder-api/database.ts';
import { t } from '../../i18n/t.ts';
import { latestWriter } from '../../storage/latest-writer.ts';
import {
  NOTHING_STAGED,
  type Staged,
  StagedUnreadable,
  stagedEditsStore,
} from '../../storage/staged-edits.ts';
import { exclusively } from '../../storage/stored-item.ts';
import type { RowSource } from './row-source.ts';
import { interrupted, stageNew, stageValue, type Typed } from './staged.ts';

/** Why edits are in this page only: there is no space for them, or what is stored can't be read. */
export type StagedTrouble = 'not-kept' | 'unreadable';

/** What was sent last: how many changes, those that undo it, and the ids of rows that it deleted, which none of them brings back. */
export type Sent = { count: number; undo: Staged; deleted: readonly string[] };

/** What was sent, once a row that it deleted was brought back. */
export function withoutDeleted(sent: Sent | null, id: string): Sent | null {
  if (!sent?.deleted.includes(id)) return sent;
  const { count, deleted } = sent;
  return count === 1 ? null : { ...sent, count: count - 1, deleted: deleted.filter((one) => one !== id) };
}

/** Unsent changes of one table, the same in all pages; and, in this page, those that undo what was sent or discarded last. */
export type TableChanges = {
  staged: ReadonlySignal<Staged>;
  /** When one of them was last changed. */
  at: ReadonlySignal<number>;
  trouble: ReadonlySignal<StagedTrouble | null>;
  /** Null: nothing was sent in this page. */
  sent: Signal<Sent | null>;
  /** What was discarded last in this page. */
  discarded: Signal<Staged>;
  /**
   * Applies a change here at once, and to what is stored. It may be applied more than once, so it gives the same result again.
   * @returns whether it is stored
   */
  edit: (change: (staged: Staged) => Staged) => Promise<boolean>;
  /** Deletes what is stored, readable or not, and keeps what is shown in this page alone. */
  takeOut: () => Promise<void>;
  /** Runs `send` once no other page sends changes of this table. */
  sending: (send: () => Promise<void>) => Promise<void>;
};

const tables = new Map<string, TableChanges>();

/** Staged changes of a table: they survive the page, and end with the browser. @param key of its source */
export function changesOf(key: string): TableChanges {
  if (tables.size === 0)
    // Leaving the page with changes that are not stored asks for confirmation.
    addEventListener('beforeunload', (event) => {
      const isOnlyHere = ({ staged, trouble }: TableChanges) =>
        trouble.value !== null && staged.value.length > 0;
      if ([...tables.values()].some(isOnlyHere)) event.preventDefault();
    });
  const known = tables.get(key) ?? openTable(key);
  tables.set(key, known);
  return known;
}

function openTable(key: string): TableChanges {
  const staged = signal<Staged>([]);
  const at = signal(0);
  const trouble = signal<StagedTrouble | null>(null);
  let stored = NOTHING_STAGED;
  let isFollowed = false;
  /** Changes of this page that are not stored yet. */
  let pending: ((staged: Staged) => Staged)[] = [];
  const show = () => {
    staged.value = pending.reduce((list, change) => change(list), stored.staged);
    at.value = stored.at;
  };
  const lock = `sending ${key}`;
  let isSending = false;
  let isSettling = false;

  function take(read: () => typeof stored): void {
    try {
      const edits = read();
      // A write of this page is reported after a later one has ended.
      if (edits.at > 0 && edits.at < stored.at) return;
      stored = edits;
      if (trouble.peek() === 'unreadable') trouble.value = null;
    } catch {
      trouble.value = 'unreadable';
      return;
    }
    show();
    if (isSending || isSettling || !stored.staged.some(({ sentAt }) => sentAt !== null)) return;
    isSettling = true;
    // The lock is free once the page that sends is done, or gone: then nobody sends what still says so.
    void exclusively(lock, () => edit((now) => interrupted(now, interruptedWords))).finally(
      () => (isSettling = false),
    );
  }
  stagedEditsStore.watch(key, (read) => {
    isFollowed = true;
    take(read);
  });
  stagedEditsStore.read(key).then(
    (edits) => isFollowed || take(() => edits),
    () => {
      if (!isFollowed) trouble.value = 'unreadable';
    },
  );

  const writer = latestWriter<null>(
    async () => {
      const batch = pending;
      try {
        stored = await stagedEditsStore.change(
          key,
          (list) => batch.reduce((before, change) => change(before), list),
          Date.now(),
        );
      } catch (error) {
        trouble.value = error instanceof StagedUnreadable ? 'unreadable' : 'not-kept';
        throw error;
      }
      trouble.value = null;
      pending = pending.slice(batch.length);
      show();
    },
    () => {},
  );
  const edit: TableChanges['edit'] = (change) => {
    pending = [...pending, change];
    staged.value = change(staged.value);
    return writer.write(null);
  };
  return {
    staged,
    at,
    trouble,
    sent: signal<Sent | null>(null),
    discarded: signal<Staged>([]),
    edit,
    takeOut: async () => {
      const { value: shown } = staged;
      pending = shown.length > 0 ? [() => shown] : [];
      await stagedEditsStore.remove(key);
      if (pending.length === 0) trouble.value = null;
    },
    sending: (send) =>
      exclusively(lock, async () => {
        isSending = true;
        try {
          await send();
        } finally {
          isSending = false;
        }
      }),
  };
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
  void changesOf(key).edit((list) =>
    row === null ? stageNew(list, id, column, typed) : stageValue(list, id, row, column, typed),
  );
}

const interruptedWords = (kind: 'create' | 'update' | 'delete'): string =>
  t(kind === 'create' ? 'console.inDoubt' : 'console.rows.interrupted');
