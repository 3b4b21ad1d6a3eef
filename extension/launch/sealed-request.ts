import * as z from 'zod/mini';

/**
 * The body of the service's Launch Project as the user confirmed it (service reference, Launch Project). Contents of files
 * and values of secrets are named by the ids under which they lie elsewhere: they are filled in when it is sent.
 */
export const sealedRequest = z.object({
  body: z.record(z.string(), z.unknown()),
  files: z.array(z.object({ contentId: z.nullable(z.string()), file: z.record(z.string(), z.unknown()) })),
  secrets: z.array(
    z.object({ valueId: z.string(), secret: z.object({ secretName: z.string(), environment: z.string() }) }),
  ),
});
export type SealedRequest = z.infer<typeof sealedRequest>;

/** The body of the edge's POST `/launches`. */
export type LaunchBody = Record<string, unknown>;

/** What of a body can be done again by itself. */
export const retryRequest = z.object({
  /** The body of the service's Run AI Agent. */
  run: z.object({
    prompt: z.string(),
    model: z.string(),
    effort: z.optional(z.string()),
    fastMode: z.optional(z.boolean()),
  }),
  creditLimits: z.object({
    maxDevelopmentCreditsPerMonth: z.optional(z.number()),
    maxInfrastructureCreditsPerMonth: z.optional(z.number()),
  }),
});
export type RetryRequest = z.infer<typeof retryRequest>;
export type RunRequest = RetryRequest['run'];
export type CreditLimits = RetryRequest['creditLimits'];
