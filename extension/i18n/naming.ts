import type { AttentionState } from '../../shared/attention/state.ts';
import { formatNumber } from './format.ts';
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

/** Letters that are written from right to left, and the plane of the old ones. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/;
/** Characters that turn the direction of what comes after them. */
const TURNS = /\p{Bidi_Control}/gu;

/**
 * A text of somebody else's, fit to stand in a sentence of ours: one that runs from right to left takes nothing of the
 * sentence with it, and none can turn what stands around it.
 */
export function isolated(text: string): string {
  const plain = text.replace(TURNS, '');
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain;
}
