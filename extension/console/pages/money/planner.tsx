import type { Category } from '../../../../shared/builder-api/limits.ts';
import type { Plan } from '../../../../shared/edge-api/plans.ts';
import { mayActAs } from '../../../../shared/edge-api/role.ts';
import { HISTORY_DAYS_MIN } from '../../../../shared/spending/forecast.ts';
import {
  capChanges,
  leavingTooLittle,
  roomToLeave,
  SPREADS,
  type Spread,
  spreadCaps,
  stoppedAtOnce,
} from '../../../../shared/spending/planner.ts';
import { SPENDING_SPAN_DAYS } from '../../../../shared/spending/spending-days.ts';
import { DAY_MS, nextMonth } from '../../../../shared/time.ts';
import { failureWords } from '../../../i18n/failure-words.ts';
import {
  formatAgo,
  formatDay,
  formatList,
  formatMonth,
  formatNumber,
  formatUtcDay,
} from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { isSaidAbove } from '../../../reads/loaded.tsx';
import { refreshUnder } from '../../../reads/resource.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceChips } from '../../../ui/chips.tsx';
import { ConfirmButton } from '../../../ui/confirm.tsx';
import { Glyph } from '../../../ui/icons.tsx';
import { CAP_RANGE, limitIn, limitProblem } from '../../../ui/limit-input.tsx';
import { browserNow, edgeNow, naming } from '../../../ui/page-state.ts';
import { stored } from '../../../ui/stored-state.ts';
import { sum } from '../../kit/series.ts';
import { Discard } from '../../parts/form-draft.tsx';
import { Part } from '../../parts/part.tsx';
import { CapsPromise, sumWords } from './caps-promise.tsx';
import { NextMonth, usePlan } from './next-month.tsx';
import { CATEGORIES, MONTHS, usePlanForm } from './plan-form.ts';
import { ProgressLine, useSetPlan } from './planner-progress.tsx';
import {
  isWhole,
  type PlannerReads,
  type PlannerRow,
  type PlannerRows,
  PROJECTS_MAX,
  rowsOf,
} from './planner-rows.ts';
import { PlannerTable, sumOfCaps, sumOfNeeds, withCap } from './planner-table.tsx';

const NOTHING = { total: '', byHand: {} };

/**
 * All projects with their caps of one category, and a total to distribute over them: with preview, set and undone as a whole.
 * The infrastructure cap is the same field of the service as the budget of all features.
 */
