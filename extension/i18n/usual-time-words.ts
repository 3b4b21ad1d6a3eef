import type { RunningWork } from '../../shared/snapshot/work.ts';
import { formatDurationRange } from './format.ts';
import { t } from './t.ts';

/** How long such work usually takes, by the account's own history or by what the service says; or that it takes longer. */
export function usualTimeWords({ usual, overdue }: Pick<RunningWork, 'usual' | 'overdue'>): string {
  const range = { range: formatDurationRange(usual.low, usual.high) };
  const isOwn = usual.count > 0;
  return overdue
    ? t(isOwn ? 'runs.overdue' : 'runs.overdueTakes', range)
    : t(isOwn ? 'runs.usually' : 'runs.takes', range);
}
