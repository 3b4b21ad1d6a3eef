import { expect, test } from 'vitest';
import { busyAccount } from '../fixtures/sample-account.ts';
import { asReadAt, readTimesOf, saysTheSame } from './read-times.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const LATER_MS = 300_000;
const first = busyAccount(NOW);
const { times } = readTimesOf(first);
const later = Object.fromEntries(Object.entries(times).map(([path, at]) => [path, at + LATER_MS]));
const again = asReadAt(first, { version: 'later', at: NOW + LATER_MS, times: later });

test('an account that was read again says the same, and each part is as old as its own reading', () => {
  expect(again).not.toEqual(first);
  expect(saysTheSame(first, again)).toBe(true);
  const read = Object.entries(first.sections).filter(([, { readAt }]) => readAt !== null);
  expect(read.length).toBeGreaterThan(3);
  for (const [name, { readAt }] of read)
    expect(again.sections[name as keyof typeof first.sections].readAt).toBe((readAt ?? 0) + LATER_MS);
  expect(asReadAt(first, readTimesOf(again))).toEqual(again);
});

test('the order in which storage returns names is no change', () => {
  const { version, at, ...rest } = first;
  expect(saysTheSame(first, { ...rest, at, version })).toBe(true);
});

test('anything else is a change: a number, a failure that began, a part that was never read before', () => {
  const { account } = first.sections;
  const changed = [
    { ...account, data: account.data && { ...account.data, credits: account.data.credits - 1 } },
    { ...account, error: { code: 'timeout' as const, since: NOW } },
    { ...account, readAt: null },
  ];
  for (const one of changed)
    expect(saysTheSame(first, { ...first, sections: { ...first.sections, account: one } })).toBe(false);
});
