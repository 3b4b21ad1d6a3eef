import './receipts.css';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { conversation } from '../../../shared/builder-api/agent.ts';
import { type WorkFacts, workPage } from '../../../shared/edge-api/work.ts';
import { type Ending, isRefunded } from '../../../shared/endings/ending.ts';
import type { Price } from '../../../shared/spending/price.ts';
import { creditsByDay, type DailySpending } from '../../../shared/spending/spending-days.ts';
import { utcDay } from '../../../shared/time.ts';
import { endingWords, runCostWords } from '../../i18n/ending-words.ts';
import {
  countOfPrice,
  formatClock,
  formatDuration,
  formatExact,
  formatFacts,
  formatNumber,
  formatPrice,
} from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { ENDED_GLYPH } from '../../now/recent.tsx';
import { projectPath, workPath } from '../../reads/paths.ts';
import { useResource } from '../../reads/resource.ts';
import { useSpending } from '../../reads/spending.ts';
import { Button } from '../../ui/button.tsx';
import { verbOf } from '../../ui/confirm.tsx';
import { Glyph } from '../../ui/icons.tsx';
import { edgeNow } from '../../ui/page-state.ts';
import { exactPrice, priceOn } from '../../ui/priced-button.tsx';
import { UsedBar } from '../../ui/used-bar.tsx';
import { Part } from './part.tsx';
import { daysOf, type Ended, type Receipt, receiptOf, receiptsOf } from './receipts-of.ts';
import { projectAddress } from './routes.ts';

const SHOWN_FIRST = 6;

/**
 * Receipts of a project, and whether any of it could not be read. `ofDay`: see {@link ofTheirDay}.
 */
export function useReceipts(projectId: string) {
  const talk = useResource({
    path: projectPath(projectId, '/agent/full-conversation'),
    schema: conversation,
  }).state.value;
  const work = useResource({ path: workPath(projectId), schema: workPage }).state.value;
  const spending = useSpending(projectId).state.value;
  const daily = spending.kind === 'shown' ? spending.value.daily : null;
  const receipts = receiptsOf(
    work.kind === 'shown' ? work.value.rows : [],
    talk.kind === 'shown' ? talk.value.conversation : [],
  );
  return {
    receipts,
    ofDay: ofTheirDay(receipts, daily ?? []),
    isLoading: talk.kind === 'loading' || work.kind === 'loading',
    isPartial: talk.kind === 'failed' || work.kind === 'failed',
  };
}

/** Credits for building on a run's days (two over midnight) without another run on them, by its receipt. */
function ofTheirDay(receipts: readonly Receipt[], daily: DailySpending): ReadonlyMap<string, number> {
  const spent = creditsByDay(daily, ({ development }) => development);
  const runs = receipts.filter(({ kind }) => kind === 'run').map((run) => ({ run, days: daysOf(run) }));
  const onDay = Map.groupBy(
    runs.flatMap(({ days }) => days),
    (day) => day,
  );
  return new Map(
    runs.flatMap(({ run, days }) => {
      const isKnown = days.length > 0 && days.every((day) => spent.has(day) && onDay.get(day)?.length === 1);
      return isKnown ? [[run.key, days.reduce((sum, day) => sum + (spent.get(day) ?? 0), 0)] as const] : [];
    }),
  );
}

/** Runs and deployments of a project in a line each, with what they cost beside one another. */
export function Receipts({ projectId }: { projectId: string }) {
  const shown = useSignal(SHOWN_FIRST);
  const { receipts, ofDay, isLoading, isPartial } = useReceipts(projectId);
  const most = Math.max(0, ...receipts.map((receipt) => creditsOf(receipt, ofDay) ?? 0));
  return (
    <Part title={t('console.receipts.title')}>
      {isLoading && receipts.length === 0 && <p class="meta">{t('status.loading')}</p>}
      {isPartial && (
        <p class="meta" role="status">
          {t('status.unreadPart')}
        </p>
      )}
      {!isLoading && !isPartial && receipts.length === 0 && <p class="meta">{t('status.nothingYet')}</p>}
      <ul class="receipts">
        {receipts.slice(0, shown.value).map((receipt) => (
          <li key={receipt.key}>
            <ReceiptLine
              receipt={receipt}
              projectId={projectId}
              ofDay={ofDay.get(receipt.key) ?? null}
              most={most}
            />
          </li>
        ))}
      </ul>
      {receipts.length > shown.value && (
        <Button quiet onClick={() => (shown.value += SHOWN_FIRST)}>
          {t('count.more', receipts.length - shown.value)}
        </Button>
      )}
    </Part>
  );
}

/** Credits of a run, as far as anything is known of them; null for deployments, whose price is listed. */
const creditsOf = (receipt: Receipt, ofDay: ReadonlyMap<string, number>): number | null =>
  receipt.kind === 'run' ? (receipt.credits ?? ofDay.get(receipt.key) ?? null) : null;

