import { requireRoomIn } from '../groups/group.ts';
import type { Answer, Call } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { isRecord } from '../http/values.ts';
import { requireProject } from '../world/require-project.ts';
import { storedText } from '../world/stored-text.ts';

const LONGEST = { label: 80, description: 500 } as const;

/** PATCH `/projects/:projectId`: label, description, group. Null clears; no label or group when unset. */
export function updateProject(call: Call): Answer {
  const { world } = call;
  const project = requireProject(call);
  const body = isRecord(call.body) ? call.body : {};
  const { label, description, groupId } = body;
  if (label === undefined && description === undefined && groupId === undefined) {
    refuse(400, 'NOTHING_TO_UPDATE', 'Send label, description or groupId');
  }
  for (const name of ['label', 'description'] as const) {
    const value = body[name];
    const fits = typeof value === 'string' && value.length <= LONGEST[name];
    if (value !== undefined && value !== null && !fits) {
      refuse(400, 'VALIDATION_ERROR', `${name} must be text of at most ${LONGEST[name]} characters`);
    }
  }
  const group = groupId === undefined || groupId === null ? undefined : requireRoomIn(world, groupId);
  if (typeof label === 'string' && label !== '') project.label = storedText(world, label);
  else if (label !== undefined) delete project.label;
  if (description !== undefined) {
    project.description = typeof description === 'string' ? storedText(world, description) : '';
  }
  if (group !== undefined) project.groupId = group;
  else if (groupId === null) delete project.groupId;
  project.lastModifiedAt = world.clock.now();
  // A read after a write returns the new values, whatever Get Project has cached.
  world.projectCache.delete(project.projectId);
  return {
    data: {
      projectId: project.projectId,
      ...(project.label !== undefined && { label: project.label }),
      description: project.description,
      ...(project.groupId !== undefined && { groupId: project.groupId }),
    },
  };
}
