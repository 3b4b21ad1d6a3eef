import * as z from 'zod/mini';
import { atMost, matching, notEmpty } from '../request-schema.ts';

export const PROJECT_NAME_MIN = 4;
export const PROJECT_NAME_MAX = 35;

/** The name of a new project (service reference, Launch Project, `projectId`). */
export const projectName = z.string('MISSING_PROJECT_ID').check(
  notEmpty('MISSING_PROJECT_ID'),
  z.refine((name) => name.length >= PROJECT_NAME_MIN, 'INVALID_PROJECT_NAME_LENGTH'),
  atMost(PROJECT_NAME_MAX, 'INVALID_PROJECT_NAME_LENGTH'),
  matching(/^[a-z][a-z0-9-]*$/, 'INVALID_PROJECT_NAME'),
);

/** Longest description and label of a launch (service reference, Limits); other operations state no length. */
export const DESCRIPTION_MAX = 500;
export const LABEL_MAX = 80;

export const projectDescription = z.string().check(atMost(DESCRIPTION_MAX, 'at most 500 characters'));
export const projectLabel = z.string().check(atMost(LABEL_MAX, 'at most 80 characters'));

/** The engine of a new project, where the caller chooses it (service reference, Versioning, on create or launch). */
export const engineVersion = z.optional(z.enum(['v2', 'legacy'], 'must be v2 or legacy'));
