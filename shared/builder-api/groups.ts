import * as z from 'zod/mini';
import { openNumber, openText } from './open.ts';

/** A group that projects are filed under; a new one comes without its count. */
export const projectGroup = z.looseObject({
  groupId: z.string(),
  name: openText,
  description: openText,
  createdAt: openText,
  updatedAt: openText,
  projectCount: openNumber,
});

export const projectGroups = z.array(projectGroup);
/** Its projects stay, without a group. */
export const deletedGroup = z.looseObject({ deleted: z.nullish(z.boolean()), releasedProjects: openNumber });
