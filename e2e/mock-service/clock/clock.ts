/** Milliseconds since the epoch, as everywhere in the local service. */
export type Instant = number;
export type Cancel = () => void;

/** All of the local service's schedules and dates use one clock, so that tests control time. */
export interface Clock {
  now(): Instant;
  /** Runs `task` once, `delayMs` from now; returns its cancellation. */
  after(delayMs: number, task: () => void): Cancel;
  /** Advances time, running what is due in order, and waits for the work that this started. */
  advance(ms: number): Promise<void>;
  /** Work under way outside the clock (a webhook being sent): `advance` waits for it a short while. */
  track(work: Promise<unknown>): void;
  /**
   * Waits until no tracked work is in progress, or it has hung for longer than the grace period.
   * @param patienceMs grace period of this wait, in real milliseconds: it waits also for what hung before
   */
  settled(patienceMs?: number): Promise<void>;
  /** Real milliseconds that `ms` on this clock take, or null when only a test moves it. */
  realMs(ms: number): number | null;
  /** Clears the schedule and undoes `advance`; a stepped clock returns to its start. */
  clear(): void;
}

export interface ClockOptions {
  /** How many times faster than real time; default 1. Ignored when stepped. */
  speed?: number;
  /** Where time starts; default: the real time now. */
  start?: Instant;
  /** The clock stands still except for `advance`. */
  stepped?: boolean;
  /** How long `advance` waits, in real milliseconds, for a receiver that hangs; default 250. */
  graceMs?: number;
}

interface Task {
  due: Instant;
  order: number;
  run: () => void;
}

/** Longest delay of Node's timers. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const DEFAULT_GRACE_MS = 250;

/** A clock that runs in real time, `speed` times faster, or (`stepped`) only when a test advances it. */
export function createClock(options: ClockOptions = {}): Clock {
  const speed = options.stepped ? 0 : (options.speed ?? 1);
  const graceMs = options.graceMs ?? DEFAULT_GRACE_MS;
  const start: Instant = options.start ?? Date.now();
  const began = performance.now();
  let virtual = start;
  let anchor = began;
  let queue: Task[] = [];
  let order = 0;
  let timer: NodeJS.Timeout | undefined;
  const underWay = new Set<Promise<unknown>>();
  const hanging = new WeakSet<Promise<unknown>>();

  function now(): Instant {
    return Math.floor(virtual + (performance.now() - anchor) * speed);
  }

  function jumpTo(instant: Instant): void {
    virtual = instant;
    anchor = performance.now();
  }

  function arm(): void {
    clearTimeout(timer);
    const next = queue[0];
    if (next === undefined || speed === 0) return;
    const delay = Math.max(0, (next.due - now()) / speed);
    timer = setTimeout(runDue, Math.min(Math.ceil(delay), LONGEST_TIMER_MS));
  }

  function runDue(): void {
    for (let next = queue[0]; next !== undefined && next.due <= now(); next = queue[0]) {
      queue.shift();
      next.run();
    }
    arm();
  }

  function insert(task: Task): void {
    let low = 0;
    let high = queue.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = queue[middle];
      if (other !== undefined && other.due <= task.due) low = middle + 1;
      else high = middle;
    }
    queue.splice(low, 0, task);
    if (low === 0) arm();
  }

  /** Resolves when no work is in progress, or none has ended for the grace period: then the rest hangs. */
  async function settled(patienceMs?: number): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const waiting = [...underWay].filter((work) => patienceMs !== undefined || !hanging.has(work));
      if (waiting.length === 0) return;
      let grace: NodeJS.Timeout | undefined;
      const gaveUp = await Promise.race([
        Promise.race(waiting).then(() => false),
        new Promise<true>((resolve) => {
          grace = setTimeout(() => resolve(true), patienceMs ?? graceMs);
        }),
      ]);
      clearTimeout(grace);
      if (gaveUp) for (const work of waiting) hanging.add(work);
      if (gaveUp && patienceMs !== undefined) return;
    }
  }

  return {
    now,
    after(delayMs, run) {
      const task = { due: now() + Math.max(0, delayMs), order: order++, run };
      insert(task);
      return () => {
        const index = queue.indexOf(task);
        if (index >= 0) queue.splice(index, 1);
      };
    },
    async advance(ms) {
      const target = now() + ms;
      await settled();
      for (let next = queue[0]; next !== undefined && next.due <= target; next = queue[0]) {
        queue.shift();
        if (next.due > now()) jumpTo(next.due);
        next.run();
        await settled();
      }
      if (target > now()) jumpTo(target);
      arm();
    },
    track(work) {
      const done = work.catch(() => undefined).finally(() => underWay.delete(done));
      underWay.add(done);
    },
    settled,
    realMs: (ms) => (speed === 0 ? null : ms / speed),
    clear() {
      clearTimeout(timer);
      queue = [];
      // From where it began: each step of `advance` loses a part of a millisecond, which adds up to seconds.
      virtual = start;
      anchor = began;
    },
  };
}

/** Resolves `ms` later on this clock. */
export function wait(clock: Clock, ms: number): Promise<void> {
  if (ms <= 0) return Promise.resolve();
  return new Promise((resolve) => void clock.after(ms, resolve));
}
