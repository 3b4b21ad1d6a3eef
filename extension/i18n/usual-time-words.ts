import type { RunningWork } from '../../shared/snapshot/work.ts';
import { formatDurationRange } from './format.ts';
import { t } from './t.ts';

/** How long such work usually takes, by the account's history or the service; or that it takes longer. */
export function usualTimeWords({ usual, overdue }: Pick<RunningWork, 'usual' | 'overdue'>): string {
  const range = { range: formatDurationRange(usual.low, usual.high) };
  const words = t(usual.count > 0 ? 'runs.usually' : 'runs.takes', range);
  return overdue ? t('runs.overdue', { words }) : words;
}
