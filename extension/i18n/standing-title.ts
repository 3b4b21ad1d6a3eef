import type { Standing } from '../connection/standing.ts';
import { t } from './t.ts';
import { wordOf } from './word-of.ts';

/** Failures that are told as another. */
const TOLD_AS = { refused: 'service-failing', 'too-many-tries': 'rate-limited' } as const;
type ToldAs = typeof TOLD_AS;

/** Failures without words of their own: the edge is told as not reached. Every other has some, or this does not compile. */
type Wordless = 'role' | 'bad-address' | 'code-invalid';

/** How things stand, in one line; nothing while they are fine. */
export function standingTitle(standing: Standing): string {
  if (standing.is === 'fine') return '';
  const is = standing.is === 'failing' ? standing.kind : standing.is;
  const other = (TOLD_AS as Partial<Record<typeof is, ToldAs[keyof ToldAs]>>)[is];
  const told = other ?? (is as Exclude<typeof is, keyof ToldAs | Wordless>);
  return t(`state.${wordOf(told)}`) || t('state.edgeUnreachable');
}
