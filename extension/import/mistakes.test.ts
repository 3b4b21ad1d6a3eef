import { expect, it } from 'vitest';
import type { TableProperty } from '../../shared/data-api/records.ts';
import { type Edits, planRows, withEdits } from './difference.ts';
import { sharedMistakes } from './mistakes.ts';
import type { Source } from './page-data.ts';

const KIND: TableProperty = {
  ...{ name: 'kind', propertyType: 'options', canRepeat: true },
  typeExtras: { options: [{ value: 'Gifts' }, { value: 'Tea' }] },
};
const PROPERTIES: TableProperty[] = [KIND, { name: 'price', propertyType: 'number', canRepeat: true }];
const context = { language: 'en-US', references: {}, uploads: {} };

function mistakesOf(cells: [kind: string, price: string][], edits: Edits = {}) {
  const source: Source = {
    ...{ kind: 'table', title: '', columns: ['kind', 'price'], total: cells.length, hidden: 0, path: null },
    rows: cells.map((row) => row.map((text) => ({ text }))),
  };
  const mapping = ['kind', 'price'];
  const rows = planRows(source, mapping, PROPERTIES, context, edits, [], [], new Set());
  return sharedMistakes(rows, source, mapping, PROPERTIES, edits).map(
    ({ property, text, rows: at }) => `${property.name} “${text}” ${at.join(' ')}`,
  );
}

it('groups the same text of one column, the mistakes of most rows first; one alone is no group', () => {
  expect(
    mistakesOf([
      ['Lamps', '1'],
      ['Gifts', 'on request'],
      ['Lamps', 'on request'],
      ['Rugs', 'on request'],
      ['Tea', '2'],
    ]),
  ).toEqual(['price “on request” 1 2 3', 'kind “Lamps” 0 2']);
});

it('asks a doubt of a column once, with what each cell may mean', () => {
  const source: Source = {
    ...{ kind: 'table', title: '', columns: ['price'], total: 3, hidden: 0, path: null },
    rows: ['1,200', '3,400', '2 kg'].map((text) => [{ text }]),
  };
  const rows = planRows(source, ['price'], PROPERTIES, { ...context, language: null }, {}, [], [], new Set());
  const [doubt, other] = sharedMistakes(rows, source, ['price'], PROPERTIES, {});
  expect(other).toBeUndefined();
  expect(doubt).toMatchObject({ text: '1,200', rows: [0, 1] });
  expect([...(doubt?.choices ?? [])]).toEqual([
    [0, [1200, 1.2]],
    [1, [3400, 3.4]],
  ]);
});

it('follows what was typed instead: put right it is gone, put wrong again it is a mistake of its own', () => {
  const cells: [string, string][] = [
    ['Lamps', '1'],
    ['Lamps', '1'],
    ['Lamps', '1'],
  ];
  const said = (...texts: string[]): Edits =>
    Object.fromEntries(texts.map((text, row) => [row, { kind: { text } }]));
  expect(mistakesOf(cells, said('Gifts', 'Gifts', 'Gifts'))).toEqual([]);
  expect(mistakesOf(cells, said('Lights', 'Lights', 'Gifts'))).toEqual(['kind “Lights” 0 1']);
});

it('an edit is put back in its cell alone, whatever was typed in the row since', () => {
  const before: Edits = { 0: { kind: { text: 'Gifts' } } };
  const said = withEdits(before, [0, 1], 'kind', () => ({ text: 'Lights' }));
  expect(said).toEqual({ 0: { kind: { text: 'Lights' } }, 1: { kind: { text: 'Lights' } } });
  const since = withEdits(said, [1], 'price', () => ({ text: '3' }));
  expect(withEdits(since, [0, 1], 'kind', (row) => before[row]?.kind)).toEqual({
    0: { kind: { text: 'Gifts' } },
    1: { price: { text: '3' } },
  });
  expect(
    withEdits(before, [0], 'kind', () => undefined),
    'nothing was said of any row',
  ).toEqual({});
});
