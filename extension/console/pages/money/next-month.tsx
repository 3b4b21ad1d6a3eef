import { useSignal } from '@preact/signals';
import type { Category } from '../../../../shared/builder-api/limits.ts';
import { type Plan, type PlanRequest, planResponse } from '../../../../shared/edge-api/plans.ts';
import { mayActAs } from '../../../../shared/edge-api/role.ts';
import type { CapChange } from '../../../../shared/spending/planner.ts';
import { type InstantMs, nextMonth } from '../../../../shared/time.ts';
import { wordOf } from '../../../../shared/words/title.ts';
import { failureWords } from '../../../i18n/failure-words.ts';
import { formatAgo, formatCap, formatMonth, formatNumber, formatUtcDay } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { useChange } from '../../../reads/change.ts';
import { Loaded } from '../../../reads/loaded.tsx';
import { useResource } from '../../../reads/resource.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/confirm.tsx';
import { edgeNow, naming } from '../../../ui/page-state.ts';
import { stored } from '../../../ui/stored-state.ts';
import { ChangeStatus } from '../../parts/part.tsx';

const PATH = '/plans';

/** The plan that the edge keeps; an older edge keeps none and has no such response. */
export const usePlan = () => useResource({ path: PATH, schema: planResponse });

/** Next month's plan in the edge, or its outcome; and a new one, which can be saved and undone as a whole. */
export function NextMonth({
  category,
  changes,
  wrong,
  sum,
  onPlanned,
}: {
  category: Category;
  changes: readonly CapChange[];
  /** How many caps by hand can't be planned as they are. */
  wrong: number;
  /** Sum of all caps once these are set, in words. */
  sum: string;
  onPlanned: () => void;
}) {
  const loaded = usePlan();
  const change = useChange();
  const toPlan = changes.length + wrong;
  /** The plan before ours, or the one that was cancelled, for undo. */
  const replaced = useSignal<{ plan: Plan | null } | null>(null);
  const isOwner = mayActAs(stored.value?.connection?.role ?? 'viewer', 'owner');
  const put = (caps: PlanRequest['caps']) =>
    change.send({ method: 'PUT', path: PATH, body: { month: monthOf(edgeNow.peek()), caps } }, [PATH]);
  const drop = () => change.send({ method: 'DELETE', path: PATH }, [PATH]);
  const keep = async (before: Plan | null) => {
    // The edge keeps one plan: what it plans for the other kind of cap stays in it.
    const { ok } = await put([...requestOf(before).filter((one) => one.category !== category), ...changes]);
    if (!ok) return;
    replaced.value = { plan: before };
    onPlanned();
  };
  /** Restores the previous plan; one that was over is not scheduled again. */
  const undoKeep = async ({ plan }: { plan: Plan | null }) => {
    const { ok } = plan?.state === 'waiting' ? await put(requestOf(plan)) : await drop();
    if (ok) replaced.value = null;
  };
  const cancel = async (plan: Plan) => {
    const { ok } = await drop();
    if (ok) replaced.value = plan.state === 'waiting' ? { plan } : null;
  };
  return (
    <Loaded of={loaded}>
      {({ plan }) => (
        <>
          {plan && (
            <PlanStanding
              plan={plan}
              isOwner={isOwner}
              onUndo={() => void change.send({ method: 'POST', path: `${PATH}/undo`, body: {} }, [PATH])}
              onDrop={() => void cancel(plan)}
              before={replaced.value}
              onBack={undoKeep}
            />
          )}
          {replaced.value?.plan && plan === null && (
            <p class="fact" role="status">
              {t('console.money.planCancelled')}{' '}
              <Button quiet onClick={() => void undoKeep(replaced.value ?? { plan: null })}>
                {t('verb.undo')}
              </Button>
            </p>
          )}
          {isOwner ? (
            <div class="spread plan-foot">
              <span class="meta">
                {(toPlan > 0 || plan?.state === 'waiting') &&
                  t('console.money.nextMonthHow', { day: formatUtcDay(nextMonth(edgeNow.value)) })}
                {changes.length > 0 &&
                  requestOf(plan).some((one) => one.category === category) &&
                  ` ${t('console.money.planReplaces')}`}
              </span>
              {toPlan > 0 && change.state.value.kind !== 'sending' && (
                <ConfirmButton
                  disabled={wrong > 0}
                  label={t('console.money.planCaps', toPlan)}
                  sure={t('console.money.planCapsSure', changes.length, {
                    sum,
                  })}
                  onSure={() => void keep(plan)}
                />
              )}
            </div>
          ) : (
            <p class="meta">{t('blocker.roleTooLowOwner')}</p>
          )}
          {/* What came of it is said by the plan, or in its place. */}
          <ChangeStatus state={change.state.value} kept="" />
        </>
      )}
    </Loaded>
  );
}

