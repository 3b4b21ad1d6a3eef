import { projectsPage } from '../../../shared/snapshot/projects-schema.ts';
import { useResource } from '../../reads/resource.ts';
import { stored } from '../../ui/stored-state.ts';
import { EVERYTHING, listPath } from './project-list.ts';

/** Ids of projects to choose from: this browser's, then those on the first page of the service's list. */
export function useKnownProjects(): string[] {
  const list = useResource({ path: listPath(EVERYTHING, 0), schema: projectsPage }).state.value;
  const listed = list.kind === 'shown' ? list.value.rows.map(({ projectId }) => projectId) : [];
  return [...new Set([...Object.keys(stored.value?.attention.names ?? {}), ...listed])];
}
