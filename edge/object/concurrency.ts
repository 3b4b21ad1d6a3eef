import { errorFields, log } from '../http/log.ts';

/**
 * Waits for the work or a timeout. Clears its timer, because a timer keeps the object from hibernating.
 * @returns whether the work finished in time; @throws what the work threw
 */
export async function waitAtMost(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: number | null = null;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

/** Tells whether work ends well in time. Work of another request never ends once that is broken off. */
export const endsWithin = (work: Promise<unknown>, ms: number): Promise<boolean> =>
  waitAtMost(work, ms).catch(() => false);

/** Does one row of a job. One that throws is that row's result, so that it holds up no other. */
export async function doRow<T>(act: () => T | Promise<T>, failed: () => T | Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    log({ event: 'unexpected-error', ...errorFields(error) });
    return failed();
  }
}

/** What is being done, so that a job which no longer waits for it does not begin it again. */
export class UnderWay {
  readonly #keys = new Set<string>();

  has = (key: string): boolean => this.#keys.has(key);

  async do(key: string, act: () => Promise<unknown>): Promise<void> {
    if (this.has(key)) return;
    this.#keys.add(key);
    await act().finally(() => this.#keys.delete(key));
  }
}

/** Runs what concerns one thing one after the other. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  take<T>(of: string, act: () => Promise<T>): Promise<T> {
    const before = this.#last.get(of) ?? Promise.resolve();
    const turn = before.then(act, act);
    const over = turn
      .catch(() => undefined)
      .finally(() => {
        if (this.#last.get(of) === over) this.#last.delete(of);
      });
    this.#last.set(of, over);
    return turn;
  }
}

/** Maps with at most `width` concurrent calls, in the order of `items`. */
export async function mapLimited<T, R>(
  items: readonly T[],
  width: number,
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await map(items[index] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, work));
  return results;
}
