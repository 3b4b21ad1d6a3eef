import type { Row } from '../../../shared/builder-api/database.ts';
import type { RecordChange } from './row-source.ts';

/** A change of a row that was not sent yet, or failed. */
export type StagedChange = {
  /** Identifies staged changes: the row's id, or a new one for a new row. */
  key: string;
  change: RecordChange;
  /** The row as read when the edit started; null for a new one. */
  before: Row | null;
  /** Why it was refused; null while unsent. */
  problem: string | null;
};

/** Changes of one table, in order. Nothing is sent before a review. */
export type Staged = readonly StagedChange[];

/** Stages a new value of one column; a row with its original values is no change. */
export function stageValue(staged: Staged, id: string, row: Row, column: string, value: unknown): Staged {
  const known = staged.find(({ key }) => key === id);
  const before = known?.before ?? row;
  const data = { ...(known?.change.kind === 'update' ? known.change.data : {}), [column]: value };
  if (isSame(value, before[column])) delete data[column];
  if (Object.keys(data).length === 0) return discard(staged, id);
  return put(staged, { key: id, change: { kind: 'update', id, data }, before, problem: null });
}

/** Stages a new row, or another value of it. */
export function stageNew(staged: Staged, key: string, data: Row): Staged {
  return put(staged, { key, change: { kind: 'create', data }, before: null, problem: null });
}

/** Stages the deletion of a row, which replaces its other changes. */
export function stageDelete(staged: Staged, id: string, row: Row): Staged {
  const before = staged.find(({ key }) => key === id)?.before ?? row;
  return put(staged, { key: id, change: { kind: 'delete', id }, before, problem: null });
}

export const discard = (staged: Staged, key: string): Staged => staged.filter((one) => one.key !== key);

function put(staged: Staged, change: StagedChange): Staged {
  const at = staged.findIndex(({ key }) => key === change.key);
  return at < 0 ? [...staged, change] : staged.with(at, change);
}

/** A row with its staged changes; null when it will be deleted. */
export function stagedRow(staged: Staged, id: string, row: Row): Row | null {
  const change = staged.find(({ key }) => key === id)?.change;
  if (change?.kind === 'delete') return null;
  return change?.kind === 'update' ? { ...row, ...change.data } : row;
}

/**
 * Columns to change that somebody else has changed since they were read. One that has the wanted value already is none: the
 * change may have been made, and its answer lost.
 */
export function changedMeanwhile({ change, before }: StagedChange, now: Row): string[] {
  if (change.kind === 'create' || before === null) return [];
  const isChanged = (column: string) => !isSame(now[column], before[column]);
  return change.kind === 'update'
    ? Object.keys(change.data).filter(
        (column) => isChanged(column) && !isSame(now[column], change.data[column]),
      )
    : Object.keys(before).filter((column) => column in now && isChanged(column));
}

/** The change that restores a row; null if it can't be restored. */
export function reverseOf({ key, change, before }: StagedChange): StagedChange | null {
  if (change.kind !== 'update' || before === null) return null;
  const columns = Object.keys(change.data);
  const data = Object.fromEntries(columns.map((column) => [column, before[column] ?? null]));
  return {
    key,
    change: { kind: 'update', id: change.id, data },
    before: { ...before, ...change.data },
    problem: null,
  };
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
