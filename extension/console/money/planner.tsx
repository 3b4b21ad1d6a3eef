import { useSignal } from '@preact/signals';
import { CAP_FIELD, type Category, creditLimitsRecord } from '../../../shared/builder-api/limits.ts';
import { mayActAs } from '../../../shared/edge-api/role.ts';
import {
  type CapChange,
  capChanges,
  lowestCap,
  SPREADS,
  type Spread,
  spreadCaps,
} from '../../../shared/spending/planner.ts';
import { DAY_MS, HOUR_MS, nextMonth } from '../../../shared/time.ts';
import { failureWords } from '../../i18n/failure-words.ts';
import { forecastWords } from '../../i18n/forecast-words.ts';
import { formatDay, formatMonth, formatNumber, formatPercent } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { sendMessage } from '../../messaging/client.ts';
import { ConfirmButton } from '../../ui/confirm.tsx';
import { edgeNow, naming } from '../../ui/page-state.ts';
import { stored } from '../../ui/stored-state.ts';
import { ChoiceChips } from '../chips.tsx';
import { Part } from '../part.tsx';
import { projectPath } from '../paths.ts';
import { readNow } from '../read-now.ts';
import { refreshUnder } from '../resource.ts';
import { projectAddress } from '../routes.ts';
import { UsedBar } from '../used-bar.tsx';
import { type Applied, applyPlan, type CapAccess, undoPlan } from './apply-plan.ts';
import { NextMonth, usePlan } from './next-month.tsx';
import { type PlannerRow, type PlannerRows, rowsOf } from './planner-rows.ts';
import { sum } from './series.ts';
import { dayName } from './spending-plot.tsx';

const CATEGORIES = ['development', 'infrastructure'] as const satisfies readonly Category[];

/** Progress of setting a plan. */
type Progress =
  | { kind: 'idle' }
  | { kind: 'setting' | 'undoing'; done: number; of: number }
  | { kind: 'set'; applied: Applied; of: number }
  | { kind: 'undone'; left: number; words: string | null };

const access: CapAccess = {
  read: async ({ projectId, category }) => {
    const record = await readNow(projectPath(projectId, '/credit-limits'), creditLimitsRecord);
    return record && (record.creditLimits[CAP_FIELD[category]] ?? null);
  },
  write: ({ projectId, category }, cap) =>
    sendMessage('changeEdge', {
      method: 'PATCH',
      path: projectPath(projectId, '/credit-limits'),
      body: { [CAP_FIELD[category]]: cap },
    }),
};

/** What is typed for one kind of cap. */
type Typed = { total: string; byHand: Readonly<Record<string, string>> };
const NOTHING: Typed = { total: '', byHand: {} };

/**
 * All projects with their caps of one category, and a total to distribute over them: with preview, set and undone as a whole.
 * The infrastructure cap is the same field of the service as the budget of all features.
 */
