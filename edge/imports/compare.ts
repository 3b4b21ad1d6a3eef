import type { FilterPart, Scalar } from '../../shared/data-api/conditions.ts';
import type { DataRecord } from '../../shared/data-api/records.ts';
import { isSameValue } from '../../shared/data-api/same-value.ts';
import type { InstantMs } from '../../shared/time.ts';

export type RowValues = Readonly<Record<string, unknown>>;

/** Synchronized clocks differ by less. */
export const CLOCKS_DIFFER_MS = 60_000;
/** Shorter values appear in any sentence by chance. */
const SHORTEST_HIDDEN = 3;

const isScalar = (value: unknown): value is Scalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** @param by properties that count; null = all that the row has */
export function matches(values: RowValues, record: DataRecord, by: readonly string[] | null): boolean {
  return (by ?? Object.keys(values)).every((name) => isSameValue(values[name], record[name]));
}

/**
 * Whether a record equals a row in at least one value that was sent: it may be the row's, changed since, or
 * stored in another form. The service trims and escapes texts and drops their tags (gaps page).
 */
export function isLike(values: RowValues, record: DataRecord): boolean {
  return Object.entries(values).some(([name, sent]) => {
    const kept = record[name];
    if (sent === null || sent === '' || kept === null || kept === undefined) return false;
    if (isSameValue(sent, kept)) return true;
    const plain = isScalar(sent) && isScalar(kept) ? plainText(String(sent)) : '';
    return plain !== '' && plain === plainText(String(kept));
  });
}

const TAG = /<\/?[a-z!][^<>]*>/gi;
const ENTITY = /&(?:amp|lt|gt|quot|apos|nbsp|#(\d{1,7})|#x([\da-f]{1,6}));/gi;
const NAMED: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&nbsp;': ' ',
};

/** A text without what storing may change: entities, tags, and spaces around and between words. */
function plainText(text: string): string {
  const decoded = text.replace(ENTITY, (entity, decimal?: string, hex?: string) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null;
    return code === null
      ? (NAMED[entity.toLowerCase()] ?? '&')
      : String.fromCodePoint(Math.min(code, 0x10ffff));
  });
  return decoded.replace(TAG, '').replace(/\s+/g, ' ').trim();
}

/** Conditions to find a row's record; null when none of its values can be queried. */
export function conditionsOf(values: RowValues, by: readonly string[] | null): FilterPart | null {
  const askable = (by ?? Object.keys(values)).flatMap((name) => {
    const value = values[name];
    const isAskable = isScalar(value) && value !== null && value !== '';
    return isAskable ? [[name, value] as const] : [];
  });
  return askable.length === 0 ? null : Object.fromEntries(askable);
}

/** Conditions to find the record that a lost call may have created. */
export function lostConditions(values: RowValues, sentAt: InstantMs): FilterPart {
  const since = new Date(sentAt - CLOCKS_DIFFER_MS).toISOString();
  return { ...conditionsOf(values, null), createdAt: { gte: since } };
}

/** Whether two rows create equal records. */
export function areAlike(one: RowValues, other: RowValues): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSameValue(one[name] ?? null, other[name] ?? null));
}

/** The backend's message without the row's values, because messages are kept longer than values. */
export function withoutValues(message: string, values: RowValues): string {
  let words = message;
  for (const value of Object.values(values)) {
    words = words.replaceAll(JSON.stringify(value) ?? '', '"…"');
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    if (text.length >= SHORTEST_HIDDEN) words = words.replaceAll(text, '…');
  }
  return words.slice(0, 300);
}
