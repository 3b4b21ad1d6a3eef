import type { Role } from '../../shared/edge-api/role.ts';
import { entryOf } from '../../shared/entries.ts';
import { formatNumber } from './format.ts';
import { t } from './t.ts';

/** Placeholder for a hidden number or address. */
export const HIDDEN = '•••';

/** How names and numbers are written: as they are, or hidden while the screen is shared. */
export type Naming = {
  screened: boolean;
  /** For a sentence: a long name is clipped so that the rest of the sentence stays visible. */
  project: (projectId: string | null) => string;
  /** For a name on its own. */
  wholeName: (projectId: string | null) => string;
  host: (host: string) => string;
  number: (amount: number) => string;
};

/**
 * @param known display names and numbers by project id; a project without a name is shown by its id
 * @param screened hide names: a project is then "Project 1", the same one everywhere
 */
export function namingOf(
  known: { names: Record<string, string>; numbers?: Record<string, number> },
  screened: boolean,
): Naming {
  if (!screened) {
    const nameOf = (projectId: string | null) =>
      projectId === null ? '' : (entryOf(known.names, projectId) ?? projectId);
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
    const n = known.numbers && entryOf(known.numbers, projectId);
    return n === undefined ? t('hidden.project') : t('hidden.name', { n });
  };
  return {
    screened,
    project,
    wholeName: project,
    host: () => t('hidden.host'),
    number: () => HIDDEN,
  };
}

/** Longest name in a sentence, in widths of a Latin letter: with its verb it takes two lines of the popup. */
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

/** Right-to-left letters, and the plane of historic ones. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/;
/** Characters that change the text direction. */
const TURNS = /\p{Bidi_Control}/gu;

/** Isolates foreign text, so that right-to-left text reorders no sentence; removes direction controls. */
export function isolated(text: string): string {
  const plain = text.replace(TURNS, '');
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain;
}

export const roleName = (role: Role): string => t(`role.${role}`);
/** What the role allows, in a few words. */
export const roleMay = (role: Role): string => t(`roleMay.${role}`);
