import { describe, expect, test } from 'vitest';
import {
  changedMeanwhile,
  reverseOf,
  type StagedChange,
  stageDelete,
  stagedRow,
  stageNew,
  stageValue,
} from './staged.ts';

const ROW = { id: 'r1', name: 'Ada', seats: 2, tags: ['a'] };

describe('changes of rows before they are sent', () => {
  test('several columns of a row are one change, sent with only what differs', () => {
    const staged = stageValue(stageValue([], 'r1', ROW, 'name', 'Grace'), 'r1', ROW, 'seats', 3);
    expect(staged).toMatchObject([
      { change: { kind: 'update', id: 'r1', data: { name: 'Grace', seats: 3 } } },
    ]);
    expect(stagedRow(staged, 'r1', ROW)).toEqual({ ...ROW, name: 'Grace', seats: 3 });
  });

  test('a value that is put back is no change any more', () => {
    const staged = stageValue([], 'r1', ROW, 'tags', ['b']);
    expect(stageValue(staged, 'r1', ROW, 'tags', ['a'])).toEqual([]);
  });

  test('a deletion takes the place of what was staged of the row', () => {
    const staged = stageDelete(stageValue([], 'r1', ROW, 'name', 'Grace'), 'r1', ROW);
    expect(staged.map(({ change }) => change)).toEqual([{ kind: 'delete', id: 'r1' }]);
    expect(stagedRow(staged, 'r1', ROW)).toBeNull();
  });

  test('typing on in a new row changes that row, and makes no second one', () => {
    const staged = stageNew(stageNew([], '+1', { name: 'G' }), '+1', { name: 'Grace' });
    expect(staged.map(({ change }) => change)).toEqual([{ kind: 'create', data: { name: 'Grace' } }]);
  });
});

describe('what somebody else changed meanwhile', () => {
  const [update] = stageValue([], 'r1', ROW, 'name', 'Grace') as [StagedChange];

  test('is reported for a column that is to change, and not for the others', () => {
    expect(changedMeanwhile(update, { ...ROW, name: 'Mary' })).toEqual(['name']);
    expect(changedMeanwhile(update, { ...ROW, seats: 9 })).toEqual([]);
  });

  test('is reported for every column of a row that is to be deleted', () => {
    const [deletion] = stageDelete([], 'r1', ROW) as [StagedChange];
    expect(changedMeanwhile(deletion, { ...ROW, seats: 9 })).toEqual(['seats']);
  });
});

test('undo brings back the values as they were read; a deleted row has no way back', () => {
  const [update] = stageValue([], 'r1', ROW, 'name', 'Grace') as [StagedChange];
  expect(reverseOf(update)?.change).toEqual({ kind: 'update', id: 'r1', data: { name: 'Ada' } });
  const [deletion] = stageDelete([], 'r1', ROW) as [StagedChange];
  expect(reverseOf(deletion)).toBeNull();
});
