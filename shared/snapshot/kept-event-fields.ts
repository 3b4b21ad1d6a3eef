import * as z from 'zod/mini';
import { instantMs } from '../time.ts';

/** A kept event but for its facts, which the edge reads from its own log by a shorter form. */
export const keptEventFields = {
  /** Grows by one per kept event; the cursor of `/events` and `/live`. */
  seq: z.number(),
  /** The service's event id: the same over all retries. */
  id: z.string(),
  /** Event name; an open set, unknown ones are kept and shown as they are. */
  event: z.string(),
  projectId: z.nullable(z.string()),
  /** When it happened, by the service's clock. */
  at: instantMs,
  /** When the edge kept it. */
  receivedAt: instantMs,
  /** `reconciled`: found by asking, its delivery never reached the edge. */
  source: z.enum(['webhook', 'reconciled']),
  /** `project`: signed with the secret of the project's own webhook, which its app knows. Absent: signed for the account. */
  signer: z.optional(z.literal('project')),
};
