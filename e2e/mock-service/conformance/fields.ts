import { expect } from 'vitest';
import type { Bench } from './bench.ts';
import { type Row, row } from './row.ts';

export type Check = (value: unknown) => boolean;

export const number: Check = (value) => typeof value === 'number' && Number.isFinite(value);
export const text: Check = (value) => typeof value === 'string' && value !== '';
export const anyText: Check = (value) => typeof value === 'string';
export const boolean: Check = (value) => typeof value === 'boolean';
export const absent: Check = (value) => value === undefined;
export const list: Check = (value) => Array.isArray(value);
export const record: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
export const isoTime: Check = (value) =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value;

export function orNull(check: Check): Check {
  return (value) => value === null || check(value);
}

export function oneOf(...values: unknown[]): Check {
  return (value) => values.includes(value);
}

/** A row for each field of a record: it is there and of its kind. */
export function fieldRows<B = Bench>(
  name: string,
  get: (bench: B) => Promise<Record<string, unknown>>,
  checks: Record<string, Check>,
): Row<B>[] {
  return Object.entries(checks).map(([field, check]) =>
    row(`${name}: field ${field}`, async (bench) => {
      const found = await get(bench);
      expect(check(found[field]), `${field} is ${JSON.stringify(found[field])}`).toBe(true);
    }),
  );
}
