export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** What a caller sent, in words. Never throws, unlike `String` for an object without a primitive form. */
export function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
}

export function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

/** A cap: a positive number, or null for none (service reference, Credit limits). */
export function isCap(value: unknown): value is number | null {
  return value === null || (typeof value === 'number' && Number.isFinite(value) && value > 0);
}

export function isHttpsUrl(value: string): boolean {
  return URL.canParse(value) && new URL(value).protocol === 'https:';
}

/** Credits are fractional; kept to three places so that sums stay readable. */
export function roundCredits(credits: number): number {
  return Math.round(credits * 1000) / 1000;
}

/** A whole number from a query, `fallback` when absent or unreadable, moved into `[low, high]`. */
export function wholeNumber(text: string | null, fallback: number, low: number, high: number): number {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) return fallback;
  return Math.min(high, Math.max(low, Math.trunc(value)));
}
