import * as z from 'zod/mini';
import { creditLimits } from './limits.ts';
import { listOf, openText } from './open.ts';

const text = z.catch(z.string(), '');

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
  files: z.nullish(listOf(z.looseObject({ name: openText, imageDescription: openText, url: openText }))),
  secrets: z.nullish(listOf(z.looseObject({ _id: openText, secretName: openText, environment: openText }))),
  designtool: z.nullish(z.looseObject({ connected: z.nullish(z.boolean()) })),
  agent: z.nullish(
    z.looseObject({
      started: z.boolean(),
      warnings: z.nullish(listOf(z.string())),
      status: openText,
      message: openText,
    }),
  ),
  warnings: z.nullish(
    // A warning counts even if a part of it is missing: the project is launched.
    listOf(z.looseObject({ step: text, errorCode: text, errorMessage: text })),
  ),
});
