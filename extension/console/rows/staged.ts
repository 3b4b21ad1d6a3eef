import type { Row } from '../../../shared/builder-api/database.ts';
import type { RecordChange } from './row-source.ts';

/** One change of a row that is not sent yet, or could not be. */
export type StagedChange = {
  /** Tells staged changes apart: the row's id, or one of its own for a row that does not exist yet. */
  key: string;
  change: RecordChange;
  /** The row as it was read when the change was begun; null for a new one. */
  before: Row | null;
  /** Why it was not taken, in words; null while it was not sent. */
  problem: string | null;
};

/** Changes of one table, in the order in which they were begun. Nothing of them is sent before they are reviewed. */
export type Staged = readonly StagedChange[];

/** Stages a new value of one column; a row that is as it was again is no change. */
export function stageValue(staged: Staged, id: string, row: Row, column: string, value: unknown): Staged {
  const known = staged.find(({ key }) => key === id);
  const before = known?.before ?? row;
  const data = { ...(known?.change.kind === 'update' ? known.change.data : {}), [column]: value };
  if (isSame(value, before[column])) delete data[column];
  if (Object.keys(data).length === 0) return discard(staged, id);
  return put(staged, { key: id, change: { kind: 'update', id, data }, before, problem: null });
}

/** Stages a row that does not exist yet, or another value of it. */
export function stageNew(staged: Staged, key: string, data: Row): Staged {
  return put(staged, { key, change: { kind: 'create', data }, before: null, problem: null });
}

/** Stages that a row is deleted, in place of whatever was staged of it. */
export function stageDelete(staged: Staged, id: string, row: Row): Staged {
  const before = staged.find(({ key }) => key === id)?.before ?? row;
  return put(staged, { key: id, change: { kind: 'delete', id }, before, problem: null });
}

export const discard = (staged: Staged, key: string): Staged => staged.filter((one) => one.key !== key);

function put(staged: Staged, change: StagedChange): Staged {
  const at = staged.findIndex(({ key }) => key === change.key);
  return at < 0 ? [...staged, change] : staged.with(at, change);
}

/** A row as it is to become; null when it is to be deleted. */
export function stagedRow(staged: Staged, id: string, row: Row): Row | null {
  const change = staged.find(({ key }) => key === id)?.change;
  if (change?.kind === 'delete') return null;
  return change?.kind === 'update' ? { ...row, ...change.data } : row;
}

/** Columns that are to change and that somebody else has changed since they were read. */
export function changedMeanwhile({ change, before }: StagedChange, now: Row): string[] {
  if (change.kind === 'create' || before === null) return [];
  const columns = change.kind === 'update' ? Object.keys(change.data) : Object.keys(before);
  return columns.filter((column) => !isSame(now[column], before[column]));
}

/** What brings back a row that was changed; null for what can't be brought back as it was. */
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
