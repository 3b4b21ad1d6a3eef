import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * One run of something that can be ended between any two steps: an incarnation of the Durable Object, a background of a
 * browser. Once it is over, what it still waits for never comes, and whatever it tries has no effect.
 */
export class SimulatedProcess {
  #over = false;
  readonly #onEnd: (() => void)[] = [];

  get over(): boolean {
    return this.#over;
  }

  end(): void {
    if (this.#over) return;
    this.#over = true;
    for (const tell of this.#onEnd.splice(0)) tell();
  }

  onEnd(tell: () => void): void {
    this.#onEnd.push(tell);
  }

  /** Runs as part of this process: everything it awaits belongs to it too. */
  run<T>(work: () => T): T {
    return current.run(this, work);
  }
}

const current = new AsyncLocalStorage<SimulatedProcess>();

/** The process in which the running code takes part; null for code that can't be ended. */
export function currentProcess(): SimulatedProcess | null {
  return current.getStore() ?? null;
}

/** A promise that never settles: what a process that is over waits for. */
export function never<T>(): Promise<T> {
  return new Promise<T>(() => {});
}

/** Runs work that belongs to no process, such as another machine's. */
export function outsideOfProcesses<T>(work: () => T): T {
  return current.exit(work);
}