export function Planner({ state, again, reread }: { state: PlannerRows } & PlannerReads) {
  const kept = usePlan().state.value;
  const keepsPlans = kept.kind === 'shown';
  const { form, month, spread, category, total, byHand, alsoBegun, choose, type } = usePlanForm(keepsPlans);
  const isOwner = mayActAs(stored.value?.connection?.role ?? 'viewer', 'owner');
  const rows = rowsOf(state.rows, category);
  const isRead = state.total !== null && state.read === state.total;
  const isNext = month === 'next';
  // Next month starts without usage, and needs what a whole month does.
  const basis = isNext ? rows.map((row) => ({ ...row, used: 0, need: row.needNextMonth })) : rows;
  // A cap that a guard overrides during a run is left alone; by next month it is restored.
  const settable = isNext ? basis : basis.filter(({ limit }) => limit.kind !== 'laid');
  const { caps: made, problem, wrong } = plannedCaps(category, settable, spread, total, byHand);
  const waiting = isNext && kept.kind === 'shown' ? waitingCaps(kept.value.plan, category) : NO_CAPS;
  // By hand, what the edge keeps is gone on with; a new total replaces it.
  const isGoneOn = spread === 'hand' || (problem === null && made.size === 0);
  const caps = isGoneOn ? new Map([...waiting, ...made]) : made;
  const changes = made.size === 0 ? [] : capChanges(category, settable, caps);
  const tooTight = leavingTooLittle(category, settable, caps);
  const stopping = stoppedAtOnce(settable, caps);
  const reachedBefore = isNext
    ? []
    : changes.filter(({ projectId, to }) => {
        const row = settable.find((one) => one.projectId === projectId);
        return row && withCap(row, category, to).forecast?.kind === 'about';
      });
  const overridden = basis.filter((row) => !settable.includes(row));
  const proposed = isRead ? (isNext ? needOf(settable) : allowingWhatIsLeft(settable)) : null;
  const setting = useSetPlan({
    onSet: () => type(NOTHING),
    reread: (changed) => Promise.all([reread(changed), refreshUnder('/service/projects/')]),
  });
  const { isBusy } = setting;
  const toSet = changes.length + wrong.size;
  const sumAfter = sumWords(sumOfCaps(rows, caps), isWhole(state));
  const over =
    !isRead && !state.error
      ? readingWords(state)
      : spread !== 'hand' && isOwner && rows.length > 0 && problem === null
        ? overWords(total, settable, overridden, made.size > 0 ? sumAfter : null)
        : '';
  return (
    <Part
      title={titleOf(category, isNext)}
      summary=""
      isOpen={form.isBegun.value || (kept.kind === 'shown' && kept.value.plan !== null)}
      side={
        <span class="verbs">
          {isOwner && keepsPlans && (
            <span class="verbs">
              <ChoiceChips
                of={MONTHS}
                chosen={month}
                words={(which) => (which === 'this' ? t('console.money.thisMonth') : nextMonthName())}
                disabled={isBusy}
                onChoose={(which) => choose({ month: which })}
              />
            </span>
          )}
          <ChoiceChips
            of={CATEGORIES}
            chosen={category}
            words={(of) => t(`category.${of}`)}
            disabled={isBusy}
            onChoose={(of) => choose({ category: of })}
          />
        </span>
      }
    >
      <CapsPromise
        rows={state}
        credits={stored.value?.snapshot?.snapshot.sections.account.data?.credits ?? null}
      />
      {isOwner && (
        <div class="verbs">
          <ChoiceChips
            of={SPREADS}
            chosen={spread}
            words={(by) => t(`console.money.spread.${by}`)}
            disabled={isBusy}
            onChoose={(by) => {
              // What was spread is where the hand begins.
              const isUntyped = Object.keys(byHand).length === 0;
              if (by === 'hand' && made.size > 0 && isUntyped) type({ byHand: textsOf(made) });
              choose({ spread: by });
            }}
          />
          {spread !== 'hand' && (
            <label class="meta">
              {t('console.money.total')}
              <input
                class="input short"
                data-arrive
                type="number"
                inputMode="numeric"
                min={1}
                step={1}
                value={total}
                disabled={isBusy}
                aria-invalid={problem !== null}
                onInput={({ currentTarget }) => type({ total: currentTarget.value })}
              />
            </label>
          )}
          {spread !== 'hand' && proposed !== null && (
            <Button quiet disabled={isBusy} onClick={() => type({ total: String(proposed) })}>
              {t(isNext ? 'console.money.takeNeed' : 'console.money.takeLeft', {
                credits: formatNumber(proposed),
              })}
            </Button>
          )}
          <Discard of={form} />
        </div>
      )}
      <div class="meta">
        {t(`console.limits.${category}Means`)}
        {over !== '' && ' · '}
        <span role="status">{over}</span>
      </div>
      {form.isBegun.value && form.resumedAt.value !== null && (
        <p class="meta" role="status">
          {t('console.money.planBegun', { day: formatDay(form.resumedAt.value) })}
        </p>
      )}
      {alsoBegun.length > 0 && (
        <p class="meta">
          {t('console.money.alsoBegun', {
            plans: formatList(alsoBegun.map((one) => titleOf(one.category, one.month === 'next'))),
          })}
        </p>
      )}
      {isOwner && (
        <p class="meta">
          {t(`console.money.spreadMeans.${spread}`)}
          {spread !== 'hand' &&
            category === 'development' &&
            ` ${t('console.money.runRoom', { credits: formatNumber(roomToLeave(category)) })}`}
        </p>
      )}
      {state.error && isSaidAbove(state.error) && <p class="meta">{t('console.unread')}</p>}
      {state.error && !isSaidAbove(state.error) && (
        <p class="meta failure" role="alert">
          {failureWords(state.error)}{' '}
          <Button quiet onClick={() => void again()}>
            {t('verb.retry')}
          </Button>
        </p>
      )}
      {problem && (
        <p class="meta failure" role="status">
          {problem}
        </p>
      )}
      {rows.length > 0 && (
        <PlannerTable
          rows={rows}
          category={category}
          caps={caps}
          wrong={wrong}
          byHand={spread === 'hand' ? byHand : null}
          isNext={isNext}
          isOfAll={isWhole(state)}
          isOwner={isOwner}
          disabled={isBusy}
          onType={(projectId, text) => type({ byHand: { ...byHand, [projectId]: text } })}
        />
      )}
      {isNext && rows.length > 0 && (
        <p class="meta">
          {t('console.money.expectedNeedMeans', {
            days: formatNumber(SPENDING_SPAN_DAYS),
            least: formatNumber(HISTORY_DAYS_MIN),
          })}
        </p>
      )}
      {isRead && state.readAt !== null && rows.length > 0 && (
        <p class="meta">
          {t('console.money.readAgo', { ago: formatAgo(state.readAt, browserNow.value) })}{' '}
          <Button quiet disabled={isBusy} onClick={() => void again()}>
            {t('verb.readAgain')}
          </Button>
        </p>
      )}
      {state.unread.length > 0 && <p class="meta">{t('console.money.unread', state.unread.length)}</p>}
      {state.isPart && <p class="meta">{t('console.money.partOnly', { max: formatNumber(PROJECTS_MAX) })}</p>}
      {tooTight.length > 0 && (
        <p class="meta" role="status">
          <Glyph name="warning" />{' '}
          {t('console.money.noRun', tooTight.length, {
            names: namesOf(tooTight),
          })}
        </p>
      )}
      {stopping.length > 0 && (
        <p class="meta" role="status">
          <Glyph name="warning" /> {t('console.money.stopsAtOnce', { names: namesOf(stopping) })}
        </p>
      )}
      {reachedBefore.length > 0 && (
        <p class="meta" role="status">
          {t('console.money.reachedBefore', reachedBefore.length, { names: namesOf(reachedBefore) })}
        </p>
      )}
      {wrong.size > 0 && (
        <p class="meta failure" role="status">
          {t('console.money.wrongCaps', wrong.size, {
            names: namesOf([...wrong.keys()].map((projectId) => ({ projectId }))),
          })}
        </p>
      )}
      {isNext ? (
        <NextMonth
          category={category}
          changes={changes}
          wrong={wrong.size}
          sum={sumAfter}
          onPlanned={() => type(NOTHING)}
        />
      ) : isOwner ? (
        <div class="plan-foot">
          <ProgressLine of={setting} category={category} />
          <div class="spread">
            <span class="meta">{toSet > 0 && t('console.money.thisMonthOnly')}</span>
            {toSet > 0 && !isBusy && (
              <ConfirmButton
                disabled={wrong.size > 0}
                label={t('console.money.setCaps', toSet)}
                sure={t('console.money.setCapsSure', changes.length, {
                  sum: sumAfter,
                })}
                onSure={() => void setting.apply(changes)}
              />
            )}
          </div>
        </div>
      ) : (
        <p class="meta">{t('blocker.roleTooLowOwner')}</p>
      )}
    </Part>
  );
}

