import * as z from 'zod/mini';

/** Values of secrets by secret id, held in memory under the id of a draft or the key of a launch. */
export const secretValues = z.record(z.string(), z.string());
export type SecretValues = z.infer<typeof secretValues>;
