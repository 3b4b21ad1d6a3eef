import * as z from 'zod/mini';
import { readTables, type Table } from '../../../../../shared/data-api/records.ts';
import { dataPath } from '../../../../reads/paths.ts';
import { type Resource, useResource } from '../../../../reads/resource.ts';

/** The structure of a project's app, as received; shared by everything on its page. */
export const useStructure = (projectId: string): Resource<unknown> =>
  useResource({ path: dataPath(projectId, '/data-structure'), schema: z.unknown() });

/** The tables of a project's app; none until they are read. */
export function useTables(projectId: string): Table[] {
  const state = useStructure(projectId).state.value;
  return state.kind === 'shown' ? readTables(state.value) : [];
}
