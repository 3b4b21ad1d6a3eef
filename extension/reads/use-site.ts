import { type ProjectSite, projectSite } from '../../shared/sites/site.ts';
import { sitePath } from './paths.ts';
import { useResource } from './resource.ts';

/** The latest deployments of a project that succeeded, and what visitors get; null until read, or of an older edge. */
export function useSite(projectId: string): ProjectSite | null {
  const { value } = useResource({ path: sitePath(projectId), schema: projectSite }).state;
  return value.kind === 'shown' ? value.value : null;
}
