import { expect, it } from 'vitest';
import { mutated, sourceOf } from './mutation.ts';
import { MUTATIONS } from './mutations.ts';

it.each(MUTATIONS)('can still be planted: $what', (mutation) => {
  const source = sourceOf(mutation);
  expect(mutated(mutation, source)).not.toBe(source);
});

it('names each fault once, and at least 50 of them', () => {
  expect(new Set(MUTATIONS.map(({ what }) => what)).size).toBe(MUTATIONS.length);
  expect(MUTATIONS.length).toBeGreaterThanOrEqual(50);
});
