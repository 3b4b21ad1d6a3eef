/**
 * What the extension's build puts in the place of `zod/mini`. Every form is written with `zod/mini`, is typed by it and is
 * checked by it in the edge; only what runs in the browser is this: the same verdicts without messages and without
 * whatever the extension's forms don't use. zod/mini takes 8 kB of the background's 20 kB, this half a kilobyte.
 * `small-zod.test.ts` holds both against each other, form by form. Words that are missing here are to be added here.
 */

/** What a form makes of a value; null when the value is not of the form. */
type Reading = { data: unknown } | null;
type Check = (value: never) => boolean;
type Form = {
  /** A field of this form may be absent. */
  mayBeAbsent: boolean;
  read: (value: unknown) => Reading;
  check: (...checks: Check[]) => Form;
  safeParse: (value: unknown) => Verdict;
};
type Verdict = { success: true; data: unknown } | { success: false };

/* @__NO_SIDE_EFFECTS__ */
function form(read: Form['read'], mayBeAbsent = false): Form {
  return {
    mayBeAbsent,
    read,
    check: (...checks) =>
      form((value) => {
        const found = read(value);
        return found && checks.every((holds) => holds(found.data as never)) ? found : null;
      }, mayBeAbsent),
    safeParse: (value) => verdict(read(value)),
  };
}

/* @__NO_SIDE_EFFECTS__ */
function when(test: (value: unknown) => boolean): Form {
  return form((data) => (test(data) ? { data } : null));
}

const verdict = (found: Reading): Verdict => (found ? { success: true, ...found } : { success: false });

export const safeParse = (of: Form, value: unknown): Verdict => verdict(of.read(value));

/* @__NO_SIDE_EFFECTS__ */
export const string = () => when((value) => typeof value === 'string');
/* @__NO_SIDE_EFFECTS__ */
export const number = () => when(Number.isFinite);
/* @__NO_SIDE_EFFECTS__ */
export const boolean = () => when((value) => typeof value === 'boolean');
/* @__NO_SIDE_EFFECTS__ */
export const unknown = () => when(() => true);
/* @__NO_SIDE_EFFECTS__ */
export const literal = (only: unknown) => when((value) => value === only);
/* @__NO_SIDE_EFFECTS__ */
const nothing = () => literal(null);
/* @__NO_SIDE_EFFECTS__ */
const oneOf = (words: readonly unknown[]) => when((value) => words.includes(value));

export { nothing as null, oneOf as enum };

/* @__NO_SIDE_EFFECTS__ */
function instead(of: Form, absent: null | undefined, data: unknown = absent): Form {
  return form(
    (value) => (value === absent ? { data } : of.read(value)),
    absent === undefined || of.mayBeAbsent,
  );
}
/* @__NO_SIDE_EFFECTS__ */
export const nullable = (of: Form) => instead(of, null);
/* @__NO_SIDE_EFFECTS__ */
export const optional = (of: Form) => instead(of, undefined);
/* @__NO_SIDE_EFFECTS__ */
export const _default = (of: Form, fallback: unknown) => instead(of, undefined, fallback);

/* @__NO_SIDE_EFFECTS__ */
export function array(of: Form): Form {
  return form((value) => {
    if (!Array.isArray(value)) return null;
    const read = Array.from(value, (one) => of.read(one));
    return read.every((one) => one !== null) ? { data: read.map(({ data }) => data) } : null;
  });
}

/** Fields that the form does not name are left out; one that may be absent stays absent. */
function fields(value: unknown, formsOf: (value: object) => [string, Form][]): Reading {
  if (typeof value !== 'object' || !value || Array.isArray(value)) return null;
  const given = value as Record<string, unknown>;
  const data: Record<string, unknown> = {};
  for (const [name, of] of formsOf(value)) {
    const absent = !(name in given);
    const found = absent && !of.mayBeAbsent ? null : of.read(given[name]);
    if (!found) return null;
    if (found.data !== undefined || !absent) data[name] = found.data;
  }
  return { data };
}

/* @__NO_SIDE_EFFECTS__ */
export function object(shape: Record<string, Form>): Form {
  return form((value) => fields(value, () => Object.entries(shape)));
}

/* @__NO_SIDE_EFFECTS__ */
export function record(_name: Form, of: Form): Form {
  const forms = (value: object): [string, Form][] => Object.keys(value).map((name) => [name, of]);
  // Assigning to `__proto__` would not make a field.
  return form((value) => fields(value, (given) => forms(given).filter(([name]) => name !== '__proto__')));
}

/* @__NO_SIDE_EFFECTS__ */
export function union(forms: readonly Form[]): Form {
  return form((value) => {
    for (const of of forms) {
      const found = of.read(value);
      if (found) return found;
    }
    return null;
  });
}
/** The forms exclude each other by the field: trying them in turn finds the same one. */
/* @__NO_SIDE_EFFECTS__ */
export const discriminatedUnion = (_field: string, forms: readonly Form[]) => union(forms);

type Sized = { length: number };
export const minLength = (least: number) => (value: Sized) => value.length >= least;
export const maxLength = (most: number) => (value: Sized) => value.length <= most;
export const regex = (pattern: RegExp) => (value: string) => pattern.test(value);
export const minimum = (least: number) => (value: number) => value >= least;
export const maximum = (most: number) => (value: number) => value <= most;
export const positive = () => (value: number) => value > 0;
export const nonnegative = () => minimum(0);
export const int = () => Number.isSafeInteger;
