/** Result of a seed. */
export interface SeedResult {
  /** One sentence per violated invariant; empty on success. */
  readonly problems: readonly string[];
  /** What happened, in order, by the simulated clock. */
  readonly trace: readonly string[];
}
