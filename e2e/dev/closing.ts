/** Ends one thing that was started. Called at most once. */
export type Close = () => Promise<void> | void;

/** What was started, ended in reverse order, each also when another fails to end. */
export class Closing {
  readonly #closers: Close[] = [];

  add(close: Close): void {
    this.#closers.push(close);
  }

  /** @throws AggregateError of all that failed, after all were tried */
  async closeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (let close = this.#closers.pop(); close; close = this.#closers.pop()) {
      try {
        await close();
      } catch (failure) {
        failures.push(failure);
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, 'Not everything that was started could be ended.');
  }
}
