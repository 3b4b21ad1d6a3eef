import * as z from 'zod/mini';
import { creditLimits } from './limits.ts';
import { openText } from './open.ts';

/** Service reference, Launch Project, response `data`. */
export const launchedProject = z.looseObject({
  projectId: z.string(),
  requestedProjectId: openText,
  description: openText,
  plan: openText,
  createdAt: openText,
  label: openText,
  groupId: openText,
  creditLimits: z.nullish(creditLimits),
  files: z.nullish(z.array(z.looseObject({ name: openText, imageDescription: openText, url: openText }))),
  secrets: z.nullish(z.array(z.looseObject({ _id: openText, secretName: openText, environment: openText }))),
  designtool: z.nullish(z.looseObject({ connected: z.nullish(z.boolean()) })),
  agent: z.nullish(
    z.looseObject({
      started: z.boolean(),
      warnings: z.nullish(z.array(z.string())),
      status: openText,
      message: openText,
    }),
  ),
  warnings: z.nullish(
    z.array(z.looseObject({ step: z.string(), errorCode: z.string(), errorMessage: z.string() })),
  ),
});