export function Planner({ state, again }: { state: PlannerRows; again: () => Promise<void> }) {
  const month = useSignal<'this' | 'next'>('this');
  const spread = useSignal<Spread>('need');
  const category = useSignal<Category>('development');
  const typedOf = useSignal<Readonly<Record<Category, Typed>>>({
    development: NOTHING,
    infrastructure: NOTHING,
  });
  const { total, byHand } = typedOf.value[category.value];
  const type = (change: Partial<Typed>) => {
    const before = typedOf.peek();
    const of = category.peek();
    typedOf.value = { ...before, [of]: { ...before[of], ...change } };
  };
  const progress = useSignal<Progress>({ kind: 'idle' });
  const isOwner = mayActAs(stored.value?.connection?.role ?? 'viewer', 'owner');
  const rows = rowsOf(state.rows, category.value);
  const isRead = state.total !== null && state.read === state.total;
  const keepsPlans = usePlan().state.value.kind === 'shown';
  const isNext = keepsPlans && month.value === 'next';
  // Next month starts without usage, and needs what a whole month does.
  const basis = isNext ? rows.map((row) => ({ ...row, used: 0, need: row.needNextMonth })) : rows;
  const { caps, problem } = plannedCaps(basis, spread.value, total, byHand);
  const overridden = new Set(
    rows.filter(({ isOverridden }) => isOverridden).map(({ projectId }) => projectId),
  );
  // A cap that a guard overrides during a run is not changed; by next month it is restored.
  const changes = capChanges(category.value, basis, caps).filter(
    ({ projectId }) => isNext || !overridden.has(projectId),
  );
  const isBusy = progress.value.kind === 'setting' || progress.value.kind === 'undoing';
  const reread = async () => {
    await Promise.all([again(), refreshUnder('/service/projects/')]);
  };
  const apply = async (plan: readonly CapChange[]) => {
    progress.value = { kind: 'setting', done: 0, of: plan.length };
    const applied = await applyPlan(plan, access, (done) => {
      progress.value = { kind: 'setting', done, of: plan.length };
    });
    progress.value = { kind: 'set', applied, of: plan.length };
    type(NOTHING);
    await reread();
  };
  const undo = async (done: readonly CapChange[]) => {
    progress.value = { kind: 'undoing', done: 0, of: done.length };
    const { left, error } = await undoPlan(done, access, (count) => {
      progress.value = { kind: 'undoing', done: count, of: done.length };
    });
    progress.value = { kind: 'undone', left, words: error && failureWords(error) };
    await reread();
  };
  const planned = rows.map((row) => caps.get(row.projectId) ?? row.cap);
  const usedByAll = sum(rows.map(({ used }) => used));
  const sumAfter = sum(planned.map((cap) => cap ?? 0));
  return (
    <Part
      title={titleOf(category.value, isNext)}
      side={
        isOwner && (
          <span class="verbs">
            {keepsPlans && (
              <ChoiceChips
                of={['this', 'next']}
                chosen={month.value}
                words={(which) => (which === 'this' ? t('console.money.thisMonth') : nextMonthName())}
                disabled={isBusy}
                onChoose={(which) => {
                  month.value = which;
                  type({ byHand: {} });
                }}
              />
            )}
            {spread.value !== 'hand' && (
              <label class="meta">
                {t('console.money.total')}
                <input
                  class="input short"
                  type="number"
                  inputMode="numeric"
                  min={1}
                  step={1}
                  value={total}
                  aria-invalid={problem !== null}
                  onInput={({ currentTarget }) => type({ total: currentTarget.value })}
                />
              </label>
            )}
            <ChoiceChips
              of={SPREADS}
              chosen={spread.value}
              words={(by) => t(`console.money.spread.${by}`)}
              disabled={isBusy}
              onChoose={(by) => (spread.value = by)}
            />
          </span>
        )
      }
    >
      <p class="verbs">
        <ChoiceChips
          of={CATEGORIES}
          chosen={category.value}
          words={(of) => t(`category.${of}`)}
          disabled={isBusy}
          onChoose={(of) => (category.value = of)}
        />
        <span class="meta">{t(`console.limits.${category.value}Means`)}</span>
      </p>
      {state.error && (
        <p class="meta failure" role="alert">
          {failureWords(state.error)}{' '}
          <button type="button" class="button quiet" onClick={() => void again()}>
            {t('verb.retry')}
          </button>
        </p>
      )}
      {!isRead && !state.error && (
        <p class="meta" role="status">
          {state.total === null
            ? t('console.loading')
            : t('console.money.reading', {
                read: formatNumber(state.read),
                total: formatNumber(state.total),
              })}
        </p>
      )}
      {problem && (
        <p class="meta failure" role="status">
          {problem}
        </p>
      )}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <section class="plan-scroll" tabIndex={0} aria-label={t('console.money.table')}>
          <table class="plan">
            <thead>
              <tr>
                <th scope="col">{t('fact.project')}</th>
                <th scope="col" class="number">
                  {t('console.money.used')}
                </th>
                <th scope="col" class="number wide-only">
                  {t('console.money.share')}
                </th>
                <th scope="col" class="wide-only">
                  {t('console.money.ofCap')}
                </th>
                <th scope="col">{t('console.money.pace')}</th>
                <th scope="col" class="wide-only">
                  {t('console.money.lastSpent')}
                </th>
                <th scope="col" class="number">
                  {t('console.money.capNow')}
                </th>
                {isOwner && (
                  <th scope="col" class="number">
                    {t('console.money.planned')}
                  </th>
                )}
                {isOwner && (
                  <th scope="col">
                    <span class="hidden-words">{t('console.money.difference')}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.projectId}>
                  <th scope="row">
                    <a class="clip plain-link" href={projectAddress(row.projectId, 'limits')}>
                      {row.label ? isolated(row.label) : naming.value.project(row.projectId)}
                    </a>
                  </th>
                  <td class="number">{formatNumber(row.used)}</td>
                  <td class="number wide-only">{usedByAll > 0 && formatPercent(row.used / usedByAll)}</td>
                  <td class="bar-cell wide-only">
                    <UsedBar used={row.used} cap={row.cap} />
                  </td>
                  <td class="meta">{paceWords(row)}</td>
                  <td class="meta wide-only">{lastSpentWords(row, category.value)}</td>
                  <td class="number">{capWords(row.cap)}</td>
                  {isOwner && (
                    <td class="number">
                      {spread.value === 'hand' ? (
                        <input
                          class="input short"
                          type="number"
                          inputMode="numeric"
                          min={isNext ? 1 : lowestCap(row)}
                          step={1}
                          aria-label={t('console.money.capOf', {
                            name: naming.value.project(row.projectId),
                          })}
                          disabled={isBusy}
                          value={byHand[row.projectId] ?? String(row.cap ?? '')}
                          onInput={({ currentTarget }) => {
                            type({ byHand: { ...byHand, [row.projectId]: currentTarget.value } });
                          }}
                        />
                      ) : (
                        <b>{capWords(caps.get(row.projectId) ?? row.cap)}</b>
                      )}
                    </td>
                  )}
                  {isOwner && (
                    <td class="meta">
                      {row.isOverridden && !isNext
                        ? t('console.money.laid')
                        : differenceWords(row, caps.get(row.projectId))}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
            {isOwner && (
              <tfoot>
                <tr>
                  <th scope="row">{t('console.money.sum')}</th>
                  <td class="number">{formatNumber(usedByAll)}</td>
                  <td class="wide-only" />
                  <td class="wide-only" />
                  <td />
                  <td class="wide-only" />
                  <td class="number">{formatNumber(sum(rows.map(({ cap }) => cap ?? 0)))}</td>
                  <td class="number">
                    <b>{formatNumber(sumAfter)}</b>
                  </td>
                  <td class="meta">{signed(sumAfter - sum(rows.map(({ cap }) => cap ?? 0)))}</td>
                </tr>
              </tfoot>
            )}
          </table>
        </section>
      )}
      {state.unread.length > 0 && (
        <p class="meta">
          {t('console.money.unread', state.unread.length, { count: formatNumber(state.unread.length) })}
        </p>
      )}
      <ProgressLine progress={progress.value} onUndo={(done) => void undo(done)} />
      {isNext ? (
        <NextMonth
          category={category.value}
          changes={changes}
          sum={sumAfter}
          onPlanned={() => type(NOTHING)}
        />
      ) : isOwner ? (
        <div class="spread">
          <span class="meta">{t('console.money.thisMonthOnly')}</span>
          {changes.length > 0 && !isBusy && (
            <ConfirmButton
              label={t('console.money.setCaps', changes.length, { count: formatNumber(changes.length) })}
              sure={t('console.money.setCapsSure', changes.length, {
                count: formatNumber(changes.length),
                sum: formatNumber(sumAfter),
              })}
              onSure={() => void apply(changes)}
            />
          )}
        </div>
      ) : (
        <p class="meta">{t('console.limits.ownersOnly')}</p>
      )}
    </Part>
  );
}

function ProgressLine({
  progress,
  onUndo,
}: {
  progress: Progress;
  onUndo: (done: readonly CapChange[]) => void;
}) {
  switch (progress.kind) {
    case 'idle':
      return null;
    case 'setting':
    case 'undoing':
      return (
        <label class="meta">
          {t(progress.kind === 'setting' ? 'console.money.setting' : 'console.money.undoing', {
            done: formatNumber(progress.done),
            of: formatNumber(progress.of),
          })}
          <progress max={progress.of} value={progress.done} />
        </label>
      );
    case 'set': {
      const { done, stopped } = progress.applied;
      return (
        <p class={stopped ? 'meta failure' : 'meta'} role="status">
          {t('console.money.wereSet', done.length, {
            count: formatNumber(done.length),
            of: formatNumber(progress.of),
          })}{' '}
          {stopped && stoppedWords(stopped)}{' '}
          {done.length > 0 && (
            <button type="button" class="button quiet" onClick={() => onUndo(done)}>
              {t('verb.undo')}
            </button>
          )}
        </p>
      );
    }
    case 'undone':
      return (
        <p class={progress.words === null ? 'meta' : 'meta failure'} role="status">
          {progress.words ??
            (progress.left === 0
              ? t('console.money.undone')
              : t('console.money.undoneBut', progress.left, { count: formatNumber(progress.left) }))}
        </p>
      );
  }
}

function stoppedWords(stopped: NonNullable<Applied['stopped']>): string {
  const name = naming.value.project(stopped.projectId);
  switch (stopped.kind) {
    case 'refused':
      return `${t('console.money.stoppedAt', { name })} ${failureWords(stopped.error)}`;
    case 'unread':
      return `${t('console.money.stoppedAt', { name })} ${t('console.money.stoppedUnread')}`;
    case 'changed':
      return `${t('console.money.stoppedAt', { name })} ${t('console.money.stoppedChanged', { cap: capWords(stopped.now) })}`;
  }
}

/** The caps that a plan sets, or why there is none. */
function plannedCaps(
  rows: readonly PlannerRow[],
  spread: Spread,
  total: string,
  byHand: Readonly<Record<string, string>>,
): { caps: ReadonlyMap<string, number>; problem: string | null } {
  const none = new Map<string, number>();
  if (spread === 'hand') {
    const caps = new Map<string, number>();
    for (const row of rows) {
      const text = byHand[row.projectId];
      if (text === undefined || text.trim() === '') continue;
      const cap = Number(text);
      if (!Number.isInteger(cap) || cap < 1) return { caps: none, problem: t('console.limits.whole') };
      // A cap below the usage may remain; a new one must not be below it.
      if (cap < lowestCap(row) && cap !== row.cap)
        return {
          caps: none,
          problem: t('console.money.belowUsedOf', {
            name: naming.value.project(row.projectId),
            least: formatNumber(lowestCap(row)),
          }),
        };
      caps.set(row.projectId, cap);
    }
    return { caps, problem: null };
  }
  if (total.trim() === '' || rows.length === 0) return { caps: none, problem: null };
  const credits = Number(total);
  if (!Number.isInteger(credits) || credits < 1) return { caps: none, problem: t('console.limits.whole') };
  const planned = spreadCaps(credits, rows, spread);
  switch (planned.kind) {
    case 'planned':
      return { caps: planned.caps, problem: null };
    case 'below-used':
      return { caps: none, problem: t('console.money.belowUsed', { least: formatNumber(planned.least) }) };
    case 'no-history':
      return { caps: none, problem: t('console.money.noHistory') };
  }
}

const capWords = (cap: number | null): string =>
  cap === null ? t('console.limits.none') : formatNumber(cap);

function paceWords({ forecast, cap }: PlannerRow): string {
  if (cap === null || forecast === null) return t('console.money.noCap');
  const { title, facts } = forecastWords(forecast, 'cap');
  return forecast.kind === 'about' || forecast.kind === 'not-before'
    ? title
    : [title, facts].filter(Boolean).join(' · ');
}

/** The last day on which anything was spent: of development, that of the last run or deployment. */
function lastSpentWords({ daily }: PlannerRow, category: Category): string {
  const dates = daily.filter((day) => day[category] > 0).map(({ date }) => date.slice(0, 10));
  return dates.length === 0 ? t('console.money.notLately') : dayName(dates.toSorted().at(-1) ?? '');
}

function differenceWords({ cap }: PlannerRow, to: number | undefined): string {
  if (to === undefined || to === cap) return '';
  return cap === null ? t('console.money.newCap') : signed(to - cap);
}

const signed = (amount: number): string =>
  amount === 0 ? '' : `${amount > 0 ? '+' : '−'}${formatNumber(Math.abs(amount))}`;

function titleOf(category: Category, isNext: boolean): string {
  if (category === 'development')
    return isNext
      ? t('console.money.planNext', { month: nextMonthName() })
      : t('console.money.plan', { month: monthName() });
  return isNext
    ? t('console.money.planNextInfrastructure', { month: nextMonthName() })
    : t('console.money.planInfrastructure', { month: monthName() });
}

const nextMonthName = (): string => formatMonth(nextMonth(edgeNow.value));

/** The last day before the reset, which is shorter than the month's name: "until 30 November". */
const monthName = (): string => formatDay(nextMonth(edgeNow.value) - DAY_MS + 12 * HOUR_MS);
