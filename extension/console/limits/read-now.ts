import type * as z from 'zod/mini';
import { sendMessage } from '../../messaging/client.ts';

/** Reads a path past everything that is kept; undefined where it can't be read now. */
export async function readNow<T>(path: string, schema: z.ZodMiniType<T>): Promise<T | undefined> {
  const result = await sendMessage('readEdge', { path, keep: true });
  if (!result.ok) return undefined;
  const parsed = schema.safeParse(result.value.value);
  return parsed.success ? parsed.data : undefined;
}
