import * as z from 'zod/mini';

/** A tab that can be asked for its text; what the browser does not tell is missing. */
export const captureTarget = z.object({
  id: z.optional(z.number()),
  url: z.optional(z.string()),
  title: z.optional(z.string()),
});
export type CaptureTarget = { id?: number | undefined; url?: string | undefined; title?: string | undefined };

/** A tab that was asked, and what it answered, as it came: `read-capture.ts` makes sense of it. */
export const askedTab = z.object({
  tab: captureTarget,
  answer: z.unknown(),
  /** The browser did not let us ask. */
  refused: z.boolean(),
});
export type AskedTab = { tab: CaptureTarget; answer: unknown; refused: boolean };
