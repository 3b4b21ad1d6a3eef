import { describe, expect, it } from 'vitest';
import { parsePages, scanProperties, scanSource } from './scan.ts';

describe('the pages of a scan', () => {
  it.each([
    ['', []],
    ['2', [2]],
    ['1-3, 5', [1, 2, 3, 5]],
    ['3, 1–2, 2', [1, 2, 3]],
    ['0', null],
    ['3-1', null],
    ['all', null],
    ['1-9999', null],
  ])('"%s" are %j', (text, pages) => expect(parsePages(text)).toEqual(pages));
});

describe('what a scan requests (data reference, Scan properties)', () => {
  it('is each property of the table that a text can fill, by its label and description', () => {
    const property = (name: string, propertyType: string, more = {}) => ({ name, propertyType, ...more });
    expect(
      scanProperties([
        property('supplier', 'objectReference', {
          label: 'Supplier',
          objectReference: { objectReferenceTypeId: 't', objectReferenceRelation: 'manyToOne' },
        }),
        property('total', 'number', { label: 'Total', description: 'With tax' }),
        property('date', 'date'),
        property('kind', 'options', { typeExtras: { options: [{ value: 'bill' }, { value: 'note' }] } }),
        property('photo', 'file'),
      ]),
    ).toEqual({
      supplier: { type: 'string', description: 'Supplier' },
      total: { type: 'number', description: 'Total: With tax' },
      date: { type: 'string', format: 'date', description: 'date' },
      kind: { type: 'string', enum: ['bill', 'note'], description: 'kind' },
    });
  });
});

describe('what a scan found', () => {
  const file = { name: 'bill.pdf', stored: 'abc.pdf' };

  it('is a row whose empty cells say that nothing was found, with the file', () => {
    const source = scanSource(
      { total: 12.5, date: '2026-10-02', more: ['a', 'b'] },
      ['name', 'total', 'date'],
      file,
    );
    expect(source?.columns).toEqual(['name', 'total', 'date', 'more', '']);
    expect(source?.rows).toEqual([
      [
        { text: '' },
        { text: '12.5', value: '12.5' },
        { text: '2026-10-02', value: '2026-10-02' },
        { text: 'a, b' },
        { text: 'bill.pdf', file: 'abc.pdf' },
      ],
    ]);
  });

  it('is a row of each page where pages are scanned apart, and nothing where it is no response', () => {
    expect(scanSource([{ a: 1 }, { a: 2 }], ['a'], file)?.rows).toHaveLength(2);
    expect(scanSource('done', ['a'], file)).toBeNull();
  });
});
