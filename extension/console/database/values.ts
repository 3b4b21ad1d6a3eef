/** How a value of a row is edited: told by the value, else by the type that the structure tells of its column. */
export type Control = 'text' | 'number' | 'boolean' | 'json';

export function controlOf(value: unknown, type: string | null): Control {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'object' && value !== null) return 'json';
  if (typeof value === 'string') return 'text';
  const told = type?.toLowerCase() ?? '';
  if (/int|num|real|float|double|decimal/.test(told)) return 'number';
  if (/bool/.test(told)) return 'boolean';
  return /json|object|array/.test(told) ? 'json' : 'text';
}

/** A value as its cell shows it: one line, nothing at all as an empty text. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A value as its field is filled. */
export const fieldText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : cellText(value);

/** What was typed, as the database stores it; null when it is no such value. An empty field of a number is no value. */
export function parseField(text: string, control: Control): { value: unknown } | null {
  switch (control) {
    case 'text':
      return { value: text };
    case 'number': {
      if (text.trim() === '') return { value: null };
      const number = Number(text);
      return Number.isFinite(number) ? { value: number } : null;
    }
    case 'boolean':
      return { value: text === '' ? null : text === 'true' };
    case 'json':
      if (text.trim() === '') return { value: null };
      try {
        return { value: JSON.parse(text) };
      } catch {
        return null;
      }
  }
}
