/** Simulated time: tasks run in order of their due time, ties in the order they were scheduled. */
export interface Timeline {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `task` once, `delayMs` from now. @returns cancels it */
  after(delayMs: number, task: () => void): () => void;
  /** Runs what is due until that instant, draining promises after each task. */
  runUntil(instant: number): Promise<void>;
  /** Goes on from later, as a machine that was suspended: what was due in between runs then. */
  leap(ms: number): void;
}

interface Task {
  readonly dueAt: number;
  readonly run: () => void;
}

// Saved before a simulation replaces the process's timers.
const realSetImmediate = setImmediate;

/** Waits until all promises that don't depend on time have settled. */
export function promisesRunOut(): Promise<void> {
  return new Promise((resolve) => realSetImmediate(resolve));
}

export function createTimeline(startAt: number): Timeline {
  let now = startAt;
  const tasks: Task[] = [];

  const insert = (task: Task) => {
    let low = 0;
    let high = tasks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = tasks[middle];
      if (other && other.dueAt <= task.dueAt) low = middle + 1;
      else high = middle;
    }
    tasks.splice(low, 0, task);
  };

  return {
    now: () => now,
    after: (delayMs, run) => {
      const task = { dueAt: now + Math.max(0, delayMs), run };
      insert(task);
      return () => {
        const at = tasks.indexOf(task);
        if (at >= 0) tasks.splice(at, 1);
      };
    },
    runUntil: async (instant) => {
      await promisesRunOut();
      for (let next = tasks[0]; next && next.dueAt <= instant; next = tasks[0]) {
        tasks.shift();
        now = Math.max(now, next.dueAt);
        next.run();
        await promisesRunOut();
      }
      now = Math.max(now, instant);
    },
    leap: (ms) => {
      now += ms;
    },
  };
}
