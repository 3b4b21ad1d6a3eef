import * as z from 'zod/mini';
import { instantMs } from '../time.ts';

/** GET `/health`: alive, and which settings are configured, never their values. `at` is the edge's clock. */
export const health = z.object({
  ok: z.boolean(),
  version: z.string(),
  /** The edge's `API_VERSION`; absent from edges before it existed. */
  api: z.optional(z.number()),
  /**
   * Cloudflare's id of the deployed version, by which `npm run deploy` recognizes its own; null in development,
   * absent before 0.2.
   */
  deployment: z.optional(z.nullable(z.string())),
  at: instantMs,
  configured: z.object({
    serviceUrl: z.boolean(),
    apiKey: z.boolean(),
    encryptionKey: z.boolean(),
    publicUrl: z.boolean(),
    firstOwner: z.boolean(),
    /**
     * Whether a data backend is configured; without one, everything about records is hidden. Absent from older edges.
     */
    dataApiUrl: z.optional(z.boolean()),
  }),
  /**
   * Whether the cap of any project is overridden just now, which only the API key that set it puts back; null: not known.
   */
  overridesCaps: z.nullable(z.boolean()),
  /** Since when the edge has its API key of the service; null: since before it was noted. Absent from older edges. */
  serviceKeySince: z.optional(z.nullable(instantMs)),
  /** Whether all browsers were signed out because the latest `PAIRING_CODE` asks for it. */
  isLocked: z.optional(z.boolean()),
  /** One sentence per configuration mistake. */
  problems: z.array(z.string()),
});
export type Health = z.infer<typeof health>;

/**
 * Version of the protocol between edge and extension. Raise it with every change that the other side must know about.
 * The edge reports its version in `/health` and with every snapshot; an edge that reports none predates it.
 */
export const API_VERSION = 1;

/** Header of GET `/snapshot`, also on a 304. */
export const API_VERSION_HEADER = 'x-pilot-light-api';

/** An edge that reports no version. */
const UNREPORTED = 0;

/** Parses the header value. */
export function apiVersionOf(header: string | null): number {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : UNREPORTED;
}

/** Which side to update, seen by an extension of version `own`; null when both are the same. */
export function olderSide(edge: number, own = API_VERSION): 'edge' | 'extension' | null {
  if (edge === own) return null;
  return edge < own ? 'edge' : 'extension';
}