/** One finished run or deployment in a line. Its time leads to the version that a run made. */
export function ReceiptLine({
  receipt,
  projectId,
  ofDay,
  most = null,
  children,
}: {
  children?: ComponentChildren;
  receipt: Receipt;
  projectId: string;
  /** What was spent on building on its days, where no other run was on them; null: not known. */
  ofDay: number | null;
  /** Credits of the dearest in its list, to which its bar compares; null: below its own conversation. */
  most?: number | null;
}) {
  const at = receipt.endedAt ?? receipt.startedAt;
  const time = at === null ? null : formatClock(at, edgeNow.value);
  const { kind, versionId } = receipt;
  const version = kind === 'run' ? versionId : null;
  const isKnown = receipt.kind === 'deploy' || receipt.credits !== null;
  const when = time !== null && <time title={formatExact(at ?? 0)}>{time}</time>;
  return (
    <span class="receipt">
      <Glyph name={ENDED_GLYPH[receipt.ending]} />
      {most !== null && (
        <span class="clip" dir="auto">
          {receiptTitle(receipt)}
        </span>
      )}
      {/* Its sign says that it went well. */}
      <span class={receipt.ending === 'succeeded' ? 'hidden-words' : 'meta'}>{receiptEnd(receipt)}</span>
      {most !== null && receipt.kind === 'run' && (
        <UsedBar used={receipt.credits ?? ofDay} cap={most} isNeed />
      )}
      <span class="meta receipt-number">{receiptDuration(receipt)}</span>
      <span
        class={isKnown ? 'receipt-number' : 'meta receipt-number'}
        title={
          isKnown
            ? undefined
            : t(ofDay === null ? 'console.receipts.costNotKnown' : 'console.receipts.ofItsDay')
        }
      >
        {receiptCost(receipt, priceOn(projectId, 'deploy'), ofDay)}
      </span>
      <span class="meta receipt-number">
        {version === null ? (
          when
        ) : (
          <a
            class="plain-link"
            href={projectAddress(projectId, 'ship', version)}
            aria-label={time === null ? undefined : verbOf(t('console.receipts.version'), time)}
          >
            {when || t('console.receipts.version')}
          </a>
        )}
      </span>
      {children}
    </span>
  );
}

/**
 * Facts of a row of work that is over, besides how it ended: each is empty if not known, `cost` also if it
 * was refunded. `credits`: of `cost`, if that is one number.
 */
export function workReceipt(row: WorkFacts): {
  about: string;
  lastedMs: number | null;
  duration: string;
  cost: string;
  credits: number | null;
} {
  const end = receiptOf(row);
  const { kind, startedAt, endedAt, withoutBudget, projectId } = { ...row, ...end };
  const isRun = kind === 'run';
  const isBack = isRun ? isRefunded('run', end.ending) : end.refunded === true;
  const listed = isRun ? null : priceOn(projectId, OPERATION_OF[kind]);
  const budget =
    withoutBudget === null ? '' : t('fact.withoutBudget', { credits: formatNumber(withoutBudget) });
  return {
    credits: isBack ? 0 : isRun ? end.credits : exactPrice(listed),
    about: isRun
      ? formatFacts(end.prompt && receiptTitle(end), budget, isBack && t('runs.failedRefunded'))
      : attemptsWords(end),
    lastedMs: startedAt === null || endedAt === null ? null : endedAt - startedAt,
    duration: receiptDuration(end),
    cost: isBack ? '' : isRun ? (runCostWords(end.ending, end.credits) ?? '') : receiptCost(end, listed),
  };
}

/** What each kind of work is a paid call of. */
export const OPERATION_OF = {
  run: 'startAgent',
  deploy: 'deploy',
  restore: 'recoverVersion',
  rebuild: 'rebuild',
  server: 'startServer',
} as const satisfies Record<WorkFacts['kind'], string>;

/** Shown length of a prompt. */
const WORDS_MAX = 120;

/** Subject of a receipt: the first words of the prompt. */
function receiptTitle(receipt: Ended): string {
  if (receipt.kind === 'deploy') return t('priced.create_deployment');
  const words = (receipt.prompt ?? '').replace(/\s+/g, ' ').trim();
  if (words === '') return t('console.receipts.run');
  return isolated(words.length > WORDS_MAX ? `${words.slice(0, WORDS_MAX).trimEnd()}…` : words);
}

const deployEnd = (ending: Ending): string =>
  ending === 'succeeded' ? t('console.receipts.live') : endingWords(ending);

/** How it ended. */
function receiptEnd(receipt: Ended): string {
  if (receipt.kind === 'run') return endingWords(receipt.ending);
  return formatFacts(deployEnd(receipt.ending), attemptsWords(receipt));
}

/** How often a deployment tried to fix itself; empty if it did not. */
const attemptsWords = ({ fixAttempts }: Ended): string =>
  fixAttempts === null || fixAttempts === 0 ? '' : t('console.receipts.fixAttempts', fixAttempts);

/** Minutes from beginning to end; empty if one of them is unknown. */
const receiptDuration = ({ startedAt, endedAt }: Ended): string =>
  startedAt === null || endedAt === null || endedAt <= startedAt ? '' : formatDuration(endedAt - startedAt);

/**
 * Cost of a receipt: of a run as the service reported it, else of its day; of a deployment by the price list.
 * @param deployPrice of the price list; null: not read
 */
function receiptCost(receipt: Ended, deployPrice: Price | null, ofDay: number | null = null): string {
  if (receipt.kind !== 'run') {
    if (receipt.refunded) return t('runs.refunded');
    return deployPrice === null
      ? ''
      : t('fact.price', countOfPrice(deployPrice), { credits: formatPrice(deployPrice) });
  }
  const cost = runCostWords(receipt.ending, receipt.credits);
  if (cost !== null) return cost;
  if (ofDay === null) return '–';
  const credits = formatNumber(ofDay);
  // More of today's may still be counted.
  return daysOf(receipt).includes(utcDay(edgeNow.value))
    ? t('console.receipts.costOfToday', { credits })
    : `≤ ${credits}`;
}
