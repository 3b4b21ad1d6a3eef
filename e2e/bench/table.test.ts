import { expect, test } from 'vitest';
import { countFigure, ratioFigure } from './figure.ts';
import { toTable, withFigures } from './table.ts';

const one = { value: 1, low: 0.98, high: 1.02 };
const comparison = {
  ours: 2.8,
  reference: 2,
  ratio: { value: 1.4, low: 1.3, high: 1.45 },
  control: one,
  isVoid: false,
};
const asked = (askedRatio: number | null) => ({ unit: 'ms', askedRatio });

test('a ratio is met, missed, void or informational', () => {
  expect(ratioFigure('read', comparison, asked(1.5)).outcome).toBe('met');
  expect(ratioFigure('read', comparison, asked(1.3)).outcome).toBe('missed');
  expect(ratioFigure('read', { ...comparison, isVoid: true }, asked(1.5)).outcome).toBe('void');
  expect(ratioFigure('read', comparison, asked(null)).outcome).toBe('informational');
});

test('a void run that was made again says so', () => {
  expect(ratioFigure('read', { ...comparison, attempts: 2 }, asked(1.5)).what).toContain('run 2');
});

test('a count is met up to and with its figure', () => {
  expect(countFigure('lists', 0, { unit: '', atMost: 0 }).outcome).toBe('met');
  expect(countFigure('lists', 1, { unit: '', atMost: 0 }).outcome).toBe('missed');
});

test('the table shows every figure with its interval and its control', () => {
  const table = toTable([ratioFigure('read', comparison, asked(1.5))]);
  expect(table.split('\n')).toHaveLength(3);
  expect(table).toContain(
    '| read | 2.80 ms | 2.00 ms   | 1.40x | 1.30-1.45 | 1.00x (0.98-1.02) | at most 1.5x | yes |',
  );
});

test('what is measured anew takes the place of what was, and the others stay', () => {
  const lists = (value: number) => countFigure('lists', value, { unit: '', atMost: 0 });
  const read = ratioFigure('read', comparison, asked(1.5));
  const writes = countFigure('writes', 3, { unit: '', atMost: 9 });
  expect(withFigures(toTable([lists(1), read]), [lists(0), writes])).toBe(toTable([lists(0), read, writes]));
  const again = { ...read, what: 'read (run 2, the ones before it were void)' };
  expect(withFigures(toTable([again]), [read]), 'whichever run it is of').toBe(toTable([read]));
});
