import * as z from 'zod/mini';
import { multiPrompt } from './agent.ts';
import { creditLimits } from './limits-schema.ts';
import { listOf, openNumber, openText } from './open.ts';
import { customDomain, secretRecord, versionRecovery } from './publishing.ts';

const listItemFields = {
  projectId: z.string(),
  description: openText,
  plan: openText,
  createdAt: openText,
  label: openText,
  groupId: openText,
  previewImageUrl: openText,
  lastModifiedAt: openText,
  productionProjectUrl: openText,
};
/** Service reference, Project (list item). Only the id is required. */
export const projectListItem = z.looseObject(listItemFields);
export type ProjectListItem = z.infer<typeof projectListItem>;

export const projectList = listOf(projectListItem);

/** The headers with which List Projects describes its page. */
export const PAGING_HEADERS = ['x-total-count', 'x-limit', 'x-skip', 'x-has-more'] as const;

/** An import of a project's code; an unreadable one counts as none. */
const importInProgress = z.catch(
  z.nullish(z.looseObject({ startedAt: openText, errorMessage: openText })),
  null,
);

/** Get Project: the list item plus the live state. Its statuses are open sets. */
export const projectRecord = z.looseObject({
  ...listItemFields,
  agentProcessStatus: openText,
  agentServerStatus: openText,
  deployment: z.nullish(z.looseObject({ status: openText, createdAt: openText, versionId: openText })),
  totalCreditsSpent: openNumber,
  customDomain: z.nullish(customDomain),
  secrets: z.nullish(listOf(secretRecord)),
  developmentUrlFieldToUse: openText,
  temporalDevelopmentProjectUrl: openText,
  cachedDevelopmentUrl: openText,
  engineVersion: openText,
  multiPrompt,
  versionRecovery: z.catch(z.nullish(versionRecovery), null),
  importInProgress,
});
export type ProjectRecord = z.infer<typeof projectRecord>;

/** Response of creating or changing a project: the fields after the change, at least the id when present. */
export const changedProject = z.looseObject({ projectId: openText });

/** A group of projects; a new one has no count. */
export const projectGroup = z.looseObject({
  groupId: z.string(),
  name: openText,
  description: openText,
  createdAt: openText,
  updatedAt: openText,
  projectCount: openNumber,
});

export const projectGroups = listOf(projectGroup);
/** Its projects remain, without a group. */
export const deletedGroup = z.looseObject({ deleted: z.nullish(z.boolean()), releasedProjects: openNumber });

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
