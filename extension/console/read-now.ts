import type * as z from 'zod/mini';
import { sendMessage } from '../messaging/client.ts';

/**
 * Reads a path past everything that is kept; undefined where it can't be read now.
 * @param keep whether the answer is kept for the next time a view shows it
 */
export async function readNow<T>(
  path: string,
  schema: z.ZodMiniType<T>,
  keep = true,
): Promise<T | undefined> {
  const result = await sendMessage('readEdge', { path, keep });
  if (!result.ok) return undefined;
  const parsed = schema.safeParse(result.value.value);
  return parsed.success ? parsed.data : undefined;
}
