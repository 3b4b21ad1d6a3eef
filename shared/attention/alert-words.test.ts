import { expect, test } from 'vitest';
import { alertWords } from './alert-words.ts';
import type { Announcement } from './news.ts';

const cap = {
  kind: 'credit-cap',
  category: 'development',
  spent: 5000,
  limit: 5000,
  resetsAt: null,
  canEdit: true,
} as const;

test('an alert is a title and numbers, in its language', () => {
  const one = { about: cap, projectId: 'handbook', label: 'House handbook' };
  expect(alertWords(one, 'en')).toEqual({
    title: 'House handbook is at its cap',
    facts: '5,000 of 5,000 development credits.',
  });
  expect(alertWords({ ...one, label: null }, 'de')).toEqual({
    title: 'handbook ist am Limit',
    facts: '5.000 von 5.000 Credits für Entwicklung.',
  });
});

test('a count has the form of its number', () => {
  const keys = (count: number) => ({
    about: { kind: 'keys-needed', keys: Array(count).fill({ name: 'K', description: null }) } as const,
    projectId: 'shop',
    label: 'Shop',
  });
  expect(alertWords(keys(1), 'en').title).toBe('Shop needs a key');
  expect(alertWords(keys(3), 'en').title).toBe('Shop needs 3 keys');
});

test('nothing of an app, and no message of an agent, is said', () => {
  const secret = 'the agent wrote this';
  const abouts: Announcement['about'][] = [
    { kind: 'run-failed', message: secret },
    { kind: 'deploy-failed', message: secret, refunded: null },
    { kind: 'launch-step', step: 'secrets', message: secret },
    { kind: 'guard-failed', guard: null, code: 'X', message: secret },
    { kind: 'keys-needed', keys: [{ name: secret, description: secret }] },
  ];
  for (const about of abouts) {
    const { title, facts } = alertWords({ about, projectId: 'shop', label: 'Shop' }, 'en');
    expect(`${title} ${facts}`).not.toContain(secret);
  }
});

test('what a failed run took, which is refunded, is not said', () => {
  const about = { kind: 'run-finished', outcome: 'failed', durationMs: 720_000, credits: 20 } as const;
  expect(alertWords({ about, projectId: 'shop', label: 'Shop' }, 'en')).toEqual({
    title: 'Shop: the run failed',
    facts: 'Its cause is not known. It took 12 min. Failed runs are refunded.',
  });
});

test.each([
  ['cap', 'It stopped at its cap. It took 12 min and 31 credits.'],
  ['guard', 'It stopped at the budget of the run. It took 12 min and 31 credits.'],
] as const)('whose cap stopped a run is said where something says so: %s', (cause, facts) => {
  const about = { kind: 'run-finished', outcome: 'capped', durationMs: 720_000, credits: 31, cause } as const;
  const words = alertWords({ about, projectId: 'shop', label: 'Shop' }, 'en');
  expect(words).toEqual({ title: 'Shop: the run stopped at its cap or budget', facts });
});

test('a deployment that was refunded says so, one that was not says nothing', () => {
  const about = { kind: 'deploy-finished', outcome: 'failed', durationMs: null, liveUrl: null } as const;
  const facts = (refunded: boolean) =>
    alertWords({ about: { ...about, refunded }, projectId: 'shop', label: 'Shop' }, 'de').facts;
  expect([facts(true), facts(false)]).toEqual(['Die Credits wurden erstattet.', '']);
});

test('expected days are said as in every view, by the days of the service', () => {
  const titleOf = (from: string, to: string | null, language: 'en' | 'de') => {
    const days = { at: Date.parse(from), from: Date.parse(from), to: to === null ? null : Date.parse(to) };
    const about = { kind: 'balance-forecast', ...days, credits: 12 } as const;
    return alertWords({ about, projectId: null, label: null }, language).title;
  };
  const start = 'At this pace the balance is used up';
  expect(titleOf('2026-11-29', '2026-12-03', 'en')).toMatch(RegExp(`^${start} 29 Nov\\s–\\s3 Dec$`));
  expect(titleOf('2026-12-01', '2026-12-01', 'en')).toBe(`${start} about 1 Dec`);
  expect(titleOf('2026-12-01', null, 'de')).toBe('Bei diesem Tempo endet das Guthaben: 1. Dez. oder später');
});

test.each([
  [7_000, 'It took 7 sec and 31 credits.', 'Es hat 7 Sek. gedauert und 31 Credits gekostet.'],
  [
    65 * 60_000,
    'It took 1 hr 5 min and 31 credits.',
    'Es hat 1 Std. 5 Min. gedauert und 31 Credits gekostet.',
  ],
])('what took %i ms is told as in a view', (durationMs, en, de) => {
  const about = { kind: 'run-finished', outcome: 'succeeded', durationMs, credits: 31 } as const;
  const facts = (language: 'en' | 'de') =>
    alertWords({ about, projectId: 'shop', label: 'Shop' }, language).facts;
  expect([facts('en'), facts('de')]).toEqual([en, de]);
});

test('what visitors got has the time at which it was seen, however late it is told', () => {
  const at = Date.parse('2026-11-28T14:07:00Z');
  const about = { kind: 'live-failing', what: 'status', detail: '502', host: 'shop.example', at } as const;
  const one = { about, projectId: 'shop', label: 'Shop' };
  expect(alertWords(one, 'en').facts).toMatch(/^Seen 28 Nov,? (?:at )?14:07 UTC\.$/);
  expect(alertWords(one, 'de').facts).toMatch(/^Gesehen am 28\. Nov\.,? (?:um )?14:07 UTC\.$/);
  expect(alertWords(one, 'en').title, 'of then').toBe('Shop was deployed, but visitors got 502');
});
