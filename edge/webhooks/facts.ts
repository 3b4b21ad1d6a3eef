import type { EventFacts } from '../../shared/snapshot/kept-event.ts';

/** Bounds of what is picked from an event; the whole body stays in KV. */
export const MAX_FACTS = 16;
export const MAX_FACT_CHARS = 160;
const MAX_NAME_CHARS = 40;

/** Told by the row itself; picking them again would only take room. */
const IN_ROW = new Set(['projectId', 'at']);

/** Fields that views decide by; they are picked first so that a long event never crowds them out. */
const FIRST = [
  'status',
  'deploymentId',
  'buildId',
  'category',
  'spent',
  'limit',
  'feature',
  'capKind',
  'cap',
  'used',
  'state',
  'to',
  'name',
  'jobId',
];

/**
 * The primitive fields of an event's `data`, shortened and bounded in number. Of `errorDetails`, which the service
 * sends as text or as an object, the text or its `message` is picked.
 */
export function pickFacts(data: Record<string, unknown>): EventFacts {
  const facts: EventFacts = {};
  const names = [
    ...FIRST.filter((name) => name in data),
    ...Object.keys(data).filter((n) => !FIRST.includes(n)),
  ];
  for (const name of names) {
    if (Object.keys(facts).length === MAX_FACTS) break;
    if (IN_ROW.has(name) || name.length > MAX_NAME_CHARS || name === '__proto__') continue;
    const value = primitive(data[name]);
    if (value !== undefined) facts[name] = value;
  }
  return facts;
}

function primitive(value: unknown): string | number | boolean | null | undefined {
  switch (typeof value) {
    case 'string':
      return shorten(value, MAX_FACT_CHARS);
    case 'number':
      return Number.isFinite(value) ? value : undefined;
    case 'boolean':
      return value;
    case 'object': {
      if (value === null) return null;
      const message = 'message' in value ? value.message : undefined;
      return typeof message === 'string' ? shorten(message, MAX_FACT_CHARS) : undefined;
    }
    default:
      return undefined;
  }
}

/** At most `max` UTF-16 units, never half a character; what was cut off shows as an ellipsis. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
