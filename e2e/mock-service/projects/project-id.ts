import { refuse } from '../http/refusal.ts';
import type { World } from '../world/world.ts';

const SHORTEST = 4;
const LONGEST = 35;
const SUFFIXED_CANDIDATES = 6;
const CHARACTERS = /^[a-z][a-z0-9-]*$/;

export function readProjectId(value: unknown): string {
  if (typeof value !== 'string' || value === '') refuse(400, 'MISSING_PROJECT_ID', 'projectId is required');
  if (!hasForm(value)) {
    refuse(400, 'INVALID_PROJECT_NAME', 'Use lowercase letters, digits and hyphens, starting with a letter');
  }
  if (value.length < SHORTEST || value.length > LONGEST) {
    refuse(400, 'INVALID_PROJECT_NAME_LENGTH', `projectId must have ${SHORTEST} to ${LONGEST} characters`);
  }
  return value;
}

/** Starts with a letter; no double and no trailing hyphen, as far as is known. */
function hasForm(id: string): boolean {
  return CHARACTERS.test(id) && !id.includes('--') && !id.endsWith('-');
}

/** The id itself when free, else the first free of `id-2` to `id-7`; undefined when all are taken. */
export function freeProjectId(world: World, wanted: string): string | undefined {
  if (!world.projects.has(wanted)) return wanted;
  for (let number = 2; number < 2 + SUFFIXED_CANDIDATES; number += 1) {
    const suffix = `-${number}`;
    const candidate = `${wanted.slice(0, LONGEST - suffix.length).replace(/-+$/, '')}${suffix}`;
    if (!world.projects.has(candidate)) return candidate;
  }
  return undefined;
}
