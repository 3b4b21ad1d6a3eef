import { type Ending, isRefunded } from '../../shared/endings/ending.ts';
import { wordOf } from '../../shared/words/say.ts';
import { formatNumber } from './format.ts';
import { t } from './t.ts';

/** How a run ended. */
export const endingWords = (ending: Ending): string => t(`ending.${wordOf(ending)}`);

/**
 * What an ended run cost; null where that is not known. The number of a failed run is not shown: it is what
 * the run took before it was refunded.
 */
export function runCostWords(ending: Ending, credits: number | null): string | null {
  if (isRefunded('run', ending)) return t('runs.failedRefunded');
  if (credits === null) return null;
  return credits === 0 ? t('runs.free') : t('fact.price', credits, { credits: formatNumber(credits) });
}
