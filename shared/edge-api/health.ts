import * as z from 'zod/mini';
import { instantMs } from '../time-schema.ts';

/**
 * `cap`: a project's cap is overridden, which only the edge and the API key that set it put back;
 * `paid-call`: a paid call's outcome is unknown; `import-rows`: rows of an import are still to be sent or
 * settled; `something`: one of these, of which only paired browsers are told which.
 */
const openWork = z.enum(['something', 'cap', 'paid-call', 'import-rows']);
export type OpenWork = z.infer<typeof openWork>;

/** An edge that reports no version. */
const UNREPORTED = 0;

/**
 * GET `/health`: alive, and which settings are configured, never their values. `at` is the edge's clock. An
 * edge of another version, read before an upgrade, may say less; unreadable, it would be taken for none.
 */
export const health = z.object({
  ok: z.boolean(),
  version: z.string(),
  /** The edge's `API_VERSION`. */
  api: z._default(z.number(), UNREPORTED),
  /** Cloudflare's id of the deployed version, by which `npm run deploy` knows its own; null: development. */
  deployment: z._default(z.nullable(z.string()), null),
  at: instantMs,
  configured: z.object({
    serviceUrl: z.boolean(),
    apiKey: z.boolean(),
    encryptionKey: z.boolean(),
    publicUrl: z.boolean(),
    firstOwner: z.boolean(),
    /** Whether a data backend is configured; without one, everything about records is hidden. */
    dataApiUrl: z._default(z.boolean(), false),
  }),
  /** Number of the form of what the edge stores; absent where it can't tell. */
  form: z.optional(z.number()),
  /** What would be lost if the edge lost its storage or its API key just now; null: not known. */
  open: z._default(z.nullable(z.array(openWork)), null),
  /** Since when it has its key of the service; null: before that was noted. Absent, as the next: unknown. */
  serviceKeySince: z.optional(z.nullable(instantMs)),
  /** Whether all browsers were signed out because the latest `PAIRING_CODE` asks for it. */
  isLocked: z.optional(z.boolean()),
  /** One sentence per configuration mistake. */
  problems: z.array(z.string()),
});
export type Health = z.infer<typeof health>;

/**
 * Version of the protocol between edge and extension, reported in `/health` and with every snapshot. Raise it
 * with every change that the other side must know about.
 */
export const API_VERSION = 3;

/** Header of GET `/snapshot`, also on a 304. */
export const API_VERSION_HEADER = 'x-pilot-light-api';

/** Parses the header value. */
export function apiVersionOf(header: string | null): number {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : UNREPORTED;
}

/** Which side to update, seen by an extension of version `own`; null when both are the same. */
export function olderSide(edge: number, own = API_VERSION): 'edge' | 'extension' | null {
  if (edge === own) return null;
  return edge < own ? 'edge' : 'extension';
}
