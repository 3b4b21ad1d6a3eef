const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Whether a kept value equals the one sent. The backend has dates as instants, and files in its own form. */
export function isSameValue(sent: unknown, kept: unknown): boolean {
  if (sent === kept) return true;
  if (sent === null || sent === '') return kept === undefined || kept === null || kept === '';
  if (typeof sent === 'string' && typeof kept === 'string')
    return DATE.test(sent) && DATE.test(kept) && Date.parse(sent) === Date.parse(kept);
  if (Array.isArray(sent))
    return (
      Array.isArray(kept) &&
      kept.length === sent.length &&
      sent.every((one) => kept.some((other) => isSameValue(one, other)))
    );
  if (typeof sent === 'object' && typeof kept === 'object' && kept !== null)
    return Object.entries(sent as object).every(([name, value]) =>
      isSameValue(value, (kept as Record<string, unknown>)[name]),
    );
  return false;
}

/** A key to find texts, numbers and booleans by: equal where {@link isSameValue} holds. */
export const sameValueKey = (value: unknown): string =>
  typeof value === 'string' && DATE.test(value) && !Number.isNaN(Date.parse(value))
    ? `date ${Date.parse(value)}`
    : value === null || value === undefined || value === ''
      ? ''
      : `${typeof value} ${String(value)}`;
