import { iso } from '../../clock/calendar.ts';
import { isStringList, isText } from '../../http/values.ts';
import type { DataBackend, Organization } from '../backend/backend.ts';
import type { DataOperation } from '../http/operation.ts';
import { Problem, refuseField } from '../http/problem.ts';
import { requireBody } from '../query/list-query.ts';

const FIELDS = ['name', 'profilePhoto', 'userCategories', 'showTutorial'] as const;

/** The current project; which fields it has is not shown (README, Choices). */
function organizationView({ organization, projectId, backups, pages }: DataBackend) {
  const listed = [...pages.values()];
  return { ...organization, projectId, backups: [...backups.keys()], pages: listed };
}

function readChanges(body: Record<string, unknown>): Partial<Organization> {
  const { name, profilePhoto, userCategories, showTutorial } = body;
  if (name !== undefined && !isText(name)) refuseField('name', 'name must be text.');
  if (profilePhoto !== undefined && profilePhoto !== null && typeof profilePhoto !== 'string') {
    refuseField('profilePhoto', 'profilePhoto must be text or null.');
  }
  if (userCategories !== undefined && !isStringList(userCategories)) {
    refuseField('userCategories', 'userCategories must be a list of text.');
  }
  if (showTutorial !== undefined && typeof showTutorial !== 'boolean') {
    refuseField('showTutorial', 'showTutorial must be true or false.');
  }
  return {
    ...(name !== undefined && { name }),
    ...(profilePhoto !== undefined && { profilePhoto }),
    ...(userCategories !== undefined && { userCategories }),
    ...(showTutorial !== undefined && { showTutorial }),
  };
}

export const ORGANIZATION_OPERATIONS: DataOperation[] = [
  {
    name: 'getOrganization',
    method: 'GET',
    path: '/organization',
    handle: ({ backend }) => ({ data: organizationView(backend) }),
  },
  {
    name: 'editOrganization',
    method: 'PATCH',
    path: '/organization',
    handle({ backend, body, world }) {
      const changes = readChanges(requireBody(body));
      if (Object.keys(changes).length === 0) {
        throw new Problem(400, `Nothing to change: send one of ${FIELDS.join(', ')}.`);
      }
      Object.assign(backend.organization, changes, { updatedAt: iso(world.clock.now()) });
      return { data: organizationView(backend) };
    },
  },
];
