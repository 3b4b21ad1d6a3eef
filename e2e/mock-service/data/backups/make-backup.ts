import { iso } from '../../clock/calendar.ts';
import type { World } from '../../world/world.ts';
import type { DataBackend } from '../backend/backend.ts';
import { structureView } from '../structure/table-structure.ts';

/** Keeps everything that a project holds now as a backup; returns its name. */
export function makeBackup(world: World, backend: DataBackend): string {
  const name = `backup-${iso(world.clock.now()).replaceAll(/[:.]/g, '-')}.json`;
  const tables = Object.fromEntries(
    [...backend.tables].map(([type, records]) => [type, [...records.values()]]),
  );
  const structures = [...backend.structures.values()].map(structureView);
  const { organization, links } = backend;
  backend.backups.set(name, JSON.stringify({ organization, structures, tables, references: links }));
  return name;
}
