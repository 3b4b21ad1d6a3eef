import * as z from 'zod/mini';
import { instantMs } from '../time-schema.ts';

/** As many files of an app the edge remembers; earlier ones go first. */
export const APP_FILES_MAX = 500;

/** A file that was stored in an app through this edge. The data backend lists none. */
const appFile = z.object({
  fileName: z.string(),
  /** The name that it was uploaded or made under. */
  name: z.string(),
  storedAt: instantMs,
  /** The name of the browser that stored it; null when it is no longer known. */
  by: z.nullable(z.string()),
});
export type AppFile = z.infer<typeof appFile>;

/** Response of GET `/app-files/:projectId`: newest first, of the app that the project's key opens now. */
export const appFiles = z.object({
  files: z.array(appFile),
  /** Whether there were more than are remembered. */
  isCut: z.boolean(),
});
export type AppFiles = z.infer<typeof appFiles>;
