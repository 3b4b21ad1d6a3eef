import * as z from 'zod/mini';
import { openNumber, openText } from './open.ts';

/** One saved state of a project's code; a recovered one names the version it was made from. */
export const versionRecord = z.looseObject({
  _id: z.string(),
  name: openText,
  commitSha: openText,
  commitMessage: openText,
  prompt: openText,
  recoveredVersionId: openText,
  createdAt: openText,
  updatedAt: openText,
});
export type VersionRecord = z.infer<typeof versionRecord>;

/** A page of versions; their order is not promised. */
export const versionList = z.looseObject({ versions: z.array(versionRecord), totalCount: openNumber });

export const versionDiff = z.looseObject({ commitSha: openText, diff: openText });

/** Going back to a version: null on Get Project when none is under way; `error` is its end. */
export const versionRecovery = z.looseObject({
  status: openText,
  versionId: openText,
  startedAt: openText,
  errorMessage: openText,
});
