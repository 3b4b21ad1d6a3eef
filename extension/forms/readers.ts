import type { Form } from './form.ts';

/**
 * The few words in which the build writes forms (`build/reader-source.ts`). A reader answers with a copy of what it was
 * given, without what it does not know, and throws at the first thing that does not fit.
 */
export type Reader = (value: unknown) => unknown;

const matching =
  (fits: (value: unknown) => boolean): Reader =>
  (value) =>
    fits(value) ? value : mismatch();

export const text = matching((value) => typeof value === 'string');
export const number = matching(Number.isFinite);
export const truth = matching((value) => typeof value === 'boolean');
export const anything: Reader = (value) => value;

export const among = (...words: unknown[]): Reader => matching((value) => words.includes(value));

/** What `read` reads, if it also `fits`. */
export const where =
  <T>(read: Reader, fits: (value: T) => boolean): Reader =>
  (value) => {
    const found = read(value);
    return fits(found as T) ? found : mismatch();
  };

export const nullable =
  (read: Reader): Reader =>
  (value) =>
    value === null ? value : read(value);

export const optional =
  (read: Reader, first?: unknown): Reader =>
  (value) =>
    value === undefined ? first : read(value);

export const list =
  (read: Reader): Reader =>
  (value) =>
    Array.isArray(value) ? Array.from(value, (one) => read(one)) : mismatch();

export const record =
  (read: Reader): Reader =>
  (value) =>
    Object.fromEntries(
      Object.entries(fields(value))
        .filter(([name]) => name !== '__proto__')
        .map(([name, one]) => [name, read(one)]),
    );

/** @param readers of the fields that must be there @param others of those that may be missing */
export const object =
  (readers: Record<string, Reader>, others: Record<string, Reader> = {}): Reader =>
  (value) => {
    const given = fields(value);
    const found: Record<string, unknown> = {};
    for (const [name, read] of Object.entries(readers)) {
      found[name] = name in given ? read(given[name]) : mismatch();
    }
    for (const [name, read] of Object.entries(others)) {
      const one = read(given[name]);
      if (one !== undefined || name in given) found[name] = one;
    }
    return found;
  };

/** What `read` reads, with whatever else is there as it is. */
export const open =
  (read: Reader): Reader =>
  (value) => ({ ...fields(value), ...fields(read(value)) });

export const either =
  (...readers: Reader[]): Reader =>
  (value) => {
    for (const read of readers) {
      try {
        return read(value);
      } catch {
        // Not this one; perhaps the next.
      }
    }
    return mismatch();
  };

/** The form that a reader makes. */
export const form =
  (read: Reader): Form<unknown> =>
  (value) => {
    try {
      return read(value);
    } catch {
      return null;
    }
  };

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : mismatch();
}

/** Nobody reads what it says: the form answers null. */
function mismatch(): never {
  throw new Error();
}
