import { versionList } from '../../shared/builder-api/publishing.ts';
import { type LastGood, lastGoodOf } from '../../shared/sites/last-good.ts';
import { type ProjectSite, projectSite } from '../../shared/sites/site.ts';
import { projectPath, sitePath } from './paths.ts';
import { useResource } from './resource.ts';

/** The latest deployments of a project that succeeded, and what visitors get; null until read. */
export function useSite(projectId: string | null): ProjectSite | null {
  const { value } = useResource(
    projectId === null ? null : { path: sitePath(projectId), schema: projectSite },
  ).state;
  return value.kind === 'shown' ? value.value : null;
}

export const VERSIONS_PAGE = 20;

/** The newest versions of a project. */
export const firstVersions = (projectId: string) => ({
  path: `${projectPath(projectId, '/versions')}?limit=${VERSIONS_PAGE}`,
  schema: versionList,
});

/** The last good version of a project to go back to; null where none is known, or it is the newest. */
export function useLastGood(projectId: string | null): LastGood | null {
  const site = useSite(projectId);
  const { value } = useResource(projectId === null ? null : firstVersions(projectId)).state;
  return site === null || value.kind !== 'shown' ? null : lastGoodOf(value.value.versions, site);
}
