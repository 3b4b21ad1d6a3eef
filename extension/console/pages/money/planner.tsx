import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Category } from '../../../../shared/builder-api/limits.ts';
import { SPREADS } from '../../../../shared/spending/planner.ts';
import { DAY_MS, nextMonth } from '../../../../shared/time.ts';
import { failureWords } from '../../../i18n/failure-words.ts';
import { formatAgo, formatDay, formatList, formatNumber, formatUtcDay } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { isSaidAbove } from '../../../reads/loaded.tsx';
import { refreshUnder } from '../../../reads/resource.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceChips } from '../../../ui/chips.tsx';
import { ConfirmButton } from '../../../ui/confirm.tsx';
import { Glyph } from '../../../ui/icons.tsx';
import { browserNow, edgeNow, naming } from '../../../ui/page-state.ts';
import { mayAct, stored } from '../../../ui/stored-state.ts';
import { sum } from '../../kit/series.ts';
import { Discard } from '../../parts/form-draft.tsx';
import { Part } from '../../parts/part.tsx';
import { CapsPromise, sumWords } from './caps-promise.tsx';
import { CATEGORIES, usePlanForm } from './plan-form.ts';
import { type Plan, planOf } from './plan-of.ts';
import { ProgressLine, useSetPlan } from './planner-progress.tsx';
import { isWhole, type PlannerReads, type PlannerRow, type PlannerRows, rowsOf } from './planner-rows.ts';
import { PlannerTable, sumOfCaps } from './planner-table.tsx';

const NOTHING = { total: '', byHand: {} };

/**
 * All projects with their caps of one category, and a total to distribute over them: with preview, set and undone as a whole.
 * The infrastructure cap is the same field of the service as the budget of all features.
 */
