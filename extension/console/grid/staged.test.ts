import { describe, expect, test } from 'vitest';
import type { StagedChange } from './staged.ts';
import {
  changedMeanwhile,
  discard,
  isSendable,
  markSent,
  reverseOf,
  settleDone,
  settleFailed,
  stageDelete,
  stagedRow,
  stageNew,
  stageValue,
  type Typed,
} from './staged.ts';

const value = (of: unknown): Typed => ({ kind: 'value', value: of });
const ROW = { id: 'r1', name: 'Ada', seats: 2, tags: ['a'] };

describe('changes of rows before they are sent', () => {
  test('several columns of a row are one change, sent with only what differs', () => {
    const staged = stageValue(
      stageValue([], 'r1', ROW, 'name', value('Grace')),
      'r1',
      ROW,
      'seats',
      value(3),
    );
    expect(staged).toMatchObject([
      { change: { kind: 'update', id: 'r1', data: { name: 'Grace', seats: 3 } } },
    ]);
    expect(stagedRow(staged, 'r1', ROW)).toEqual({ ...ROW, name: 'Grace', seats: 3 });
  });

  test('a value that is put back is no change any more', () => {
    const staged = stageValue([], 'r1', ROW, 'tags', value(['b']));
    expect(stageValue(staged, 'r1', ROW, 'tags', value(['a']))).toEqual([]);
  });

  test('a deletion takes the place of what was staged of the row', () => {
    const staged = stageDelete(stageValue([], 'r1', ROW, 'name', value('Grace')), 'r1', ROW);
    expect(staged.map(({ change }) => change)).toEqual([{ kind: 'delete', id: 'r1' }]);
    expect(stagedRow(staged, 'r1', ROW)).toBeNull();
  });

  test('typing on in a new row changes that row, and makes no second one', () => {
    const staged = stageNew(stageNew([], '+1', 'name', value('G')), '+1', 'name', value('Grace'));
    expect(staged.map(({ change }) => change)).toEqual([{ kind: 'create', data: { name: 'Grace' } }]);
  });

  test('a text that is no value of its column stays with the change, which is not sent until it is one', () => {
    const staged = stageValue([], 'r1', ROW, 'seats', { kind: 'invalid', text: '3x' });
    expect(staged).toMatchObject([{ change: { data: {} }, invalid: { seats: '3x' } }]);
    expect(staged.filter(isSendable)).toEqual([]);
    expect(stageValue(staged, 'r1', ROW, 'seats', value(3)).filter(isSendable)).toHaveLength(1);
    expect(stageValue(staged, 'r1', ROW, 'seats', value(2))).toEqual([]);
  });
});

describe('a change that is being sent', () => {
  const [update] = stageValue([], 'r1', ROW, 'name', value('Grace')) as [StagedChange];
  const sent = markSent([update], update, 5);

  test('is marked only while it is what was reviewed', () => {
    expect(sent).toMatchObject([{ sentAt: 5 }]);
    const changed = stageValue([update], 'r1', ROW, 'name', value('Mary'));
    expect(markSent(changed, update, 5)).toEqual(changed);
    const refused = settleFailed(sent, 'r1', 'Changed meanwhile', { ...ROW, name: 'Mary' });
    expect(markSent(refused, update, 5), 'refused since it was reviewed').toEqual(refused);
  });

  test('is neither edited nor discarded, nor sent twice', () => {
    expect(stageValue(sent, 'r1', ROW, 'seats', value(3))).toEqual(sent);
    expect(discard(sent, 'r1')).toEqual(sent);
    expect(markSent(sent, update, 6)).toEqual(sent);
  });

  test('goes when it is done, and stays with its reason when it is not', () => {
    expect(settleDone(sent, 'r1')).toEqual([]);
    expect(settleFailed(sent, 'r1', 'refused')).toMatchObject([{ problem: 'refused', sentAt: null }]);
  });
});

describe('what somebody else changed meanwhile', () => {
  const [update] = stageValue([], 'r1', ROW, 'name', value('Grace')) as [StagedChange];

  test('is reported for a column that is to change, and not for the others', () => {
    expect(changedMeanwhile(update, { ...ROW, name: 'Mary' })).toEqual(['name']);
    expect(changedMeanwhile(update, { ...ROW, seats: 9 })).toEqual([]);
  });

  test('is not reported for an object whose names are in another order, as the browser stores them', () => {
    const [of] = stageValue([], 'r1', { at: { b: 1, a: 2 } }, 'at', value(null)) as [StagedChange];
    expect(changedMeanwhile(of, { at: { a: 2, b: 1 } })).toEqual([]);
  });

  test('is not reported for yes and no that one of two readings has as numbers', () => {
    const [of] = stageValue([], 'r1', { paid: 1 }, 'paid', value(0)) as [StagedChange];
    expect(changedMeanwhile(of, { paid: true })).toEqual([]);
    expect(changedMeanwhile(of, { paid: null })).toEqual(['paid']);
  });

  test('is reported for every column of a row that is to be deleted', () => {
    const [deletion] = stageDelete([], 'r1', ROW) as [StagedChange];
    expect(changedMeanwhile(deletion, { ...ROW, seats: 9 })).toEqual(['seats']);
  });
});

test('undo brings back the values as they were read; a deleted row has no way back', () => {
  const [update] = stageValue([], 'r1', ROW, 'name', value('Grace')) as [StagedChange];
  expect(reverseOf(update)?.change).toEqual({ kind: 'update', id: 'r1', data: { name: 'Ada' } });
  const [filled] = stageValue([], 'r1', { _id: 'r1' }, 'name', value('Grace')) as [StagedChange];
  expect(reverseOf(filled)?.change, 'nothing is brought back too').toMatchObject({ data: { name: null } });
  const [deletion] = stageDelete([], 'r1', ROW) as [StagedChange];
  expect(reverseOf(deletion)).toBeNull();
});
