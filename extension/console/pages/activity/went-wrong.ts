import { isExpected } from '../../../../shared/attention/kinds.ts';
import { newsOf } from '../../../../shared/attention/news.ts';
import type { GlyphName } from '../../../ui/icons.tsx';
import { entrySign } from './activity-line.tsx';
import type { ActivityEntry } from './entries.ts';

/** Signs of what went wrong or has run into a limit. */
const WRONG: ReadonlySet<GlyphName> = new Set(['critical', 'warning', 'failed']);

/** What somebody wanted, and what is only expected: they warn, and nothing went wrong. */
const isNoFault = (kind: string): boolean => kind === 'feature-disabled' || isExpected(kind);

export function wentWrong(entry: ActivityEntry): boolean {
  if (entry.kind === 'forecasts') return false;
  if (entry.kind === 'refused') return entry.rejection.reason !== 'duplicate';
  return WRONG.has(entrySign(entry)) && !isNoFault(subjectOf(entry) ?? '');
}

function subjectOf(entry: ActivityEntry): string | undefined {
  if (entry.kind === 'event') return newsOf(entry.event)?.kind;
  if (entry.kind === 'trouble') return entry.trouble.item.reason.kind;
  return entry.kind === 'notice' ? entry.told.notice?.about.kind : undefined;
}
