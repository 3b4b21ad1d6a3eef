const ISO_8601 =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

/** ISO 8601 text of a day or an instant, as stored (in UTC, with milliseconds); undefined when it is none. */
export function readInstant(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const parts = ISO_8601.exec(text);
  if (parts === null) return undefined;
  const [, year, month, day] = parts.map(Number);
  // The platform moves 31 February into March; a day that is not in the calendar is a mistake here.
  if (day === undefined || day < 1 || day > new Date(Date.UTC(year ?? 0, month ?? 0, 0)).getUTCDate()) {
    return undefined;
  }
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) && text.length > 10;
  const at = Date.parse(text.length === 10 || hasZone ? text : `${text}Z`);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