const NO_CAPS: ReadonlyMap<string, number> = new Map();
const NO_WORDS: ReadonlyMap<string, string> = new Map();

const namesOf = (projects: readonly { projectId: string }[]): string =>
  formatList(projects.map(({ projectId }) => naming.value.project(projectId)));

/** What the projects are expected to need together; null where that is nothing or not known of each. */
const needOf = (taking: readonly PlannerRow[]): number | null =>
  taking.some(({ need }) => need === null) ? null : Math.ceil(sumOfNeeds(taking)) || null;

/** The total with which these projects can spend the credits that are left and no more; null when the balance is unknown. */
function allowingWhatIsLeft(taking: readonly PlannerRow[]): number | null {
  const credits = stored.value?.snapshot?.snapshot.sections.account.data?.credits ?? null;
  return credits === null || taking.length === 0
    ? null
    : Math.floor(sum(taking.map(({ used }) => used)) + credits) || null;
}

const readingWords = ({ total, read }: PlannerRows): string =>
  total === null
    ? t('console.loading')
    : t('console.money.reading', { read: formatNumber(read), total: formatNumber(total) });

/** What a total is spread over, and what stays beside it. @param after the sum of all caps, once there is a plan */
function overWords(
  total: string,
  taking: readonly PlannerRow[],
  overridden: readonly PlannerRow[],
  after: string | null,
): string {
  const over = t('console.money.over', taking.length);
  const whole =
    after === null ? over : t('console.money.totalOver', { total: formatNumber(Number(total)), over });
  if (overridden.length === 0) return whole;
  const credits = formatNumber(sum(overridden.map(({ cap }) => cap ?? 0)));
  return [
    whole,
    t('console.money.keep.overridden', overridden.length, { credits }),
    ...(after === null ? [] : [t('console.money.together', { sum: after })]),
  ].join(' · ');
}

/** The caps that the edge will set at the reset. */
const waitingCaps = (plan: Plan | null, category: Category): ReadonlyMap<string, number> =>
  new Map(
    plan?.state === 'waiting'
      ? plan.caps.flatMap((one) =>
          one.category === category && one.to !== null ? [[one.projectId, one.to] as const] : [],
        )
      : [],
  );

const textsOf = (caps: ReadonlyMap<string, number>): Record<string, string> =>
  Object.fromEntries([...caps].map(([projectId, cap]) => [projectId, String(cap)]));

/** The caps that a plan sets, or why there is none; of caps by hand, which can't be set and why. */
function plannedCaps(
  category: Category,
  rows: readonly PlannerRow[],
  spread: Spread,
  total: string,
  byHand: Readonly<Record<string, string>>,
): { caps: ReadonlyMap<string, number>; problem: string | null; wrong: ReadonlyMap<string, string> } {
  const none = { caps: NO_CAPS, wrong: NO_WORDS };
  if (spread === 'hand') {
    const caps = new Map<string, number>();
    const wrong = new Map<string, string>();
    for (const row of rows) {
      const cap = limitIn(byHand[row.projectId] ?? '');
      if (cap === null) continue;
      const why = limitProblem(cap, CAP_RANGE);
      if (why === null) caps.set(row.projectId, cap);
      else wrong.set(row.projectId, why);
    }
    return { caps, problem: null, wrong };
  }
  if (total.trim() === '' || rows.length === 0) return { ...none, problem: null };
  const credits = Number(total);
  if (!Number.isInteger(credits) || credits < 1) return { ...none, problem: t('console.limits.whole') };
  const planned = spreadCaps(credits, rows, roomToLeave(category));
  if (planned.kind === 'planned') return { ...none, caps: planned.caps, problem: null };
  const least = formatNumber(planned.least);
  return { ...none, problem: t('console.money.belowUsed', rows.length, { least }) };
}

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
const monthName = (): string => formatUtcDay(nextMonth(edgeNow.value) - DAY_MS);
