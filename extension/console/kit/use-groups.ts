import { signal, useComputed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type * as z from 'zod/mini';
import { type projectGroup, projectGroups } from '../../../shared/builder-api/projects.ts';
import type { ApiError } from '../../edge-client/api-error.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { servicePath } from '../../reads/paths.ts';
import { tryToRead } from '../../reads/read-now.ts';
import { type Resource, useResource } from '../../reads/resource.ts';
import { naming } from '../../ui/page-state.ts';
import { decoded } from '../parts/escaped-text.ts';

export const GROUPS_PATH = servicePath('/project-groups');
const PAGE = 100;
/** More are neither read nor offered. */
const GROUPS_MAX = 2_000;

type ProjectGroup = z.infer<typeof projectGroup>;

const pagePath = (skip: number) => `${GROUPS_PATH}?limit=${PAGE}${skip === 0 ? '' : `&skip=${skip}`}`;

/** Groups beyond the first page, read once after each read of that one. */
const later = signal<{ after: number | null; groups: readonly ProjectGroup[]; error: ApiError | null }>({
  after: null,
  groups: [],
  error: null,
});

/** All groups, in the service's order: the first hundred at once, the others as they are read. */
export function useGroups(): Resource<ProjectGroup[]> {
  const first = useResource({ path: pagePath(0), schema: projectGroups });
  const state = useComputed(() => {
    const now = first.state.value;
    if (now.kind !== 'shown' || now.value.length < PAGE) return now;
    const all = new Map([...now.value, ...later.value.groups].map((group) => [group.groupId, group]));
    return { ...now, value: [...all.values()], error: now.error ?? later.value.error };
  });
  const { value: now } = first.state;
  const after = now.kind === 'shown' && now.value.length === PAGE ? now.readAt : null;
  useEffect(() => {
    if (after !== null) void readLater(after);
  }, [after]);
  return { state, refresh: first.refresh };
}

/** @param after when the first page was read: of several components, one reads the others */
async function readLater(after: number): Promise<void> {
  if (later.peek().after === after) return;
  later.value = { ...later.peek(), after };
  const groups: ProjectGroup[] = [];
  for (let skip = PAGE; skip < GROUPS_MAX; skip += PAGE) {
    const page = await tryToRead(pagePath(skip), projectGroups, false);
    if (later.peek().after !== after) return;
    if (!page.ok) {
      later.value = { ...later.peek(), error: page.error };
      return;
    }
    groups.push(...page.value);
    if (page.value.length < PAGE) break;
  }
  later.value = { after, groups, error: null };
}

/** Name of a group in a list; hidden while the screen is shared. */
export function groupName({ groupId, name }: { groupId: string; name?: string | null | undefined }): string {
  return naming.value.screened ? t('hidden.group') : isolated(decoded(name || groupId));
}
