import type * as z from 'zod/mini';
import { parse } from '../../shared/parse.ts';
import { apiError, type Result, success } from '../edge-client/api-error.ts';
import { sendMessage } from '../messaging/client.ts';
import type { MessageRequest } from '../messaging/contract.ts';

/**
 * Sends a read to the background, and repeats it once if the browser had ended the background, unless the
 * read may cost units.
 */
export async function readEdge(request: MessageRequest<'readEdge'>) {
  const result = await sendMessage('readEdge', request);
  const isEnded = !result.ok && result.error.code === 'NO_BACKGROUND' && request.body === undefined;
  return isEnded ? sendMessage('readEdge', request) : result;
}

/**
 * Reads a path bypassing caches; returns the error on failure.
 * @param keep whether to cache the response for views
 */
export async function tryToRead<T>(path: string, schema: z.ZodMiniType<T>, keep = true): Promise<Result<T>> {
  const result = await readEdge({ path, keep });
  if (!result.ok) return result;
  const value = parse(schema, result.value.value);
  return value === null ? apiError('service-failing', 'UNEXPECTED_ANSWER') : success(value);
}

/** The same; undefined on failure. */
export async function readNow<T>(
  path: string,
  schema: z.ZodMiniType<T>,
  keep?: boolean,
): Promise<T | undefined> {
  const result = await tryToRead(path, schema, keep);
  return result.ok ? result.value : undefined;
}