const requestOf = (plan: Plan | null): PlanRequest['caps'] =>
  plan?.state === 'waiting'
    ? plan.caps.map(({ projectId, category, from, to }) => ({ projectId, category, from, to }))
    : [];

/** State of the plan, with all caps on demand. */
function PlanStanding({
  plan,
  isOwner,
  onUndo,
  onDrop,
  before,
  onBack,
}: {
  plan: Plan;
  isOwner: boolean;
  onUndo: () => void;
  onDrop: () => void;
  /** The plan before this one, where it was made here a moment ago; `plan` null: there was none. */
  before: { plan: Plan | null } | null;
  onBack: (before: { plan: Plan | null }) => unknown;
}) {
  const isReplacing = before?.plan?.state === 'waiting';
  const { state, caps, setAt, setBy, problem } = plan;
  const ago = formatAgo(setAt, edgeNow.value);
  const left = caps.filter((cap) => cap.state === 'left-alone').length;
  return (
    <div class="plan-standing">
      <p class={problem ? 'failure' : 'fact'} role="status">
        {planWords(plan)} {left > 0 && t('console.money.planLeft', left)}
        {problem && ` ${failureWords({ kind: 'refused', code: problem.code, message: problem.message })}`}
      </p>
      <p class="meta">
        {setBy === null
          ? t('console.money.planSetAgo', { ago })
          : t('console.money.planBy', { name: isolated(setBy), ago })}
      </p>
      <details>
        <summary>{t('console.money.planShow')}</summary>
        <ul class="lines-list">
          {caps.map(({ projectId, category, from, to, state: done, found }) => (
            <li key={`${projectId} ${category}`} class="line spread">
              <span class="clip">
                {naming.value.project(projectId)}
                {category === 'infrastructure' && <span class="meta"> {t('category.infrastructure')}</span>}
              </span>
              <span class="meta amount">
                {`${formatCap(from)} → ${formatCap(to)} · ${t(`console.money.planState.${wordOf(done)}`)}`}
                {found !== undefined && done === 'left-alone' && ` (${formatCap(found)})`}
              </span>
            </li>
          ))}
        </ul>
      </details>
      {isOwner && (
        <span class="verbs">
          {(state === 'applied' || state === 'stopped') && caps.some((one) => one.state === 'set') && (
            <Button onClick={onUndo}>{t('verb.undo')}</Button>
          )}
          {state === 'waiting' && before && (
            <Button onClick={() => void onBack(before)}>
              {isReplacing ? t('console.money.planBefore') : t('verb.undo')}
            </Button>
          )}
          {/* Undo of the only plan cancels it. */}
          {state === 'waiting' && (before === null || isReplacing) && (
            <Button onClick={onDrop}>{t('console.money.planCancel')}</Button>
          )}
          {(state === 'applied' || state === 'stopped' || state === 'undone') && (
            <Button quiet onClick={onDrop}>
              {t('receipt.dismiss')}
            </Button>
          )}
        </span>
      )}
    </div>
  );
}

function planWords({ state, appliesAt, caps }: Plan): string {
  const set = caps.filter((cap) => cap.state === 'set').length;
  const month = formatMonth(appliesAt);
  const counts = { count: formatNumber(set), of: formatNumber(caps.length), month };
  switch (state) {
    case 'waiting':
      return t('console.money.planWaiting', caps.length, {
        day: formatUtcDay(appliesAt),
      });
    case 'applying':
      return t('console.money.planApplying', { month });
    case 'applied':
      return t('console.money.planApplied', set, counts);
    case 'stopped':
      return t('console.money.planStopped', set, counts);
    case 'undoing':
      return t('console.money.planUndoing', { month });
    case 'undone':
      return t('console.money.planUndone', { month });
  }
}

/** Next month in the form of a plan: `2026-12`. */
const monthOf = (now: InstantMs): string => new Date(nextMonth(now)).toISOString().slice(0, 7);
