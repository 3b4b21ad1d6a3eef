import { describe, expect, test } from 'vitest';
import { browser } from 'wxt/browser';
import type { Since } from '../../shared/attention/item.ts';
import { FEATURES } from '../../shared/builder-api/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { attentionView } from '../attention/view.ts';
import { popupStates, type SeededStorage } from '../fixtures/popup-states.ts';
import { featureName, itemWords, unitName } from './attention-words.ts';
import {
  formatAgo,
  formatAmountRange,
  formatClock,
  formatDay,
  formatDuration,
  formatDurationRange,
  formatExact,
  formatUntil,
} from './format.ts';
import { namingOf } from './naming.ts';

const NOW = Date.UTC(2026, 10, 21, 15, 13);

/** A number and its unit stay on one line. */
const together = (words: string) => (words === 'just now' ? words : words.replaceAll(' ', '\u00a0'));

test.each([
  [0, 'just now'],
  [-5 * SECOND_MS, 'just now'],
  [42 * SECOND_MS, 'just now'],
  [3 * MINUTE_MS, '3 min ago'],
  [2 * HOUR_MS, '2 hr ago'],
  [9 * DAY_MS, '9 days ago'],
])('%i ms ago is "%s"', (ms, words) => {
  expect(formatAgo(NOW - ms, NOW)).toBe(together(words));
});

test.each([1e300, -1e300, Number.NaN, Number.POSITIVE_INFINITY])(
  'an instant of %s has words too: nothing that was stored can keep a page from being drawn',
  (at) => {
    for (const words of [formatClock(at, NOW), formatExact(at), formatDay(at)]) expect(words).not.toBe('');
  },
);

test('what is almost over resets in a minute, not now', () => {
  expect(formatUntil(NOW + 1, NOW)).toBe(together('in 1 min'));
});

test.each([
  [9.1 * DAY_MS, 'in 10 days'],
  [9 * DAY_MS, 'in 9 days'],
  [119 * MINUTE_MS, 'in 2 hr'],
  [47.5 * HOUR_MS, 'in 2 days'],
  [59.5 * MINUTE_MS, 'in 1 hr'],
])('what is %i ms ahead is "%s": rounded up, never promised too early', (ms, words) => {
  expect(formatUntil(NOW + ms, NOW)).toBe(together(words));
});

test.each([
  ['monthlyUnitCap', 'units'],
  ['monthlyCreditCap', 'credits'],
  ['session_minutes', 'session minutes'],
  ['moon_phases', 'moon phases'],
  [null, 'credits'],
])('a cap of %s counts %s', (capKind, words) => {
  expect(unitName(capKind)).toBe(words);
});

test('every feature of the service has a name, a new one is readable', () => {
  expect(featureName('ai_text')).toBe('AI text');
  expect(featureName('time_travel')).toBe('time travel');
  for (const feature of FEATURES)
    expect(browser.i18n.getMessage(`feature_${feature}` as never), feature).not.toBe('');
});

test.each([
  [9 * SECOND_MS, '9 sec'],
  [14 * MINUTE_MS, '14 min'],
  [65 * MINUTE_MS, '1 hr 5 min'],
  [2 * HOUR_MS, '2 hr'],
  [3 * DAY_MS, '3 days'],
])('%i ms last "%s"', (ms, words) => {
  expect(formatDuration(ms)).toBe(together(words));
});

describe('a name in a sentence', () => {
  const named = (name: string) => namingOf({ names: { p: name } }, false).project('p');

  test.each(['Barber bookings', '🚀🔥 Launch 👩‍👩‍👧‍👦', 'Größe (2026)'])('%s stands as it is', (name) => {
    expect(named(name)).toBe(name);
  });

  test.each(['صالون الحلاقة (2026)', 'מתכונים 🍲', '𞤀𞤣𞤤𞤢𞤥'])(
    '%s runs its own way, and only itself',
    (name) => {
      expect(named(name)).toBe(`\u2068${name}\u2069`);
    },
  );

  test('can turn nothing around it', () => {
    expect(named('\u202eone\u2069 two')).toBe('one two');
  });
});

describe('a usual range', () => {
  test.each([
    [9, 22, '9–22 min'],
    [0.3, 0.8, '1 min'],
    [3, 3.2, '3 min'],
    [50, 80, '50–80 min'],
  ])('of %d to %d minutes is "%s"', (low, high, words) => {
    expect(formatDurationRange(low * MINUTE_MS, high * MINUTE_MS)).toBe(words.replace(' ', '\u00a0'));
  });

  test.each([
    [9, 22, '9–22'],
    [0.6, 1.2, '1'],
    [12, 12, '12'],
  ])('of %d to %d credits is "%s"', (low, high, words) => {
    expect(formatAmountRange(low, high)).toBe(words);
  });
});

test('a day of the service is that day everywhere', () => {
  expect(formatDay('2026-11-21')).toBe('21 Nov');
});

describe('every kind of item', () => {
  const { snapshot } = popupStates(NOW)['everything-at-once'] as SeededStorage;
  const { items } = attentionView(snapshot?.snapshot ?? null, { seen: {} });

  test('has a sentence without blanks left over, that starts with no code', () => {
    expect(items.length).toBeGreaterThan(8);
    for (const item of items) {
      const words = itemWords(
        item.reason,
        item.projectId,
        item.openedAt,
        namingOf({ names: {} }, false),
        NOW,
      );
      expect(`${words.title} ${words.facts}`).not.toMatch(/[{}]|undefined|null|NaN/);
      expect(words.title).not.toMatch(/^[A-Z_]{3,}|!$/);
    }
  });

  test('contains no name and no number while the screen is shared', () => {
    const naming = namingOf({ names: { 'barber-bookings': 'Barber bookings' } }, true);
    for (const item of items) {
      const { title, facts } = itemWords(item.reason, item.projectId, item.openedAt, naming, NOW);
      expect(`${title} ${facts}`).not.toMatch(
        /barber|shop\.example|studio|nightly|refused\.$|\d{3,}(?<!500)/i,
      );
      expect(facts, 'no number is hidden where a sentence does without it').not.toMatch(/•|\?/);
    }
  });
});

test('a paid call that no later look can settle is not said to be checked', () => {
  const factsOf = (nextCheckAt: number | null) => {
    const call = { key: 'k', operation: 'startServer', name: 'shop', nextCheckAt };
    return itemWords({ kind: 'launch-unknown', ...call }, 'shop', NOW, namingOf({ names: {} }, false), NOW)
      .facts;
  };
  expect(factsOf(NOW + MINUTE_MS)).toMatch(/^Checking/);
  expect(factsOf(null)).toMatch(/service can't tell/);
});

test('since when is said where that is known; that it may be earlier is not', () => {
  const factsOf = (since: Since) =>
    itemWords(
      { kind: 'subscriptions-failing', events: [], problem: null },
      null,
      since,
      namingOf({ names: {} }, false),
      NOW,
    ).facts;
  expect(factsOf({ before: NOW })).toBe('');
  expect(factsOf(NOW)).toMatch(/^Since \d/);
});
