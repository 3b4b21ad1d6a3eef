import { useSignal } from '@preact/signals';
import {
  type ProjectGuards,
  projectGuards,
  RUN_BUDGET_MIN_CREDITS,
} from '../../../shared/edge-api/guards.ts';
import { RUN_START_CREDITS } from '../../../shared/spending/price.ts';
import { runBudgetOf } from '../../../shared/spending/run-budget.ts';
import type { Room, RunBound } from '../../../shared/spending/runs.ts';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { guardsPath } from '../../reads/paths.ts';
import { type Resource, useResource } from '../../reads/resource.ts';
import { mayAct, stored } from '../../ui/stored-state.ts';
import { guardCovers } from './guard-words.ts';

/** The guards of a project, shared by everything on its page. */
export const useGuards = (projectId: string): Resource<ProjectGuards> =>
  useResource({ path: guardsPath(projectId), schema: projectGuards });

/** Default of a budget: near the usual maximum of a run, and never below the minimum. */
function suggested(): string {
  const usual = stored.value?.snapshot?.snapshot.sections.history.data?.runCredits;
  return String(Math.max(RUN_BUDGET_MIN_CREDITS, Math.ceil(usual?.high ?? 30)));
}

/** The project's own budget of a run, in credits; null: it has none, or that is not known. */
function useStandingBudget(projectId: string): number | null {
  const state = useGuards(projectId).state.value;
  const guard =
    state.kind === 'shown' ? state.value.guards.find((one) => one.guard.kind === 'run-budget')?.guard : null;
  return guard?.kind === 'run-budget' ? guard.credits : null;
}

/** Credits that the next run may take: the choice, else the project's budget; null: no budget or unknown. */
export function useRunBudget(projectId: string, chosen: string): number | null {
  const standing = useStandingBudget(projectId);
  const budget = runBudgetOf(chosen);
  return typeof budget === 'number' ? budget : budget === null ? standing : null;
}

/**
 * Choice of the next run's budget: the project's, its own or, for owners, none. Hidden where the edge has no
 * guards.
 */
export function BudgetChoice({
  projectId,
  chosen,
  isBatch,
  onChoose,
}: {
  projectId: string;
  chosen: string;
  /** It is one budget for all of its runs. */
  isBatch: boolean;
  onChoose: (budget: string) => void;
}) {
  const typed = useSignal<string | null>(null);
  const standing = useStandingBudget(projectId);
  if (useGuards(projectId).state.value.kind !== 'shown') return null;
  const isOwner = mayAct('owner');
  const kind = chosen === '' || chosen === 'none' ? chosen : 'own';
  return (
    <>
      <label class="prompt-choice meta">
        {isBatch ? t('budget.ofAll') : t('fact.budget')}
        <select
          value={kind}
          onChange={({ currentTarget: { value } }) => {
            typed.value = null;
            onChoose(value === 'own' ? suggested() : value);
          }}
        >
          <option value="">
            {standing === null
              ? t('fact.noLimit')
              : t('budget.standing', { credits: formatNumber(standing) })}
          </option>
          <option value="own">{t('budget.own')}</option>
          {standing !== null && isOwner && <option value="none">{t('budget.without')}</option>}
        </select>
      </label>
      {kind === 'own' && (
        <label class="prompt-choice meta">
          <span class="hidden-words">{t('budget.credits')}</span>
          <input
            class="input short"
            inputMode="decimal"
            value={typed.value ?? chosen}
            aria-invalid={runBudgetOf(chosen) === 'invalid'}
            onInput={({ currentTarget: { value } }) => {
              typed.value = value;
              // An empty field does not mean the project's budget: nothing can be sent until it is filled.
              onChoose(value.trim() === '' ? '0' : value);
            }}
          />
          {t('fact.creditsUnit')}
        </label>
      )}
    </>
  );
}

/** @param left credits, as words */
const BEYOND: Record<RunBound, (left: string) => string> = {
  balance: (left) => t('budget.beyond.balance', { left }),
  'development-cap': (left) => t('budget.beyond.cap', { left }),
  'daily-limit': (left) => t('budget.beyond.limit', { left }),
  'day-budget': (left) => t('budget.beyond.day', { left }),
};

/**
 * Says what a chosen budget means, why it is invalid, or what ends before it.
 * @param budget in force, in credits
 * @param room what a run may take; null: not known
 */
export function BudgetHint({
  chosen,
  budget,
  room,
}: {
  chosen: string;
  budget: number | null;
  room: Room | null;
}) {
  const own = runBudgetOf(chosen);
  if (own === 'invalid')
    return (
      <p class="meta failure">
        {t('budget.least', {
          credits: formatNumber(RUN_BUDGET_MIN_CREDITS),
          start: formatNumber(RUN_START_CREDITS),
        })}
      </p>
    );
  if (budget === null) return null;
  const before = room && budget > room.left ? BEYOND[room.by](formatNumber(Math.max(0, room.left))) : null;
  const isChosen = typeof own === 'number';
  if (before === null && !isChosen) return null;
  return (
    <p class="meta">
      {before && <strong>{before} </strong>}
      {isChosen && guardCovers('run-budget')}
    </p>
  );
}
