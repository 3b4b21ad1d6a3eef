import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NAME_MAX, oneLine, shownLabel } from './one-line.ts';

describe('a name on one line', () => {
  it.each([
    ['collapses white space', '  Studio \t\n Nord  ', 'Studio Nord'],
    ['drops control characters', 'Shop\u0000\u001b[31m\u007f', 'Shop[31m'],
    ['drops what turns the direction', 'Shop\u202egnp.exe\u2066', 'Shopgnp.exe'],
    ['drops what has no width', 'Sh\u200bo\u2060p\ufeff\u00ad', 'Shop'],
    ['drops hidden texts in tags', 'Shop\u{e0049}\u{e0067}\u{e006e}', 'Shop'],
    ['drops joiners that join nothing', '\u200dShop\u200d \u200c2\u200d', 'Shop 2'],
    ['drops joiners in a row', 'نمی\u200c\u200c\u200cدانم', 'نمیدانم'],
  ])('%s', (_what, text, shown) => expect(oneLine(text)).toBe(shown));

  it.each([
    ['Persian', 'نمی\u200cدانم'],
    ['Hindi', 'क्\u200dष'],
    ['Malayalam, at the end of a word', 'അവന്\u200d കട'],
    ['a family', 'Die 👨\u200d👩\u200d👧 App'],
    ['a heart on fire', '❤\ufe0f\u200d🔥'],
    ['a firefighter with a skin', '👩🏽\u200d🚒'],
    ['a plain flag', '🇩🇪'],
  ])('keeps the joiners of %s', (_what, text) => expect(oneLine(text)).toBe(text));

  it('changes nothing that it has made, and leaves no control character in anything', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const once = oneLine(text);
        expect(oneLine(once)).toBe(once);
        expect(once).not.toMatch(/\p{Cc}|^\s|\s$|\s\s/u);
        expect(once.replace(/\p{Join_Control}/gu, '')).not.toMatch(/\p{Cf}/u);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a label that the service shows', () => {
  it('is cut to its bound between characters, and says that it was', () => {
    const shown = shownLabel('👩🏽'.repeat(400)) ?? '';
    expect([...shown]).toHaveLength(NAME_MAX);
    expect(shown.endsWith('…')).toBe(true);
    expect(shown.isWellFormed()).toBe(true);
    expect(shownLabel('l'.repeat(NAME_MAX))).toBe('l'.repeat(NAME_MAX));
  });

  it('of nothing that can be seen is none: the project goes by its id', () => {
    for (const label of [null, undefined, '', ' \n', '\u200d\u202e']) expect(shownLabel(label)).toBeNull();
  });
});
