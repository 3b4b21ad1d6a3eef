import type { Form } from '../forms/form.ts';

/** What of a stored list is of this form, one by one: an odd one takes no other with it. */
export function listOf<T>(form: Form<T>, value: unknown): T[] {
  return Array.isArray(value) ? value.flatMap((one) => form(one) ?? []) : [];
}
