import * as z from 'zod/mini';

/**
 * POST `/account`: whose account the edge's new API key opens, from an owner where the edge can't tell.
 * `same`: the account as before. `another`: the edge starts anew, and deletes what it knows of the former.
 */
export const keyAccountChoice = z.strictObject({ account: z.enum(['same', 'another']) });
export type KeyAccountChoice = z.infer<typeof keyAccountChoice>;
