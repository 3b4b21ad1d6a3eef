import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isSame } from './same-value.ts';

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(undefined, null, true, 0, 1, '', 'a'),
    fc.array(tie('any'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b'), tie('any')),
  ),
})).any;

/** What storage gives back, whose names come in another order. */
const stored = (one: unknown): unknown =>
  JSON.parse(JSON.stringify(one ?? null), (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toReversed())
      : part,
  );

it('what comes back from storage is the same as what was stored', () => {
  fc.assert(
    fc.property(value, (one) => {
      expect(isSame(one, stored(one))).toBe(true);
    }),
  );
});

it('anything that JSON tells apart is not the same', () => {
  fc.assert(
    fc.property(value, value, (one, other) => {
      expect(isSame(one, other)).toBe(isDeepStrictEqual(stored(one), stored(other)));
    }),
  );
});
