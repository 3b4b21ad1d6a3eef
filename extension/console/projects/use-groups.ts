import { projectGroups } from '../../../shared/builder-api/projects.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { naming } from '../../ui/page-state.ts';
import { useResource } from '../resource.ts';
import { decoded } from '../talk/escaped-text.ts';

export const GROUPS_PATH = '/service/project-groups';

/** The first hundred groups, in the service's order. */
export const useGroups = () => useResource({ path: `${GROUPS_PATH}?limit=100`, schema: projectGroups });

/** Name of a group in a list; hidden while the screen is shared. */
export function groupName({ groupId, name }: { groupId: string; name?: string | null | undefined }): string {
  return naming.value.screened ? t('console.projects.hiddenGroup') : isolated(decoded(name || groupId));
}
