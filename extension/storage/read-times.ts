import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import type { InstantMs } from '../../shared/time.ts';
import { isSame } from './same-value.ts';

/** Fields of a snapshot's parts that say only when they were read. */
const READ_TIMES: ReadonlySet<string> = new Set(['readAt', 'syncedAt']);

/** What differs between two readings of an account in which nothing changed. */
export type ReadTimes = Pick<Snapshot, 'version' | 'at'> & {
  /** By path, such as `sections.account.readAt`. */
  times: Record<string, InstantMs>;
};

/** Whether two readings differ in nothing but when they were made. */
export const saysTheSame = (one: Snapshot, other: Snapshot): boolean =>
  isSame(timeless(one), timeless(other));

const timeless = (snapshot: Snapshot): unknown => ({
  ...(withTimes(snapshot, () => 0) as Snapshot),
  ...{ version: '', at: 0 },
});

export function readTimesOf(snapshot: Snapshot): ReadTimes {
  const times: Record<string, InstantMs> = {};
  withTimes(snapshot, (path, at) => {
    times[path] = at;
    return at;
  });
  return { version: snapshot.version, at: snapshot.at, times };
}

/** A snapshot as it was read again, at other times. */
export const asReadAt = (snapshot: Snapshot, { version, at, times }: ReadTimes): Snapshot => ({
  ...(withTimes(snapshot, (path, before) => times[path] ?? before) as Snapshot),
  version,
  at,
});

/** A copy with another time in each of `READ_TIMES` that is known. */
function withTimes(value: object, timeOf: (path: string, at: InstantMs) => InstantMs, path = ''): object {
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  for (const [name, part] of Object.entries(copy)) {
    if (typeof part === 'object' && part !== null) copy[name] = withTimes(part, timeOf, `${path}${name}.`);
    else if (typeof part === 'number' && READ_TIMES.has(name)) copy[name] = timeOf(path + name, part);
  }
  return copy;
}