export function Planner({
  state,
  open,
  again,
  reread,
}: { state: PlannerRows; open?: Signal<boolean> } & PlannerReads) {
  const typed = usePlanForm();
  const { form, spread, category, byHand, choose, type } = typed;
  const isOwner = mayAct('owner');
  const rows = rowsOf(state.rows, category);
  const plan = planOf(rows, typed);
  const setting = useSetPlan({
    onSet: () => type(NOTHING),
    reread: (changed) => Promise.all([reread(changed), refreshUnder('/service/projects/')]),
  });
  const { isBusy } = setting;
  const toSet = plan.changes.length + plan.wrong.size;
  return (
    <Part
      title={titleOf(category)}
      summary=""
      isOpen={form.isBegun.value}
      {...(open && { open })}
      side={
        <ChoiceChips
          of={CATEGORIES}
          chosen={category}
          words={(of) => t(`category.${of}`)}
          off={isBusy && t('console.sending')}
          onChoose={(of) => choose({ category: of })}
        />
      }
    >
      <CapsPromise
        rows={state}
        credits={stored.value?.snapshot?.snapshot.sections.account.data?.credits ?? null}
      />
      <PlanControls {...{ state, rows, plan, typed, isOwner, isBusy }} />
      <ReadingState state={state} isBusy={isBusy} again={again}>
        {rows.length > 0 && (
          <PlannerTable
            rows={rows}
            category={category}
            caps={plan.caps}
            wrong={plan.wrong}
            byHand={spread === 'hand' ? byHand : null}
            isOfAll={isWhole(state)}
            isOwner={isOwner}
            disabled={isBusy}
            onType={(projectId, text) => type({ byHand: { ...byHand, [projectId]: text } })}
          />
        )}
      </ReadingState>
      <PlanWarnings plan={plan} />
      {isOwner ? (
        <div class="plan-foot">
          <ProgressLine of={setting} category={category} />
          <div class="spread">
            {toSet > 0 && !isBusy && (
              <ConfirmButton
                off={plan.wrong.size > 0 && t('console.incomplete')}
                label={t('console.money.setCaps', toSet)}
                sure={t('console.money.setCapsSure', {
                  sum: sumWords(sumOfCaps(rows, plan.caps), isWhole(state)),
                })}
                onSure={() => void setting.apply(plan.changes)}
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

/** How the plan is made: by hand, or from a total; and what is typed for it already. */
function PlanControls({
  state,
  rows,
  plan,
  typed,
  isOwner,
  isBusy,
}: {
  state: PlannerRows;
  rows: readonly PlannerRow[];
  plan: Plan;
  typed: ReturnType<typeof usePlanForm>;
  isOwner: boolean;
  isBusy: boolean;
}) {
  const { form, spread, total, byHand, choose, type } = typed;
  const { caps, taking, problem } = plan;
  const isRead = state.total !== null && state.read === state.total;
  const proposed = isRead ? allowingWhatIsLeft(taking) : null;
  const isSpread = isOwner && spread !== 'hand';
  const after = caps.size === 0 ? null : sumWords(sumOfCaps(rows, caps), isWhole(state));
  const over =
    !isRead && !state.error
      ? readingWords(state)
      : isSpread && rows.length > 0 && problem === null
        ? overWords(total, plan, after)
        : '';
  return (
    <>
      {isOwner && (
        <div class="verbs">
          <ChoiceChips
            of={SPREADS}
            chosen={spread}
            words={(by) => t(`console.money.spread.${by}`)}
            off={isBusy && t('console.sending')}
            onChoose={(by) => {
              // What was spread is where the hand begins.
              const isUntyped = Object.keys(byHand).length === 0;
              if (by === 'hand' && caps.size > 0 && isUntyped) type({ byHand: textsOf(caps) });
              choose({ spread: by });
            }}
          />
          {isSpread && (
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
          {isSpread && proposed !== null && (
            <Button quiet busy={isBusy} onClick={() => type({ total: String(proposed) })}>
              {t('console.money.takeLeft', { credits: formatNumber(proposed) })}
            </Button>
          )}
          <Discard of={form} />
        </div>
      )}
      <div class="meta" role="status">
        {over}
      </div>
      {form.isBegun.value && form.resumedAt.value !== null && (
        <p class="meta" role="status">
          {t('console.money.planBegun', { day: formatDay(form.resumedAt.value) })}
        </p>
      )}
      {problem && (
        <p class="meta failure" role="status">
          {problem}
        </p>
      )}
    </>
  );
}

/** The table, with what could not be read of it above and below. */
function ReadingState({
  state,
  isBusy,
  again,
  children,
}: {
  state: PlannerRows;
  isBusy: boolean;
  again: () => Promise<void>;
  children: ComponentChildren;
}) {
  const { error, readAt, read, total, rows, unread } = state;
  return (
    <>
      {error && isSaidAbove(error) && <p class="meta">{t('console.unread')}</p>}
      {error && !isSaidAbove(error) && (
        <p class="meta failure" role="alert">
          {failureWords(error)}{' '}
          <Button quiet onClick={() => void again()}>
            {t('verb.retry')}
          </Button>
        </p>
      )}
      {children}
      {total !== null && read === total && readAt !== null && rows.length > 0 && (
        <p class="meta">
          {t('console.money.readAgo', { ago: formatAgo(readAt, browserNow.value) })}{' '}
          <Button quiet busy={isBusy} onClick={() => void again()}>
            {t('verb.readAgain')}
          </Button>
        </p>
      )}
      {unread.length > 0 && <p class="meta">{t('console.money.unread', unread.length)}</p>}
    </>
  );
}

/** The projects that the planned caps stop at once. What else they bring about is said in the rows. */
function PlanWarnings({ plan: { stopping } }: { plan: Plan }) {
  if (stopping.length === 0) return null;
  const names = formatList(stopping.map(({ projectId }) => naming.value.project(projectId)));
  return (
    <p class="meta" role="status">
      <Glyph name="warning" /> {t('console.money.stopsAtOnce', { names })}
    </p>
  );
}

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
function overWords(total: string, { taking, overridden }: Plan, after: string | null): string {
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

const textsOf = (caps: ReadonlyMap<string, number>): Record<string, string> =>
  Object.fromEntries([...caps].map(([projectId, cap]) => [projectId, String(cap)]));

/** With the last day before the reset, which is shorter than the month's name: "until 30 November". */
function titleOf(category: Category): string {
  const month = formatUtcDay(nextMonth(edgeNow.value) - DAY_MS);
  return category === 'development'
    ? t('console.money.plan', { month })
    : t('console.money.planInfrastructure', { month });
}
