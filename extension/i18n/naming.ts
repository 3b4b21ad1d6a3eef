import type { AttentionState } from '../../shared/attention/state.ts';
import { formatNumber } from './format.ts';
import { isolated } from './isolated.ts';
import { t } from './t.ts';

/** What stands for a number, or an address, that is hidden. */
export const HIDDEN = '•••';

/** How names and numbers are written: as they are, or hidden while the screen is shared. */
export type Naming = {
  screened: boolean;
  project: (projectId: string | null) => string;
  host: (host: string) => string;
  number: (amount: number) => string;
};

/**
 * @param known display names and numbers by project id; a project without a name goes by its id
 * @param screened hide: a project is then "Project 1", everywhere the same one
 */
export function namingOf(known: Pick<AttentionState, 'names' | 'numbers'>, screened: boolean): Naming {
  if (!screened) {
    return {
      screened,
      project: (projectId) => (projectId === null ? '' : isolated(known.names[projectId] ?? projectId)),
      host: isolated,
      number: formatNumber,
    };
  }
  return {
    screened,
    project: (projectId) => {
      if (projectId === null) return '';
      const n = known.numbers?.[projectId];
      return n === undefined ? t('popup.hiddenProject') : t('popup.hiddenName', { n });
    },
    host: () => t('popup.hiddenHost'),
    number: () => HIDDEN,
  };
}
