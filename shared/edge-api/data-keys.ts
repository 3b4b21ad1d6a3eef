import * as z from 'zod/mini';
import { matching } from '../request-schema.ts';
import { instantMs } from '../time-schema.ts';

/**
 * The app that a data key opens, as the data backend described it when the key was tested; the owner compares
 * it with the project.
 */
export const dataApp = z.object({
  /** Both null when the backend's response has none. */
  id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  tables: z.array(z.object({ type: z.string(), label: z.string() })),
});
export type DataApp = z.infer<typeof dataApp>;

/** One row of GET `/data-keys`; never contains the key. */
export const dataKeyRecord = z.object({
  projectId: z.string(),
  setAt: instantMs,
  app: dataApp,
  /** What tells the app from every other one. */
  appIdentity: z.string(),
  /** When the backend first rejected it; null = accepted when last used. */
  rejectedAt: z.nullable(instantMs),
});
export type DataKeyRecord = z.infer<typeof dataKeyRecord>;

/**
 * PUT `/data-keys/:projectId`. Without `confirm` the key is tested, and the response names the app it opens.
 * A second request with the response's `confirm` stores the key.
 */
export const dataKeyRequest = z.strictObject({
  key: z
    .string('must be a text')
    .check(z.trim(), matching(/^[\x21-\x7e]{8,400}$/, 'must be 8 to 400 letters, digits or signs')),
  confirm: z.optional(z.string()),
});

/** Response of PUT `/data-keys/:projectId`. */
export const dataKeyResponse = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('confirm'),
    app: dataApp,
    /** Whether the app's name or id looks like the project's. */
    looksRight: z.boolean(),
    /** Sent back to store the key; valid for this key, project and app only. */
    confirm: z.string(),
  }),
  z.object({ kind: z.literal('kept'), record: dataKeyRecord }),
]);
export type DataKeyResponse = z.infer<typeof dataKeyResponse>;

/** Where data of a project is changed: a database by its environment, or its app's data. */
export const writePlace = z.enum(
  ['development', 'production', 'app'],
  'must be development, production or app',
);
export type WritePlace = z.infer<typeof writePlace>;

/**
 * POST and DELETE `/write-mode/:projectId?place=`: until when this browser may change the project's data
 * there; null = it may not.
 */
export const writeMode = z.object({ projectId: z.string(), endsAt: z.nullable(instantMs) });
export type WriteMode = z.infer<typeof writeMode>;
