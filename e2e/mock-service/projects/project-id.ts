import { refuse } from '../http/refusal.ts';
import type { World } from '../world/world.ts';

const SHORTEST = 4;
const LONGEST = 35;
/** Random characters of the names tried one after the other when the wanted one is taken. */
const SUFFIX_LENGTHS = [2, 3, 4, 5, 6, 6] as const;
const SUFFIX_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const CHARACTERS = /^[a-z][a-z0-9-]*$/;
/** Names of development sites. */
const RESERVED = '-dev-';

export function readProjectId(value: unknown): string {
  if (typeof value !== 'string' || value === '') refuse(400, 'MISSING_PROJECT_ID', 'projectId is required');
  if (!hasForm(value)) {
    refuse(400, 'INVALID_PROJECT_NAME', 'Use lowercase letters, digits and hyphens, starting with a letter');
  }
  if (value.length < SHORTEST || value.length > LONGEST) {
    refuse(400, 'INVALID_PROJECT_NAME_LENGTH', `projectId must have ${SHORTEST} to ${LONGEST} characters`);
  }
  if (value.includes(RESERVED)) refuse(400, 'RESERVED_PROJECT_NAME', `No name may contain ${RESERVED}`);
  return value;
}

/** Starts with a letter; no double and no trailing hyphen, as far as is known. */
function hasForm(id: string): boolean {
  return CHARACTERS.test(id) && !id.includes('--') && !id.endsWith('-');
}

/** The id when free, else the first free of six with random characters added; undefined if all are taken. */
export function freeProjectId(world: World, wanted: string): string | undefined {
  if (!isTaken(world, wanted)) return wanted;
  for (const length of SUFFIX_LENGTHS) {
    const suffix = `-${Array.from({ length }, () => randomCharacter(world)).join('')}`;
    const candidate = `${wanted.slice(0, LONGEST - suffix.length).replace(/-+$/, '')}${suffix}`;
    if (!isTaken(world, candidate)) return candidate;
  }
  return undefined;
}

/** Ids are hostnames: those of other accounts are taken too. */
function isTaken(world: World, id: string): boolean {
  if (world.projects.has(id)) return true;
  return world.takenNames.some((name) =>
    name.endsWith('*') ? id.startsWith(name.slice(0, -1)) : id === name,
  );
}

function randomCharacter(world: World): string {
  return SUFFIX_CHARACTERS[Math.floor(world.random.next() * SUFFIX_CHARACTERS.length)] ?? 'a';
}
