import { projectRecord } from '../../shared/builder-api/projects.ts';
import { entryOf } from '../../shared/entries.ts';
import { isolated } from '../i18n/naming.ts';
import { naming } from '../ui/page-state.ts';
import { stored } from '../ui/stored-state.ts';
import { projectPath } from './paths.ts';
import { useResource } from './resource.ts';

/** Get Project, shared by everything on its page. */
export const useProject = (projectId: string) =>
  useResource({ path: projectPath(projectId), schema: projectRecord });

/** The name of a project from its page, also if the snapshot does not contain it. */
export function useProjectName(projectId: string): string {
  const { state } = useProject(projectId);
  const { screened, project } = naming.value;
  const label = state.value.kind === 'shown' ? state.value.value.label : null;
  const isNamed = entryOf(stored.value?.attention.names ?? {}, projectId) !== undefined;
  return screened || isNamed || !label ? project(projectId) : isolated(label);
}
