import type * as z from 'zod/mini';
import { checkForm } from '../../shared/operations/form.ts';
import { readCapped, TooLargeError } from '../builder-api/read-capped.ts';
import { malformed } from '../gateway/whitelist.ts';
import type { EdgeContext } from './edge-context.ts';
import { type Outcome, refuse } from './refusal.ts';

const SMALL_BODY_MAX_BYTES = 16 * 1024;

/** Reads a body as text, counted while it is read. */
export async function bodyText(c: EdgeContext, maxBytes: number): Promise<Outcome<string>> {
  try {
    return { ok: true, value: await readCapped(c.req.raw.body, maxBytes) };
  } catch (error) {
    if (error instanceof TooLargeError)
      return refuse('EDGE_BODY_TOO_LARGE', `The body is larger than ${maxBytes} bytes.`, {
        details: { maxBytes },
      });
    return refuse('EDGE_INVALID_REQUEST', 'The body could not be read.', { details: { field: 'body' } });
  }
}

/** Reads a small JSON body of one of the edge's own routes and checks its form. */
export async function jsonBody<S extends z.ZodMiniType>(
  c: EdgeContext,
  schema: S,
): Promise<Outcome<z.output<S>>> {
  const text = await bodyText(c, SMALL_BODY_MAX_BYTES);
  if (!text.ok) return text;
  let value: unknown;
  try {
    value = JSON.parse(text.value);
  } catch {
    return malformed('EDGE_INVALID_REQUEST', 'body', 'is not JSON');
  }
  const checked = checkForm(schema, value);
  return checked.ok ? checked : malformed(checked.problem.code, checked.problem.field, checked.problem.words);
}
