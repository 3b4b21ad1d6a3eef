import type { RunEnding } from '../../../shared/builder-api/run-ending.ts';
import type { Receipt } from '../../../shared/spending/receipts.ts';
import { formatDuration, formatNumber } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { decoded } from '../talk/escaped-text.ts';

/** Shown length of a prompt. */
const WORDS_MAX = 120;

/** Subject of a receipt: the first words of the prompt. */
export function receiptTitle(receipt: Receipt): string {
  if (receipt.kind === 'deploy') return t('console.receipts.deploy');
  const words = decoded(receipt.prompt ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  if (words === '') return t('console.receipts.run');
  return isolated(words.length > WORDS_MAX ? `${words.slice(0, WORDS_MAX).trimEnd()}…` : words);
}

const RUN_ENDS: Record<RunEnding, () => string> = {
  finished: () => t('console.receipts.finished'),
  failed: () => t('console.receipts.failed'),
  stopped: () => t('console.receipts.stopped'),
  capped: () => t('console.receipts.capped'),
  paused: () => t('console.receipts.paused'),
  untold: () => t('console.receipts.untold'),
};

/** How it ended. */
export function receiptEnd(receipt: Receipt): string {
  if (receipt.kind === 'run') return RUN_ENDS[receipt.ending]();
  const { ending, fixAttempts } = receipt;
  const end = ending === 'live' ? t('console.receipts.live') : t('console.receipts.deployFailed');
  if (fixAttempts === null || fixAttempts === 0) return end;
  return `${end} · ${t('console.receipts.fixAttempts', fixAttempts, { count: formatNumber(fixAttempts) })}`;
}

/** Minutes from beginning to end; empty if one of them is unknown. */
export const receiptDuration = ({ startedAt, endedAt }: Receipt): string =>
  startedAt === null || endedAt === null || endedAt < startedAt ? '' : formatDuration(endedAt - startedAt);

/**
 * Cost of a receipt: for a run only what the service reported for it; for a deployment the price list.
 * @param deployPrice of the price list; null: not read
 */
export function receiptCost(receipt: Receipt, deployPrice: number | null): string {
  if (receipt.kind === 'deploy') {
    if (receipt.refunded) return t('runs.refunded');
    return deployPrice === null
      ? ''
      : t('console.receipts.byList', deployPrice, { credits: formatNumber(deployPrice) });
  }
  if (receipt.credits === null) return t('console.receipts.costUntold');
  return receipt.credits === 0
    ? t('runs.free')
    : t('runs.cost', receipt.credits, { credits: formatNumber(receipt.credits) });
}
