import * as z from 'zod/mini';
import { instantMs } from '../../shared/time-schema.ts';
import { API_ERROR_KINDS } from '../edge-client/api-error.ts';

/** Outcome of the last request to the edge. `failure` keeps the instant at which its kind began. */
export const edgeHealth = z.object({
  lastOkAt: z.nullable(instantMs),
  failure: z.nullable(
    z.object({
      kind: z.enum(API_ERROR_KINDS),
      code: z.nullable(z.string()),
      message: z.nullable(z.string()),
      since: instantMs,
    }),
  ),
  /** The edge's version in its last response; absent before that. */
  edgeApi: z.optional(z.number()),
  /** Whether the live socket is open. */
  live: z.boolean(),
});
export type EdgeHealth = z.infer<typeof edgeHealth>;

const amount = z.nullable(z.number());
const changed = { itemId: z.string(), projectId: z.string(), from: amount, to: amount, at: instantMs };
/** A cap or a feature's budget that the user has raised and may revert. */
export const capChange = z.union([
  z.object({ ...changed, category: z.enum(['development', 'infrastructure']) }),
  z.object({ ...changed, feature: z.string(), field: z.enum(['monthlyCreditCap', 'monthlyUnitCap']) }),
]);
export type CapChange = z.infer<typeof capChange>;

/** What this browser itself remembers of what needs the user: everything else is in the snapshot. */
export const keptAttention = z.object({
  /** Number of the newest announcement that was taken over; null before the first snapshot. */
  cursor: z.nullable(z.number()),
  /** Display names by project, as last read. */
  names: z.record(z.string(), z.string()),
  /** Number of each project while names are hidden. */
  numbers: z.record(z.string(), z.number()),
  /** Items that a viewer has seen, and how bad they were; those who may build share that through the edge. */
  seen: z.record(z.string(), z.object({ at: instantMs, opening: z.number(), rank: z.number() })),
});
export type KeptAttention = z.infer<typeof keptAttention>;
