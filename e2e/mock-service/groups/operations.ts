import { iso } from '../clock/calendar.ts';
import { type Answer, type Call, type Operation, param } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { isRecord, isText, wholeNumber } from '../http/values.ts';
import { storedText } from '../world/stored-text.ts';
import type { Group, World } from '../world/world.ts';
import { membersOf } from './group.ts';

const GROUPS = '/project-groups';
const LARGEST_PAGE = 100;
const LONGEST = { name: 80, description: 500 } as const;

/** Gaps page, Groups: known from the published client only, without codes of their own. */
export const GROUP_OPERATIONS: Operation[] = [
  {
    name: 'listProjectGroups',
    method: 'GET',
    path: GROUPS,
    cost: 'free',
    knownFrom: 'client',
    handle: listGroups,
  },
  {
    name: 'createProjectGroup',
    method: 'POST',
    path: GROUPS,
    cost: 'free',
    knownFrom: 'client',
    handle: createGroup,
  },
  {
    name: 'getProjectGroup',
    method: 'GET',
    path: `${GROUPS}/:groupId`,
    cost: 'free',
    knownFrom: 'client',
    handle: getGroup,
  },
  {
    name: 'updateProjectGroup',
    method: 'PATCH',
    path: `${GROUPS}/:groupId`,
    cost: 'free',
    knownFrom: 'client',
    handle: updateGroup,
  },
  {
    name: 'deleteProjectGroup',
    method: 'DELETE',
    path: `${GROUPS}/:groupId`,
    cost: 'free',
    knownFrom: 'client',
    handle: deleteGroup,
  },
];

function listGroups({ world, query }: Call): Answer {
  const search = (query.get('search') ?? '').toLowerCase();
  const limit = wholeNumber(query.get('limit'), LARGEST_PAGE, 1, LARGEST_PAGE);
  const skip = wholeNumber(query.get('skip'), 0, 0, Number.MAX_SAFE_INTEGER);
  const found = [...world.groups.values()].filter(
    ({ own, name, description }) => own && `${name}\n${description}`.toLowerCase().includes(search),
  );
  return { data: found.slice(skip, skip + limit).map((group) => counted(world, group)) };
}

function createGroup({ world, body }: Call): Answer {
  const { name, description } = readTexts(world, body);
  if (name === undefined) refuse(400, 'VALIDATION_ERROR', 'name is required');
  const at = world.clock.now();
  const group: Group = {
    groupId: world.random.hex(24),
    name,
    description: description ?? '',
    createdAt: at,
    updatedAt: at,
    own: true,
    full: false,
  };
  world.groups.set(group.groupId, group);
  return { data: described(group) };
}

function getGroup(call: Call): Answer {
  return { data: counted(call.world, requireGroup(call)) };
}

function updateGroup(call: Call): Answer {
  const { world } = call;
  const group = requireGroup(call);
  const { name, description } = readTexts(world, call.body);
  if (name === undefined && description === undefined) {
    refuse(400, 'NOTHING_TO_UPDATE', 'Send name or description');
  }
  if (name !== undefined) group.name = name;
  if (description !== undefined) group.description = description;
  group.updatedAt = world.clock.now();
  return { data: counted(world, group) };
}

/** Projects outlive their group. */
function deleteGroup(call: Call): Answer {
  const { world } = call;
  const group = requireGroup(call);
  const released = membersOf(world, group.groupId);
  for (const project of released) {
    delete project.groupId;
    world.projectCache.delete(project.projectId);
  }
  world.groups.delete(group.groupId);
  return { data: { deleted: true, releasedProjects: released.length } };
}

function requireGroup(call: Call): Group {
  const group = call.world.groups.get(param(call, 'groupId'));
  return group?.own
    ? group
    : refuse(404, 'PROJECT_GROUP_NOT_FOUND', 'There is no such group in this account');
}

function readTexts(world: World, body: unknown): { name?: string; description?: string } {
  const sent = isRecord(body) ? body : {};
  const texts: { name?: string; description?: string } = {};
  for (const field of ['name', 'description'] as const) {
    const value = sent[field];
    if (value === undefined) continue;
    const missing = field === 'name' && !isText(value);
    if (typeof value !== 'string' || missing || value.length > LONGEST[field]) {
      refuse(400, 'VALIDATION_ERROR', `${field} must be text of at most ${LONGEST[field]} characters`);
    }
    texts[field] = storedText(world, value);
  }
  return texts;
}

function described({ groupId, name, description, createdAt, updatedAt }: Group) {
  return { groupId, name, description, createdAt: iso(createdAt), updatedAt: iso(updatedAt) };
}

function counted(world: World, group: Group) {
  return { ...described(group), projectCount: membersOf(world, group.groupId).length };
}
