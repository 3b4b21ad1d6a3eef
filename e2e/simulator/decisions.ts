import type { Random } from '../random/random.ts';

/** The things that a replay lets happen, by their names; what is not among them does not. */
export type Kept = ReadonlySet<string>;

/**
 * Everything that a seed does and breaks, one by one: an action, or a fault at its nth opportunity. A replay
 * may keep some of it, so that a failing seed shrinks to what it takes to fail.
 */
export class Decisions {
  /** What happened, by name, in order. */
  readonly happened: string[] = [];
  readonly #opportunities = new Map<string, number>();
  readonly #kept: Kept | null;

  constructor(kept: Kept | null) {
    this.#kept = kept;
  }

  /** Whether it happens this time. The draw is made in any case, so that what follows is drawn alike. */
  happens(what: string, probability: number, random: Random): boolean {
    const isDrawn = random.chance(probability);
    if (probability === 0) return false;
    const opportunity = (this.#opportunities.get(what) ?? 0) + 1;
    this.#opportunities.set(what, opportunity);
    const name = `${what} ${opportunity}`;
    const happens = this.#kept === null ? isDrawn : this.#kept.has(name);
    if (happens) this.happened.push(name);
    return happens;
  }
}
