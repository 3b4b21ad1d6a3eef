import { zValidator } from '@hono/zod-validator';
import type { Context, Next } from 'hono';
import { bodyLimit as limitBody } from 'hono/body-limit';
import type * as z from 'zod/mini';
import { problemOf } from '../../shared/request-schema.ts';
import { apiError, invalid, respondError } from './result.ts';

const SMALL_BODY_MAX_BYTES = 16 * 1024;

/** Rejects a larger body, counting while reading if its length is not given. */
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

/** Checks the JSON body of an edge route: its size, then its schema; `c.req.valid('json')` is the value. */
export function jsonBody<S extends z.ZodMiniType>(schema: S, maxBytes = SMALL_BODY_MAX_BYTES) {
  const validate = zValidator('json', schema, (result, c: Context) => {
    if (result.success) return undefined;
    if (!c.req.header('content-type')?.includes('json'))
      return respondError(c, invalid('content-type', 'must be application/json').error);
    return malformed(c, result.error);
  });
  return [bodyLimit(maxBytes), readBytes, validate] as const;
}

/** Reads the bytes before their text, so that what needs both does not make them again. */
const readBytes = (c: Context, next: Next): Promise<void> => c.req.arrayBuffer().then(next);

/** Replaces the validator's own response, which exposes the schema. */
function malformed(c: Context, error: z.core.$ZodError): Response {
  const { field, words, code } = problemOf(error.issues);
  return respondError(c, invalid(field, words, code).error);
}

export class TooLargeError extends Error {}

/**
 * Reads a body up to the limit, counting actual bytes: a `Content-Length` may be missing or wrong.
 * @throws TooLargeError as soon as there are more than `maxBytes`; the rest is not read
 */
export async function readCappedBytes(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new TooLargeError();
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Reads a response as text; a small one at once, since reading in chunks takes several event-loop turns. */
export async function readResponseText(response: Response, maxBytes: number): Promise<string> {
  const length = response.headers.get('content-length');
  const isPlain = !response.headers.has('content-encoding');
  if (length !== null && isPlain && Number(length) <= maxBytes) return response.text();
  return new TextDecoder().decode(await readCappedBytes(response.body, maxBytes));
}
