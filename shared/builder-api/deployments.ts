import * as z from 'zod/mini';
import { openText } from './open.ts';

/** State of a project's latest deployment; `status` is an open set, null = never deployed. */
export const deploymentStatusRecord = z.looseObject({
  status: openText,
  createdAt: openText,
  versionId: openText,
  deploymentId: openText,
  step: openText,
  liveUrl: openText,
});
export type DeploymentStatusRecord = z.infer<typeof deploymentStatusRecord>;
