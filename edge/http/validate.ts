import { zValidator } from '@hono/zod-validator';
import type { Context } from 'hono';
import { bodyLimit as limitBody } from 'hono/body-limit';
import type * as z from 'zod/mini';
import { problemOf } from '../../shared/operations/form.ts';
import { apiError, invalid, respondError } from './result.ts';

const SMALL_BODY_MAX_BYTES = 16 * 1024;

/** Refuses a body that is larger, counted while it is read where its length was not told. */
export const bodyLimit = (maxBytes: number) =>
  limitBody({
    maxSize: maxBytes,
    onError: (c) =>
      respondError(
        c,
        apiError('EDGE_BODY_TOO_LARGE', `The body is larger than ${maxBytes} bytes.`, {
          details: { maxBytes },
        }),
      ),
  });

/** Middleware for a JSON body of one of the edge's own routes: its size, then its schema; `c.req.valid('json')` is the value. */
export function jsonBody<S extends z.ZodMiniType>(schema: S, maxBytes = SMALL_BODY_MAX_BYTES) {
  const validate = zValidator('json', schema, (result, c: Context) => {
    if (result.success) return;
    if (!c.req.header('content-type')?.includes('json'))
      return respondError(c, invalid('content-type', 'must be application/json').error);
    const { field, words, code } = problemOf(result.error.issues);
    return respondError(c, invalid(field, words, code).error);
  });
  return [bodyLimit(maxBytes), validate] as const;
}
