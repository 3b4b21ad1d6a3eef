import { projectRecord } from '../../shared/builder-api/projects.ts';
import { projectPath } from './paths.ts';
import { useResource } from './resource.ts';

/** Get Project, shared by everything on its page. */
export const useProject = (projectId: string) =>
  useResource({ path: projectPath(projectId), schema: projectRecord });
