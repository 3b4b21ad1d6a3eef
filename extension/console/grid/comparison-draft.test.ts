import { describe, expect, it } from 'vitest';
import {
  comparisonOf,
  conditionWords,
  controlIn,
  draftOf,
  operatorsOf,
  readDrafts,
  withColumn,
} from './comparison-draft.ts';
import { type Column, OPERATORS } from './row-source.ts';
import type { PropertyControl } from './values.ts';

const seats: Column = { name: 'seats', label: 'Seats', control: { kind: 'number' }, type: null };
const note: Column = { name: 'note', label: 'Note', control: { kind: 'text' }, type: null };
const guest: Column = {
  ...{ name: 'guest', label: 'Guest', control: { kind: 'text' }, type: null },
  choices: () => Promise.resolve([]),
};
const source = { operators: OPERATORS, columns: [seats, note, guest] };
const TEXT: PropertyControl = { kind: 'text' };

it.each([
  [{ kind: 'number' }, 'gt', 'contains'],
  [{ kind: 'date', withHour: true }, 'lte', 'contains'],
  [{ kind: 'text' }, 'contains', 'gt'],
  [{ kind: 'boolean' }, 'ne', 'contains'],
  [{ kind: 'options', options: ['a'], multiple: true }, 'eq', 'gte'],
] satisfies [PropertyControl, string, string][])(
  'a condition on %j may say %s and not %s, which its backend refuses (gaps page, filter operators)',
  (control, fits, not) => {
    const found = operatorsOf({ ...source, columns: [{ name: 'x', label: 'x', control, type: null }] }, 'x');
    expect(found).toContain(fits);
    expect(found).not.toContain(not);
  },
);

it('an instant is compared by the field of a date, and equal only as it is stored (service reference, Database routes)', () => {
  const sample = [{ created_at: null }, { created_at: '2026-11-25T03:04:41.120Z' }];
  const control = controlIn(undefined, 'created_at', sample, 'gte');
  const typed = { column: 'created_at', op: 'gte', text: '2026-11-25T10:00', options: '' } as const;
  expect(comparisonOf(typed, undefined, control)?.value).toBe(new Date(2026, 10, 25, 10).toISOString());
  expect(controlIn(undefined, 'created_at', sample, 'eq')).toEqual(TEXT);
});

it('a source offers no operator that it does not know', () => {
  expect(operatorsOf({ ...source, operators: ['eq', 'gte'] }, 'seats')).toEqual(['eq', 'gte']);
  expect(operatorsOf({ ...source, operators: ['eq', 'gte'] }, 'note')).toEqual(['eq']);
});

it('another column keeps the operator where it fits', () => {
  expect(withColumn(source, 'seats', 'gte').op).toBe('gte');
  expect(withColumn(source, 'note', 'gte').op).toBe('eq');
});

describe('a comparison that is written', () => {
  const written = (op: (typeof OPERATORS)[number], text: string, options = '') => ({
    ...{ column: 'x', op, text, options },
  });

  it('is none while its value or its expression is not valid', () => {
    expect(comparisonOf(written('gte', '3x'), seats, { kind: 'number' })).toBeNull();
    expect(comparisonOf(written('regex', '(a'), note, TEXT)).toBeNull();
    expect(comparisonOf(written('regex', ''), note, TEXT)).toBeNull();
    expect(comparisonOf(written('regex', '^a+', 'i'), note, TEXT)).toEqual({
      ...{ column: 'x', op: 'regex', value: '^a+', options: 'i' },
    });
  });

  it.each([
    [{ column: 'seats', op: 'gte' as const, value: 2.5 }, seats, { kind: 'number' as const }],
    [{ column: 'note', op: 'contains' as const, value: 'a.b' }, note, TEXT],
    [{ column: 'note', op: 'regex' as const, value: 'a.b', options: 'ms' }, note, TEXT],
    [{ column: 'guest', op: 'ne' as const, value: null }, guest, TEXT],
    [{ column: 'guest', op: 'eq' as const, value: 'g1' }, guest, TEXT],
  ])('is the same after it was opened again: %j', (comparison, column, control) => {
    expect(comparisonOf(draftOf(comparison, column, control), column, control)).toEqual(comparison);
  });

  it('is read again as it was stored, and is none where another version stored it', () => {
    const drafts = [written('regex', '^a', 'i')];
    expect(readDrafts(JSON.stringify(drafts))).toEqual(drafts);
    expect(readDrafts('[{"column":1}]')).toEqual([]);
    expect(readDrafts('x')).toEqual([]);
  });
});

it('a condition with alternatives is said as one sentence', () => {
  const or = [{ column: 'note', op: 'contains' as const, value: 'late' }];
  expect(conditionWords({ column: 'seats', op: 'gte', value: 2, or }, source)).toBe(
    'Seats is at least 2 or Note contains late',
  );
});

it('a condition on yes or no begins at yes', () => {
  const paid: Column = { name: 'paid', label: 'Paid', control: { kind: 'boolean' }, type: null };
  expect(withColumn({ ...source, columns: [paid, note] }, 'paid', 'eq').text).toBe('true');
  expect(withColumn({ ...source, columns: [paid, note] }, 'note', 'eq').text).toBe('');
});
