import { expect, test } from 'vitest';
import type { Announcement } from '../attention/news.ts';
import { alertWords } from './alert-words.ts';

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
    facts: 'It took 12 minutes.',
  });
});
