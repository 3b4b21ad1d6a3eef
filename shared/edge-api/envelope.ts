import * as z from 'zod/mini';

/**
 * The failure half of the envelope that the service and the edge share. `errorCode` is an open set;
 * details of another form than the documented object take nothing from what the code says.
 */
export const envelopeErrors = z.object({
  errorCode: z.string(),
  errorMessage: z.string(),
  errorDetails: z.optional(z.unknown()),
});
export type EnvelopeErrors = z.infer<typeof envelopeErrors>;

/** `{ errors, data }`: on success `errors` is null, on failure `data` is (service reference, What the service does). */
export const envelope = z.object({ errors: z.nullable(envelopeErrors), data: z.unknown() });
