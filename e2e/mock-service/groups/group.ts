import { refuse } from '../http/refusal.ts';
import type { Project } from '../world/project.ts';
import type { World } from '../world/world.ts';

const MOST_PROJECTS = 100_000;

export function membersOf(world: World, groupId: string): Project[] {
  return [...world.projects.values()].filter((project) => project.groupId === groupId);
}

/** The group that a project is to be filed under: 400 unless it is the caller's and has room. */
export function requireRoomIn(world: World, groupId: unknown): string {
  const group = typeof groupId === 'string' ? world.groups.get(groupId) : undefined;
  const hasRoom = group?.own && !group.full && membersOf(world, group.groupId).length < MOST_PROJECTS;
  if (group === undefined || !hasRoom) {
    refuse(400, 'INVALID_PROJECT_GROUP', 'The group does not exist, is not yours, or is full');
  }
  return group.groupId;
}
