import * as z from 'zod/mini';
import { openNumber, openText } from './open.ts';

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
/** Service reference, Project (list item). Only the id is relied on. */
export const projectListItem = z.looseObject(listItemFields);
export type ProjectListItem = z.infer<typeof projectListItem>;

export const projectList = z.array(projectListItem);

/** Get Project: the list item and the live state. Its statuses are open sets. */
export const projectRecord = z.looseObject({
  ...listItemFields,
  agentProcessStatus: openText,
  agentServerStatus: openText,
  deployment: z.nullish(z.looseObject({ status: openText, createdAt: openText, versionId: openText })),
  totalCreditsSpent: openNumber,
  customDomain: z.nullish(z.looseObject({ hostname: openText, status: openText })),
  developmentUrlFieldToUse: openText,
  temporalDevelopmentProjectUrl: openText,
  cachedDevelopmentUrl: openText,
  engineVersion: openText,
});
export type ProjectRecord = z.infer<typeof projectRecord>;

/** What creating or changing a project answers: the fields after the change, at least the id when it is told. */
export const changedProject = z.looseObject({ projectId: openText });
