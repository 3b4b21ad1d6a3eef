import { formatNumber } from '../i18n/format.ts';
import { isolated } from '../i18n/naming.ts';
import { naming } from './page-state.ts';
import { stored } from './stored-state.ts';

const SHOWN_MAX = 3;

/** "Sign-ups today 14 · Orders 230": the counts pinned to a project; empty while the screen is shared. */
export function pinnedWords(projectId: string): string {
  if (naming.value.screened) return '';
  return (stored.value?.watches?.counts ?? [])
    .filter((one) => one.projectId === projectId)
    .slice(0, SHOWN_MAX)
    .map(({ label, count }) => `${isolated(label)} ${count === null ? '–' : formatNumber(count)}`)
    .join(' · ');
}
