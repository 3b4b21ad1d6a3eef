import type { Standing } from '../standing/standing.ts';
import { t } from './t.ts';
import { wordOf } from './word-of.ts';

/** Failures that are told as another. What else has no words of its own keeps the edge from being reached. */
const TOLD_AS = { refused: 'service-failing', 'too-many-tries': 'rate-limited' } as const;

/** How things stand, in one line; nothing while they are fine. */
export function standingTitle(standing: Standing): string {
  if (standing.is === 'fine') return '';
  const is = standing.is === 'failing' ? standing.kind : standing.is;
  const told = TOLD_AS[is as keyof typeof TOLD_AS] ?? is;
  return t(`state.${wordOf(told)}` as 'state.stale') || t('state.edgeUnreachable');
}
