/** A moment by which the reading of a page has to end, whatever the page is made of. */
export interface Deadline {
  /** Whether it has come. Cheap enough to be asked at every node. */
  readonly passed: () => boolean;
}

/** How many questions share one look at the clock. */
const QUESTIONS_PER_LOOK = 32;

/** @param now the clock, in milliseconds */
export function deadlineIn(durationMs: number, now: () => number = () => performance.now()): Deadline {
  const end = now() + durationMs;
  let questions = 0;
  let over = false;
  return {
    passed: () => {
      if (!over && questions++ % QUESTIONS_PER_LOOK === 0) over = now() >= end;
      return over;
    },
  };
}
