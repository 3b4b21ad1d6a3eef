import type { AttentionState } from '../../shared/attention/state.ts';
import { formatNumber } from './format.ts';
import { t } from './t.ts';

/** What stands for a number, or an address, that is hidden. */
export const HIDDEN = '•••';

/** How names and numbers are written: as they are, or hidden while the screen is shared. */
export type Naming = {
  screened: boolean;
  /** For a sentence: a long name is clipped, so that what is said of it is never cut off. */
  project: (projectId: string | null) => string;
  /** Where the name stands by itself. */
  wholeName: (projectId: string | null) => string;
  host: (host: string) => string;
  number: (amount: number) => string;
};

/**
 * @param known display names and numbers by project id; a project without a name goes by its id
 * @param screened hide: a project is then "Project 1", everywhere the same one
 */
export function namingOf(known: Pick<AttentionState, 'names' | 'numbers'>, screened: boolean): Naming {
  if (!screened) {
    const nameOf = (projectId: string | null) =>
      projectId === null ? '' : (known.names[projectId] ?? projectId);
    return {
      screened,
      project: (projectId) => isolated(clipped(nameOf(projectId))),
      wholeName: (projectId) => isolated(nameOf(projectId)),
      host: (host) => isolated(clipped(host)),
      number: formatNumber,
    };
  }
  const project = (projectId: string | null) => {
    if (projectId === null) return '';
    const n = known.numbers?.[projectId];
    return n === undefined ? t('popup.hiddenProject') : t('popup.hiddenName', { n });
  };
  return {
    screened,
    project,
    wholeName: project,
    host: () => t('popup.hiddenHost'),
    number: () => HIDDEN,
  };
}

/** Longest name in a sentence, in the widths of a Latin letter: with its verb it takes two lines of the popup. */
const NAME_MAX_WIDTHS = 40;
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Extended_Pictographic}/u;

function clipped(name: string): string {
  if (name.length <= NAME_MAX_WIDTHS / 2) return name;
  let width = 0;
  for (const { segment, index } of new Intl.Segmenter().segment(name)) {
    width += WIDE.test(segment) ? 2 : 1;
    if (width > NAME_MAX_WIDTHS) return `${name.slice(0, index).trimEnd()}…`;
  }
  return name;
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
