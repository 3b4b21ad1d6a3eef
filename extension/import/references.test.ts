import { describe, expect, it } from 'vitest';
import type { Table } from '../../shared/data-api/records.ts';
import { convert, plainText } from './convert.ts';
import { exactQuestions, likeQuestions, namedApart, nameRecords, referencesOf } from './references.ts';

const STAFF: Table = {
  id: 't9',
  type: 'staff',
  label: 'Staff',
  description: null,
  properties: [
    { name: 'code', propertyType: 'string', canRepeat: false },
    { name: 'name', propertyType: 'string', canRepeat: true },
  ],
};
const teacher = (objectReferenceRelation: string) => ({
  name: 'teacher',
  propertyType: 'objectReference',
  canRepeat: true,
  objectReference: { objectReferenceTypeId: 't9', objectReferenceRelation },
});
const RECORDS = [
  { _id: 'a1', name: 'Maja Lind' },
  { _id: 'b2', name: 'Ole Brandt', createdAt: '2026-01-02', room: 'Hall', code: 'OB1' },
  { _id: 'c3', name: 'Ole Brandt', createdAt: '2026-01-03', room: 'Hall', code: 'OB2' },
];

const converted = (text: string) => {
  const named = nameRecords(['maja  LIND', 'M. Lind', 'Ole Brandt', 'Nobody', ''], RECORDS, 'name');
  const context = { language: null, uploads: {}, references: { teacher: { kind: 'done' as const, named } } };
  return convert({ text }, teacher('manyToOne'), context);
};

describe('a reference by its name', () => {
  it('is found by the name that a table has for its records; only what a record is made with is one', () => {
    expect(referencesOf([teacher('manyToOne')], [STAFF])).toEqual([
      { property: 'teacher', table: 'staff', nameProperty: 'name' },
    ]);
    expect(referencesOf([teacher('manyToMany'), teacher('oneToMany')], [STAFF])).toEqual([]);
  });

  it('is the one record of just that name, whatever its case and spaces', () => {
    expect(converted('maja  LIND')).toEqual({ kind: 'value', value: 'a1', label: 'Maja Lind' });
  });

  it('needs the user’s choice where two have the name, and where one is only similar', () => {
    expect(converted('Ole Brandt')).toMatchObject({
      kind: 'ambiguous',
      choices: ['b2', 'c3'],
      labels: ['Ole Brandt · OB1', 'Ole Brandt · OB2'],
    });
    expect(converted('M. Lind')).toEqual({ kind: 'ambiguous', choices: ['a1'], labels: ['Maja Lind'] });
  });

  it('has its id with its name where nothing else tells two of that name apart', () => {
    const alike = [
      { id: 'b2', name: 'Ole' },
      { id: 'c3', name: 'ole' },
      { id: 'a1', name: 'Maja' },
    ];
    expect(namedApart(alike, []).map(({ name }) => name)).toEqual(['Ole · b2', 'ole · c3', 'Maja']);
  });

  it('is a problem where there is none, and while nothing was read', () => {
    expect(converted('Nobody')).toEqual({ kind: 'problem', problem: { kind: 'no-record' } });
    expect(converted('Somebody else')).toMatchObject({ problem: { kind: 'not-read' } });
  });

  it('is looked for by an expression in which nothing of the name is a command', () => {
    const [[question] = []] = exactQuestions('name', ['A.+ (B)']);
    expect(question).toEqual({ name: { regex: '^\\s*A\\.\\+\\s+\\(B\\)\\s*$', options: 'i' } });
    expect(likeQuestions('name', ['M. Lind', '?'])).toEqual([[{ name: { regex: 'lind', options: 'i' } }]]);
    expect(
      exactQuestions(
        'name',
        Array.from({ length: 60 }, (_, n) => `n${n}`),
      ).map((one) => one.length),
    ).toEqual([25, 25, 10]);
    expect(plainText(' A  B ')).toBe('a b');
  });
});
