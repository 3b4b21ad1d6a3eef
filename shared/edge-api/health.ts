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
