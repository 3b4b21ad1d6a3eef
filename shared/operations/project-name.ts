import * as z from 'zod/mini';

export const PROJECT_NAME_MIN = 4;
export const PROJECT_NAME_MAX = 35;

/** The name of a new project (service reference, Launch Project, `projectId`). */
export const projectName = z
  .string('MISSING_PROJECT_ID')
  .check(
    z.minLength(1, 'MISSING_PROJECT_ID'),
    z.minLength(PROJECT_NAME_MIN, 'INVALID_PROJECT_NAME_LENGTH'),
    z.maxLength(PROJECT_NAME_MAX, 'INVALID_PROJECT_NAME_LENGTH'),
    z.regex(/^[a-z][a-z0-9-]*$/, 'INVALID_PROJECT_NAME'),
  );

/** Longest description and label of a launch (service reference, Limits); other operations state no length. */
export const DESCRIPTION_MAX = 500;
export const LABEL_MAX = 80;

export const projectDescription = z.string().check(z.maxLength(DESCRIPTION_MAX, 'at most 500 characters'));
export const projectLabel = z.string().check(z.maxLength(LABEL_MAX, 'at most 80 characters'));

/** The engine of a new project, where the caller chooses it (service reference, Versioning, on create or launch). */
export const engineVersion = z.optional(z.enum(['v2', 'legacy'], 'must be v2 or legacy'));
