import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeForms } from './build/write-forms.ts';
import type { Form } from './form.ts';
import * as compiled from './forms.ts';
import { validValue } from './valid-value-fixture.ts';

/** The file that the build replaces, here beside what it is replaced with. */
const AS_WRITTEN = './forms.ts?as-written';
const written: typeof compiled = await import(/* @vite-ignore */ AS_WRITTEN);

const pairs = flat(written).map(([name, bySchema]) => [name, bySchema, flat(compiled)] as const);

/** What may stand where something else is expected. */
const strange = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -1,
    0.5,
    '',
    'x'.repeat(101),
    [],
    {},
    true,
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

describe('the forms as the build writes them', () => {
  it('are those that are written down', () => {
    expect(flat(compiled).map(([name]) => name)).toEqual(flat(written).map(([name]) => name));
    expect(flat(compiled).every(([, form]) => form.schema === undefined)).toBe(true);
  });

  it.each(pairs)('reads as its schema does, whatever comes: %s', (name, bySchema, all) => {
    const form = new Map(all).get(name) as Form<unknown>;
    const valid = validValue(bySchema.schema as NonNullable<typeof bySchema.schema>);
    let fitted = 0;
    fc.assert(
      fc.property(
        valid,
        fc.nat(),
        strange,
        fc.constantFrom('replace', 'remove', 'add', 'leave'),
        (value, at, other, how) => {
          const given = changed(value, at, other, how);
          const read = form(given);
          expect(read).toStrictEqual(bySchema(given));
          if (read !== null) fitted += 1;
        },
      ),
      { numRuns: 300 },
    );
    expect(fitted, 'some of it must have been of the form').toBeGreaterThan(20);
    fc.assert(
      fc.property(strange, (given) => {
        expect(form(given)).toStrictEqual(bySchema(given));
      }),
      { numRuns: 100 },
    );
  });

  it('makes no code at run time and imports nothing but the readers', () => {
    const source = writeForms(written);
    expect(source).not.toMatch(/\beval\b|\bFunction\b|\brequire\b/);
    expect(source.match(/\bimport\b.*$/gm)).toEqual([
      expect.stringMatching(/^import \{[\w, ]+\} from '\.\/readers\.ts';$/),
    ]);
  });
});

function flat(forms: object): [string, Form<unknown>][] {
  return Object.entries(forms).flatMap(([name, one]): [string, Form<unknown>][] =>
    typeof one === 'function'
      ? [[name, one]]
      : Object.entries(one as Record<string, Form<unknown>>).map(([part, form]) => [`${name}.${part}`, form]),
  );
}

/** A copy of `value` in which one place, somewhere, is changed. */
function changed(
  value: unknown,
  at: number,
  other: unknown,
  how: 'replace' | 'remove' | 'add' | 'leave',
): unknown {
  if (how === 'leave') return value;
  if (typeof value !== 'object' || value === null) return other;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  const names = Object.keys(copy);
  const name = names[at % (names.length + 1)];
  if (name === undefined) {
    if (how === 'replace') return other;
    copy[Array.isArray(value) ? String(names.length) : 'unheardOf'] = other;
  } else if (how === 'remove') delete copy[name];
  else copy[name] = changed(copy[name], Math.floor(at / 7), other, how);
  return copy;
}
