import { join } from 'node:path';
import { parseMessagesFile } from '@wxt-dev/i18n/build';
import { describe, expect, test } from 'vitest';
import type { Announcement } from '../attention/news.ts';
import { alertWords } from './alert-words.ts';
import { de } from './de.ts';
import { en } from './en.ts';

describe.each([
  ['en', en],
  ['de', de],
] as const)('the edge’s own words in %s', (language, words) => {
  test('are those of the extension, but for what only alerts say', async () => {
    const file = join(import.meta.dirname, '..', '..', 'extension', 'locales', `${language}.yml`);
    const theirs = new Map(
      (await parseMessagesFile(file)).map((one) => [
        one.key.join('.'),
        one.type === 'plural' ? one.plurals : one.message,
      ]),
    );
    const shared = Object.entries(words).filter(([name]) => !name.startsWith('alert.'));
    expect(shared.length).toBeGreaterThan(40);
    for (const [name, sentence] of shared) expect([name, theirs.get(name)]).toEqual([name, sentence]);
  });

  test('have the same names in every language', () =>
    expect(Object.keys(words).toSorted()).toEqual(Object.keys(en).toSorted()));
});

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
    { kind: 'guard-failed', guard: null, code: 'X', message: secret },
    { kind: 'keys-needed', keys: [{ name: secret, description: secret }] },
  ];
  for (const about of abouts) {
    const { title, facts } = alertWords({ about, projectId: 'shop', label: 'Shop' }, 'en');
    expect(`${title} ${facts}`).not.toContain(secret);
  }
});
