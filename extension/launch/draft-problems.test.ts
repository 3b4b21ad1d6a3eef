import { describe, expect, it } from 'vitest';
import { type Attachment, DESIGNTOOL_TOKEN, type Draft, type SecretSlot } from '../storage/drafts.ts';
import { capOf, draftProblems, fieldOfRefusal } from './draft-problems.ts';
import { draftFixture } from './entry-fixture.ts';

const codesOf = (changes: Partial<Draft>, withValue: string[] = []) =>
  draftProblems(draftFixture(changes), new Set(withValue)).map((found) => found.code);
const byAddress = (url: string, name = 'photo.jpg'): Attachment => ({
  id: url,
  name,
  description: '',
  source: { kind: 'address', url },
});
const slot = (id: string, name: string): SecretSlot => ({ id, name, environment: 'both' });
const settings = draftFixture().settings;

describe('draftProblems (service reference, Launch Project)', () => {
  it('finds nothing in a draft that would launch', () => expect(codesOf({})).toEqual([]));

  it.each<[string, Partial<Draft>, string[]]>([
    ['no words', { words: ' \n' }, ['words-empty']],
    ['a template that waits for a page', { words: 'Like {host}', templateId: 't1' }, ['words-unfilled']],
    ['a short name', { name: 'abc' }, ['name-short']],
    ['a label over 80', { label: '🪔'.repeat(81) }, ['label-long']],
    ['a label over 80 letters', { label: 'x'.repeat(81) }, ['label-long']],
    ['a description over 500', { description: 'x'.repeat(501) }, ['description-long']],
    ['a cap of nothing', { settings: { ...settings, developmentCap: '0' } }, ['cap-not-positive']],
    [
      '11 attachments',
      { attachments: Array.from({ length: 11 }, (_, at) => byAddress(`https://e.org/${at}`)) },
      ['attachments-many'],
    ],
    [
      'an attachment without a name',
      { attachments: [byAddress('https://e.org/a', ' ')] },
      ['attachment-unnamed'],
    ],
    [
      'an address of this machine',
      { attachments: [byAddress('http://localhost/a')] },
      ['attachment-address'],
    ],
    [
      'a huge file',
      { attachments: [{ ...byAddress('x'), source: { kind: 'file', bytes: 9e6, mime: 'image/png' } }] },
      ['attachment-large'],
    ],
    [
      '51 secrets',
      { secrets: Array.from({ length: 51 }, (_, at) => slot('s', `NAME_${at}`)) },
      ['secrets-many'],
    ],
    ['a secret without a name', { secrets: [slot('s', '')] }, ['secret-unnamed']],
    ['a secret twice', { secrets: [slot('s', 'KEY'), slot('s', 'KEY')] }, ['secret-twice']],
  ])('finds %s', (_what, changes, codes) => expect(codesOf(changes, ['s'])).toEqual(codes));

  it('asks again for a secret whose value is gone', () => {
    expect(codesOf({ secrets: [slot('a', 'A'), slot('b', 'B')] }, ['a'])).toEqual(['secret-valueless']);
  });

  it("asks again for a design tool's token that is gone", () => {
    expect(codesOf({ designtool: true }, [])).toEqual(['designtool-valueless']);
    expect(codesOf({ designtool: true }, [DESIGNTOOL_TOKEN])).toEqual([]);
  });

  it('takes names with hyphens wherever the service does', () => {
    for (const name of ['studio-', 'studio--nord']) expect(codesOf({ name })).toEqual([]);
  });

  it('takes the largest that the service takes', () => {
    expect(codesOf({ label: '🪔'.repeat(80), description: 'x'.repeat(500), name: 'a'.repeat(35) })).toEqual(
      [],
    );
  });
});

describe('capOf', () => {
  it.each([
    ['', null],
    ['500', 500],
    [' 12,5 ', 12.5],
    ['0', 'invalid'],
    ['-1', 'invalid'],
    ['1e9', 'invalid'],
    ['many', 'invalid'],
  ] as const)('reads %j as %s', (typed, credits) => expect(capOf(typed)).toBe(credits));
});

describe('refusals', () => {
  it('point at the field that mends them', () => {
    expect(fieldOfRefusal('INVALID_PROJECT_NAME')).toBe('name');
    expect(fieldOfRefusal('RESERVED_PROJECT_NAME')).toBe('name');
    expect(fieldOfRefusal('DUPLICATE_SECRET_NAME')).toBe('secrets');
    expect(fieldOfRefusal('INSUFFICIENT_CREDITS')).toBeNull();
  });
  it('take a code of tomorrow', () => {
    expect(fieldOfRefusal('BRAND_NEW')).toBeNull();
    expect(fieldOfRefusal('toString')).toBeNull();
  });
});
