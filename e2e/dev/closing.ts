/** Ends one started thing. Called at most once. */
export type Close = () => Promise<void> | void;

/** Ends started things in reverse order, even if some fail to end. */
export class Closing {
  readonly #closers: Close[] = [];

  add(close: Close): void {
    this.#closers.push(close);
  }

  /** @throws AggregateError of all failures, after all were tried */
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
