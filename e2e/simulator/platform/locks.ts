import { currentProcess, never, outsideOfProcesses } from './processes.ts';

/** Locks of one browser (`navigator.locks`), in order of requests; a context that ends releases its own. */
export class Locks {
  readonly #last = new Map<string, Promise<void>>();

  request<T>(name: string, task: () => Promise<T>): Promise<T> {
    const process = currentProcess();
    if (process?.over) return never();
    const before = this.#last.get(name) ?? Promise.resolve();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    this.#last.set(
      name,
      outsideOfProcesses(() => before.then(() => released)),
    );
    process?.onEnd(release);
    return before.then(() => (process?.over ? never<T>() : task())).finally(release);
  }
}
