import { formatNumber } from './format.ts';
import { t } from './t.ts';

const HIDDEN_NUMBER = '•••';

/** How names and numbers are written: as they are, or hidden while the screen is shared. */
export type Naming = {
  screened: boolean;
  project: (projectId: string | null) => string;
  host: (host: string) => string;
  number: (amount: number) => string;
};

/**
 * @param labels display names by project id; a project without one goes by its id
 * @param screened hide: a project is then "Project 1", the same one each time within this naming
 */
export function namingOf(labels: Record<string, string>, screened: boolean): Naming {
  if (!screened) {
    return {
      screened,
      project: (projectId) => (projectId === null ? '' : (labels[projectId] ?? projectId)),
      host: (host) => host,
      number: formatNumber,
    };
  }
  const numbers = new Map<string, number>();
  return {
    screened,
    project: (projectId) => {
      if (projectId === null) return '';
      const n = numbers.get(projectId) ?? numbers.size + 1;
      numbers.set(projectId, n);
      return t('popup.hiddenName', { n });
    },
    host: () => t('popup.hiddenHost'),
    number: () => HIDDEN_NUMBER,
  };
}
