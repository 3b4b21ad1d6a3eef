import './receipts.css';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { conversation } from '../../../shared/builder-api/agent.ts';
import { workPage } from '../../../shared/edge-api/work.ts';
import { type Ending, isRefunded } from '../../../shared/endings/ending.ts';
import {
  deployEndingOfEvent,
  FILLED_WITHOUT,
  runEndingOfEvent,
} from '../../../shared/endings/event-ending.ts';
import type { KeptEvent } from '../../../shared/snapshot/kept-event.ts';
import { READ_START } from '../../../shared/snapshot/read-ends.ts';
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
import { edgeNow, naming } from '../../ui/page-state.ts';
import { exactPrice, priceOn } from '../../ui/priced-button.tsx';
import { UsedBar } from '../../ui/used-bar.tsx';
import { decoded } from './escaped-text.ts';
import { Part } from './part.tsx';
import { daysOf, type Ended, type Receipt, receiptsOf } from './receipts-of.ts';
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

/** Credits for building on the days of a run, both where it went over midnight, if no other run was on them; by its receipt. */
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
  /** Credits of the dearest in its list, to which its bar compares; null: it stands below its own conversation, which shows the prompt. */
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
 * What is known of the run or deployment whose end an event reports, besides how it ended; null for other events.
 * @returns each part empty where it is not known, and `cost` where it was refunded; `credits`: of `cost`, where that is one number
 */
export function eventReceipt(
  event: KeptEvent,
): { about: string; lastedMs: number | null; duration: string; cost: string; credits: number | null } | null {
  const { projectId } = event;
  const end = naming.value.screened ? null : endOf(event);
  if (projectId === null || end === null) return null;
  const isRun = end.kind === 'run';
  const isBack = isRun ? isRefunded('run', end.ending) : end.refunded === true;
  const { startedAt } = end;
  const listed = priceOn(projectId, 'deploy');
  return {
    credits: isBack ? 0 : isRun ? end.credits : exactPrice(listed),
    about: isRun
      ? formatFacts(end.prompt && receiptTitle(end), withoutBudget(event), isBack && t('runs.failedRefunded'))
      : attemptsWords(end),
    lastedMs: startedAt === null ? null : event.at - startedAt,
    duration: receiptDuration(end),
    cost: isBack ? '' : isRun ? (runCostWords(end.ending, end.credits) ?? '') : receiptCost(end, listed),
  };
}

/** What an event says of the work whose end it reports, with what the edge has filled in from its row; null: it reports none. */
function endOf({ event, at, facts, signer }: KeptEvent): Ended | null {
  const isRun = event === 'agent.prompt.finished';
  // What the app's own key has signed may be made up by the app.
  if (signer !== undefined || (!isRun && event !== 'deployment.finished')) return null;
  const numberOf = (name: string) => (typeof facts[name] === 'number' ? facts[name] : null);
  return {
    kind: isRun ? 'run' : 'deploy',
    startedAt: numberOf(READ_START),
    endedAt: at,
    credits: numberOf('creditsSpent'),
    refunded: facts.creditRefunded === true,
    fixAttempts: numberOf('fixAttempts'),
    versionId: null,
    ending: isRun ? runEndingOfEvent(facts) : deployEndingOfEvent(facts),
    prompt: typeof facts.prompt === 'string' && facts.prompt !== '' ? decoded(facts.prompt) : null,
  };
}

/** That a run begun elsewhere went without the budget of the project's runs; empty of others. */
function withoutBudget({ facts: { [FILLED_WITHOUT]: credits } }: KeptEvent): string {
  return typeof credits === 'number' ? t('fact.withoutBudget', { credits: formatNumber(credits) }) : '';
}

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
 * Cost of a receipt: for a run what the service reported for it, else for its day; for a deployment the price list.
 * @param deployPrice of the price list; null: not read
 */
function receiptCost(receipt: Ended, deployPrice: Price | null, ofDay: number | null = null): string {
  if (receipt.kind === 'deploy') {
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
