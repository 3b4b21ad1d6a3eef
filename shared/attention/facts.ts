import type { EventFacts } from '../snapshot/kept-event.ts';

/** A text of an event's open facts, or null. */
export function textFact(facts: EventFacts, name: string): string | null {
  const value = facts[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A number of an event's open facts, or null; the service may send a number as text. */
export function numberFact(facts: EventFacts, name: string): number | null {
  const value = facts[name];
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const read = Number(value);
  return Number.isFinite(read) ? read : null;
}

/** A truth value of an event's open facts, or null. */
export function truthFact(facts: EventFacts, name: string): boolean | null {
  const value = facts[name];
  return typeof value === 'boolean' ? value : null;
}
