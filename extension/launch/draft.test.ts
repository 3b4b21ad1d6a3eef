import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageCapture } from '../capture/page-capture.ts';
import { fillTemplate, matchesAddress, templateFor, unfilledIn, withCapture } from './draft.ts';
import { draftFixture } from './entry-fixture.ts';

const capture: PageCapture = {
  kind: 'article',
  title: 'Classes {date}',
  url: 'https://studio.example/classes',
  capturedAt: 0,
  markdown: 'text',
  candidates: [],
  notes: [],
};
const { reference } = withCapture(draftFixture(), capture);

describe('fillTemplate', () => {
  it('fills from the page, once, and leaves other braces alone', () => {
    expect(
      fillTemplate('A page like {title} at {host}, {date}. Use {json} and { }.', reference, '21 Nov'),
    ).toBe('A page like Classes {date} at studio.example, 21 Nov. Use {json} and { }.');
  });
  it('keeps what waits for a page, names it, and fills it once a page is read', () => {
    const words = fillTemplate('Like {title}, {date}', null, '21 Nov');
    expect(words).toBe('Like {title}, 21 Nov');
    const draft = draftFixture({ words, templateId: 't1', reference: null });
    expect(unfilledIn(draft)).toBe('{title}');
    expect(unfilledIn({ ...draft, templateId: null }), 'braces of the own words are safe').toBeNull();
    const filled = withCapture(draft, capture);
    expect(filled.words).toBe('Like Classes {date}, 21 Nov');
    expect(unfilledIn(filled)).toBeNull();
  });
});

describe('matchesAddress', () => {
  it.each([
    ['studio.example', 'https://studio.example/a/b?c', true],
    ['studio.example', 'https://www.studio.example/', true],
    ['https://studio.example/classes/*', 'https://studio.example/classes/2', true],
    ['*.example', 'https://a.b.example/', true],
    ['*/*/issues/*', 'https://code.example/x/issues/7', true],
    ['studio.example/classes', 'https://studio.example/classes/2', false],
    ['studio.example', 'https://evil.example/studio.example', false],
    ['studio.example', 'https://studio.example.evil.org/', false],
    ['', 'https://studio.example/', false],
    ['a*', 'nonsense', false],
  ])('%s on %s: %s', (pattern, address, fits) => expect(matchesAddress(pattern, address)).toBe(fits));

  it('agrees with a regular expression', () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 6 });
    fc.assert(
      fc.property(part, fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 }), (pattern, path) => {
        const expected = new RegExp(`^/${pattern.replaceAll('*', '.*')}$`).test(`/${path}`);
        expect(matchesAddress(`e.org/${pattern}`, `https://e.org/${path}`)).toBe(expected);
      }),
    );
  });
});

describe('templateFor', () => {
  it('takes the first that fits', () => {
    const of = (id: string, addressPattern: string) => ({ id, name: id, text: '', addressPattern });
    expect(templateFor([of('a', ''), of('b', 'e.org'), of('c', '*')], 'https://e.org/')?.id).toBe('b');
    expect(templateFor([of('a', '')], 'https://e.org/')).toBeNull();
  });
});
