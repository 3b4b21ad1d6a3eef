/** A time limit for reading a page. */
export interface Deadline {
  /** Whether it has passed. Cheap enough to call at every node. */
  readonly passed: () => boolean;
}

/** How many calls share one reading of the clock. */
const CALLS_PER_READ = 32;

/** @param now the clock, in milliseconds */
export function deadlineIn(durationMs: number, now: () => number = () => performance.now()): Deadline {
  const end = now() + durationMs;
  let calls = 0;
  let over = false;
  return {
    passed: () => {
      if (!over && calls++ % CALLS_PER_READ === 0) over = now() >= end;
      return over;
    },
  };
}
