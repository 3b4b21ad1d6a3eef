import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { ASKING, HEARING, IDLE_EVERY_MS, isOverdue } from './pace.ts';
import type { ReadSectionName } from './reader.ts';

const NAMES: readonly ReadSectionName[] = [
  'account',
  'projects',
  'atLimit',
  'deliveries',
  'spending',
  'prices',
];

test.each(NAMES)('%s: as old as any pace lets it become is not overdue, and somewhat older is', (name) => {
  const paces = [...Object.values(ASKING), ...Object.values(HEARING)];
  const maxAges = paces.map(({ listMaxAgeMs, maxAgeMs }) =>
    name === 'projects' ? listMaxAgeMs : (maxAgeMs?.[name] ?? 0),
  );
  // A poll that finds it a little too young leaves it to the next one.
  const oldest = Math.max(...maxAges) + IDLE_EVERY_MS;
  expect(isOverdue(name, 0, oldest)).toBe(false);
  expect(isOverdue(name, 0, oldest + 2 * MINUTE_MS)).toBe(true);
});

test('what is read at most every two hours is no trouble for two hours', () => {
  expect(isOverdue('deliveries', 0, 2 * HOUR_MS)).toBe(false);
  expect(isOverdue('account', 0, 6 * MINUTE_MS + 1)).toBe(true);
});
