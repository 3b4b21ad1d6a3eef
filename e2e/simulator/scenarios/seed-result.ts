/** What a seed came to. */
export interface SeedResult {
  /** Each broken promise in one sentence; empty when all were kept. */
  readonly problems: readonly string[];
  /** What happened, in order, by the simulated clock. */
  readonly trace: readonly string[];
}
