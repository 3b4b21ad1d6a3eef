import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameProblem } from '../../shared/operations/new-project.ts';
import { suggestName } from './project-name.ts';

describe('suggestName', () => {
  it.each([
    ['Classes and prices, Studio Nord', 'example.org', 'classes-and-prices-studio-nord'],
    ['Äpfel & Öl: größer', '', 'aepfel-and-oel-groesser'],
    ['Crème brûlée', '', 'creme-brulee'],
    ["Don't panic", '', 'dont-panic'],
    ['101 Dalmatians', '', 'dalmatians'],
    ['Go', '', 'project-go'],
    ['دروس اليوغا', 'www.studio-nord.example', 'studio-nord-example'],
    ['🎉', '', 'new-project'],
    ['', '', 'new-project'],
    ['x'.repeat(60), '', 'x'.repeat(35)],
    ['A booking page for a small yoga studio in the north', '', 'booking-page-for-a-small-yoga'],
    ['The very long history of the Roman Empire', '', 'very-long-history-of-the-roman'],
    ['The very long history of the northernmost provinces', '', 'very-long-history'],
    ['Die Geschichte der Stadt und der umliegenden Dörfer', '', 'geschichte-der-stadt'],
    ['Classes and prices | Studio Nord', '', 'classes-and-prices'],
    ['Studio Nord – Home', '', 'studio-nord'],
    ['Docs | Studio Nord', '', 'docs-studio-nord'],
    ['The', '', 'new-project'],
    ['x dev dev y zebra', '', 'x-y-zebra'],
    ['Set up your dev environment', '', 'set-up-your-environment'],
    ['my-dev-tools', '', 'my-tools'],
  ])('makes %j (%s) into %s', (title, host, name) => {
    expect(suggestName(title, host)).toBe(name);
  });

  it('always fits the rules', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.webUrl(), (title, url) => {
        const name = suggestName(title, new URL(url).hostname);
        expect(nameProblem(name)).toBeNull();
        expect(name, 'reserved (RESERVED_PROJECT_NAME)').not.toContain('-dev-');
      }),
      { numRuns: 500 },
    );
  }, 60_000);

  it('keeps a name that already fits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z][a-z0-9-]{3,34}$/), (name) => {
        fc.pre(nameProblem(name) === null && !name.includes('-dev-'));
        expect(suggestName(name)).toBe(name);
      }),
    );
  });

  it('is found at once in a title with a long run of blanks', () => {
    const startedAt = performance.now();
    expect(suggestName(`Shop${'\u00a0'.repeat(100_000)}of tea | Tea`)).toBe('shop-of-tea');
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
