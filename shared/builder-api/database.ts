import * as z from 'zod/mini';

/** Bodies of the database routes are the app's own; nothing about them is relied on. */
export const databaseAnswer = z.unknown();
