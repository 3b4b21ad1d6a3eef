import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * One run of something that may stop between any two steps: an instance of the Durable Object, a browser's
 * background. Once stopped, its pending operations never resolve, and its calls have no effect.
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

  /** Runs as part of this process, including everything it awaits. */
  run<T>(work: () => T): T {
    return current.run(this, work);
  }
}

const current = new AsyncLocalStorage<SimulatedProcess>();

/** The process of the running code; null for code that can't be stopped. */
export function currentProcess(): SimulatedProcess | null {
  return current.getStore() ?? null;
}

/** A promise that never settles, for stopped processes. */
export function never<T>(): Promise<T> {
  return new Promise<T>(() => {});
}

/** Runs work outside any process, such as another machine's. */
export function outsideOfProcesses<T>(work: () => T): T {
  return current.exit(work);
}
