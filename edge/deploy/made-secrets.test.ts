import { expect, test } from 'vitest';
import { firstOwnerCode, readConfiguration } from '../configuration.ts';
import { CODE_LIFETIME_MS, endedOwnerCode, makeEncryptionKey, makeOwnerCode } from './made-secrets.ts';

const NOW = Date.UTC(2026, 10, 21, 15, 13);

test('what is made is what the edge reads: the key whole, the code until its end', () => {
  const made = makeOwnerCode(NOW);
  const read = readConfiguration({ ENCRYPTION_KEY: makeEncryptionKey(), PAIRING_CODE: made.secret });
  expect(read.encryptionKey).toHaveLength(32);
  expect(firstOwnerCode(read, NOW + CODE_LIFETIME_MS - 1)).toBe(made.code);
  expect(firstOwnerCode(read, NOW + CODE_LIFETIME_MS)).toBeNull();
});

test('the placeholder code pairs no browser and is no error of the configuration', () => {
  const read = readConfiguration({ PAIRING_CODE: endedOwnerCode() });
  expect(firstOwnerCode(read, NOW)).toBeNull();
  expect(read.problems.join()).not.toContain('PAIRING_CODE');
});

test('no two are alike', () => {
  expect(new Set(Array.from({ length: 1_000 }, () => makeOwnerCode(NOW).code)).size).toBe(1_000);
});
