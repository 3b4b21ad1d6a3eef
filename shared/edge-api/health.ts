import * as z from 'zod/mini';
import { instantMs } from '../time.ts';

/** GET `/health`: alive, and what is configured, never the values. `at` is the edge's clock. */
export const health = z.object({
  ok: z.boolean(),
  version: z.string(),
  /** The `API_VERSION` that it speaks; absent from edges that tell none. */
  api: z.optional(z.number()),
  /** Cloudflare's id of the deployed version, by which `npm run deploy` knows its own; null in development, absent before 0.2. */
  deployment: z.optional(z.nullable(z.string())),
  at: instantMs,
  configured: z.object({
    serviceUrl: z.boolean(),
    apiKey: z.boolean(),
    encryptionKey: z.boolean(),
    publicUrl: z.boolean(),
    firstOwner: z.boolean(),
    /** Whether the edge knows a data backend: without one everything about records is hidden. Missing from an older edge. */
    dataApiUrl: z.optional(z.boolean()),
  }),
  /** One sentence per mistake in the configuration. */
  problems: z.array(z.string()),
});
export type Health = z.infer<typeof health>;

/**
 * Version of what the edge and the extension say to each other. Raise it with whatever one of them does and the other must
 * know of. The edge tells its own in `/health` and with every snapshot; one that tells none is from before there was any.
 */
export const API_VERSION = 1;

/** Header of GET `/snapshot`, of a 304 too. */
export const API_VERSION_HEADER = 'x-pilot-light-api';

/** An edge that tells no version. */
const UNTOLD = 0;

/** Reads the header as it came. */
export function apiVersionOf(header: string | null): number {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : UNTOLD;
}

/** Which of the two is to be updated, seen by an extension of version `own`; null while they are the same. */
export function olderSide(edge: number, own = API_VERSION): 'edge' | 'extension' | null {
  if (edge === own) return null;
  return edge < own ? 'edge' : 'extension';
}
