import { isRecord } from '../../shared/parse.ts';

/** Whether two values are the same as JSON. */
export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** As JSON with sorted names: the browser's storage sorts those of objects. */
const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, part: unknown) =>
    isRecord(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
