import { describe, expect, it } from 'vitest';
import { extraFields, parsePages, scanProperties, scanSources } from './scan.ts';

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

describe('what else a scan requests', () => {
  const items = {
    ...{ id: 't9', type: 'item', label: 'Items', description: '' },
    properties: [
      { name: 'what', propertyType: 'string', label: 'What' },
      { name: 'total', propertyType: 'number' },
      {
        ...{ name: 'bill', propertyType: 'objectReference' },
        objectReference: { objectReferenceTypeId: 't1', objectReferenceRelation: 'manyToOne' as const },
      },
    ],
  };
  const lines = {
    ...{ name: 'lines', propertyType: 'objectReference', label: 'Lines' },
    objectReference: { objectReferenceTypeId: 't9', objectReferenceRelation: 'oneToMany' as const },
  };

  it('is what belongs to a record in another table, as a list of objects (data reference, Scan properties)', () => {
    expect(scanProperties([lines], [items])).toEqual({
      lines: {
        ...{ type: 'array', description: 'Lines' },
        items: {
          type: 'object',
          properties: {
            what: { type: 'string', description: 'What' },
            total: { type: 'number', description: 'total' },
          },
        },
      },
    });
    expect(scanProperties([lines], [])).toEqual({});
  });

  it('is the fields of the table beside those of an invoice, in the types that these may have', () => {
    expect(
      extraFields([
        { name: 'due', propertyType: 'date' },
        { name: 'paid', propertyType: 'boolean' },
        { name: 'weight', propertyType: 'number' },
        lines,
      ]),
    ).toEqual({
      due: { type: 'string', description: 'due' },
      paid: { type: 'boolean', description: 'paid' },
      weight: { type: 'number', description: 'weight' },
    });
  });
});

describe('what a scan found', () => {
  const file = { name: 'bill.pdf', stored: 'abc.pdf' };

  it('is a row whose empty cells say that nothing was found, with the file', () => {
    const [source] =
      scanSources({ total: 12.5, date: '2026-10-02', more: ['a', 'b'] }, ['name', 'total', 'date'], file) ??
      [];
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
    expect(scanSources([{ a: 1 }, { a: 2 }], ['a'], file)?.[0].rows).toHaveLength(2);
    expect(scanSources('done', ['a'], file)).toBeNull();
  });
});
