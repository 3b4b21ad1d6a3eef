import { formatNumber } from '../../../i18n/format.ts';
import { isFound } from '../../../i18n/searchable.ts';
import { t } from '../../../i18n/t.ts';
import { naming } from '../../../ui/page-state.ts';

/** So many projects are named, or one less and how many more there are. */
const NAMED_MAX = 4;

/** The projects that one entry is of, each once; the ones that are searched for first, so that it shows why it is found. */
export function whoseWords(projectIds: readonly (string | null)[], search: string): string {
  const names = [...new Set(projectIds)].flatMap((id) => (id === null ? [] : [naming.value.project(id)]));
  const rank = (name: string) => (search.trim() !== '' && isFound(name, search) ? 0 : 1);
  const sorted = names.toSorted((one, other) => rank(one) - rank(other));
  if (sorted.length <= NAMED_MAX) return sorted.join(', ');
  return t('count.namesAndMore', {
    names: sorted.slice(0, NAMED_MAX - 1).join(', '),
    count: formatNumber(sorted.length - NAMED_MAX + 1),
  });
}
