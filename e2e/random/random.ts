/** Deterministic randomness: the same seed gives the same values in the same order, everywhere. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number, at least 0 and below `end`. */
  below(end: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** @throws RangeError when the list is empty */
  pick<T>(things: readonly T[]): T;
  /** A new array in another order. */
  shuffled<T>(things: readonly T[]): T[];
  /** An independent generator, so that one part's draws don't affect another's. */
  fork(): Random;
}

const UINT32 = 2 ** 32;

/** Mulberry32: 32 bits of state, the same on every machine. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / UINT32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (things) => {
      const picked = things[below(things.length)];
      if (picked === undefined) throw new RangeError('There is nothing to pick from.');
      return picked;
    },
    shuffled: (things) => {
      const left = [...things];
      const order: typeof left = [];
      while (left.length > 0) order.push(...left.splice(below(left.length), 1));
      return order;
    },
    fork: () => seededRandom(below(UINT32)),
  };
}
