import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { readerSource } from './reader-source.ts';

describe('what can be written as a reader', () => {
  it('writes equal parts once', () => {
    const { expression, declarations } = readerSource();
    const point = () => z.object({ x: z.number(), y: z.number() });
    expression(z.object({ from: point(), to: z.nullable(point()) }));
    expect([...declarations().values()].filter((source) => source.includes('"x": number'))).toHaveLength(1);
  });

  it.each([
    ['a transformed value', z.pipe(z.string(), z.transform(Number))],
    ['a trimmed text', z.string().check(z.trim())],
    ['a rule of its own', z.string().check(z.refine((text) => text !== 'x'))],
    ['a date', z.date()],
    ['a format', z.email()],
    ['an object that forbids more', z.strictObject({ a: z.string() })],
    ['a record with keys of a kind', z.record(z.enum(['a', 'b']), z.string())],
    ['a step of numbers', z.number().check(z.multipleOf(5))],
  ])('refuses to lose %s', (_, schema) => {
    expect(() => readerSource().expression(z.object({ it: schema }))).toThrow();
  });
});
