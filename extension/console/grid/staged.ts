import type { Row } from '../../../shared/builder-api/database.ts';
import { isSame } from '../../storage/same-value.ts';
import { idOf, type RecordChange } from './row-source.ts';

/** A change of a row that was not sent yet, or failed. */
export type StagedChange = {
  /** Identifies staged changes: the row's id, or a new one for a new row. */
  key: string;
  change: RecordChange;
  /** The row as read when the edit started; null for a new one. */
  before: Row | null;
  /** Texts by column that are no value of it yet, as typed: the change is not sent until they are. */
  invalid?: Record<string, string> | undefined;
  /** Why it was refused, or why its outcome is unknown; null while unsent. */
  problem: string | null;
  /** When it was sent; null before, and once its outcome is known. */
  sentAt: number | null;
};

/** Changes of one table, in order. Nothing is sent before a review. */
export type Staged = readonly StagedChange[];

/** What the user types into one column: a value, or a text that is none yet. */
export type Typed = { kind: 'value'; value: unknown } | { kind: 'invalid'; text: string };

/** Stages what was typed into one column; a row with its original values is no change. */
export function stageValue(staged: Staged, id: string, row: Row, column: string, typed: Typed): Staged {
  const known = staged.find(({ key }) => key === id);
  const before = known?.before ?? row;
  const data = { ...(known?.change.kind === 'update' ? known.change.data : {}) };
  if (typed.kind === 'value') {
    data[column] = typed.value;
    if (isSame(typed.value, before[column])) delete data[column];
  }
  const invalid = invalidWith(known, column, typed);
  if (Object.keys(data).length === 0 && invalid === undefined) return discard(staged, id);
  return put(staged, { key: id, change: { kind: 'update', id, data }, before, invalid });
}

export function stageNew(staged: Staged, key: string, column: string, typed: Typed): Staged {
  const known = staged.find((one) => one.key === key);
  const data = { ...(known?.change.kind === 'create' ? known.change.data : {}) };
  if (typed.kind === 'value') data[column] = typed.value;
  const invalid = invalidWith(known, column, typed);
  return put(staged, { key, change: { kind: 'create', data }, before: null, invalid });
}

/** Stages the deletion of a row, which replaces its other changes. */
export function stageDelete(staged: Staged, id: string, row: Row): Staged {
  const before = staged.find(({ key }) => key === id)?.before ?? row;
  return put(staged, { key: id, change: { kind: 'delete', id }, before });
}

/** Takes a change away, unless it is being sent. */
export const discard = (staged: Staged, key: string): Staged =>
  staged.filter((one) => one.key !== key || one.sentAt !== null);

/** Takes all changes away that are not being sent. */
export const discardAll = (staged: Staged): Staged => staged.filter(({ sentAt }) => sentAt !== null);

/** Brings back what was discarded, unless its row has another change by now. */
export const bringBack = (staged: Staged, discarded: Staged): Staged => [
  ...staged,
  ...discarded.filter(({ key }) => staged.every((one) => one.key !== key)),
];

export const stageAll = (staged: Staged, changes: Staged): Staged => changes.reduce(put, staged);

/** What is being sent stays as it was sent. */
function put(staged: Staged, change: Omit<StagedChange, 'problem' | 'sentAt'>): Staged {
  const at = staged.findIndex(({ key }) => key === change.key);
  const { invalid, ...rest } = change;
  const entry = { ...rest, ...(invalid && { invalid }), problem: null, sentAt: null };
  if (at < 0) return [...staged, entry];
  return staged[at]?.sentAt === null ? staged.with(at, entry) : staged;
}

function invalidWith(
  known: StagedChange | undefined,
  column: string,
  typed: Typed,
): Record<string, string> | undefined {
  const { [column]: _, ...others } = known?.invalid ?? {};
  const invalid = typed.kind === 'invalid' ? { ...others, [column]: typed.text } : others;
  return Object.keys(invalid).length > 0 ? invalid : undefined;
}

/** Whether a change can be sent: it is complete, and not being sent. */
export const isSendable = ({ invalid, sentAt }: StagedChange): boolean =>
  invalid === undefined && sentAt === null;

/** Marks a change as being sent if it, its problem and the row it is compared with are still as reviewed. */
export const markSent = (staged: Staged, reviewed: StagedChange, sentAt: number): Staged =>
  staged.map((one) =>
    one.key === reviewed.key && isSendable(one) && isSame(one, reviewed) ? { ...one, sentAt } : one,
  );

/** Takes away what was sent. */
export const settleDone = (staged: Staged, key: string): Staged =>
  staged.filter((one) => one.key !== key || one.sentAt === null);

/** Keeps a change that failed, with the reason. `before`: the current row, if somebody else changed it. */
export const settleFailed = (staged: Staged, key: string, problem: string, before?: Row): Staged =>
  staged.map((one) =>
    one.key === key && one.sentAt !== null
      ? { ...one, problem, sentAt: null, ...(before && { before }) }
      : one,
  );

/** A row with its staged changes; null when it will be deleted. */
export function stagedRow(staged: Staged, id: string, row: Row): Row | null {
  const change = staged.find(({ key }) => key === id)?.change;
  if (change?.kind === 'delete') return null;
  return change?.kind === 'update' ? { ...row, ...change.data } : row;
}

export const valuesIn = (staged: Staged): Row[] =>
  staged.flatMap(({ before, change }) => [before ?? {}, change.kind === 'delete' ? {} : change.data]);

/**
 * Columns to change that somebody else changed since they were read. One with the wanted value already is
 * none: the change may have been made, and its answer lost.
 */
export function changedMeanwhile(
  { change, before }: Pick<StagedChange, 'change' | 'before'>,
  now: Row,
): string[] {
  if (change.kind === 'create' || before === null) return [];
  const isChanged = (column: string) => !isSame(asStored(now[column]), asStored(before[column]));
  return change.kind === 'update'
    ? Object.keys(change.data).filter(
        (column) => isChanged(column) && !isSame(now[column], change.data[column]),
      )
    : Object.keys(before).filter((column) => column in now && isChanged(column));
}

/** Yes and no as the answer of a statement may have them, by which rows are found too. */
const asStored = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value);

/** Change that restores a row, or deletes the new one (`made`, if known); null if it can't be undone. */
export function reverseOf({ key, change, before }: StagedChange, made?: Row): StagedChange | null {
  const id = made && idOf(made);
  if (change.kind === 'create' && made && id != null)
    return { key: id, change: { kind: 'delete', id }, before: made, problem: null, sentAt: null };
  if (change.kind !== 'update' || before === null) return null;
  const columns = Object.keys(change.data);
  const data = Object.fromEntries(columns.map((column) => [column, before[column] ?? null]));
  return {
    key,
    change: { kind: 'update', id: change.id, data },
    before: { ...before, ...change.data },
    problem: null,
    sentAt: null,
  };
}
