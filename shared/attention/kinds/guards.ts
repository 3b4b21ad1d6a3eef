import type { GuardKind, GuardStands } from '../../edge-api/guards.ts';
import { wordOf } from '../../words/say.ts';
import type { Kind } from '../kind.ts';
import { numberFact, opens, type Rule, seen, textFact } from '../rule.ts';

export type RunBudget = { kind: 'run-budget'; budget: number | null; spent: number | null };

/** A guard could not act; `guard` null: the plan of next month, or the caps that a launch named. */
export type GuardFailed = {
  kind: 'guard-failed';
  guard: GuardKind | null;
  code: string;
  message: string;
  /** Absent: nothing stops what the guard should stop. */
  stands?: GuardStands;
};

export const runBudget: Kind<RunBudget> = {
  nature: 'need',
  action: 'limits',
  facts: ({ budget }, say) =>
    budget === null || say.screened ? {} : { form: 'Of', values: { budget: say.number(budget) } },
};

/** A run reached its budget, which overrides its project's cap: never reported as the monthly cap. */
export const runBudgetRule: Rule<RunBudget> = {
  told: { place: 'limits', alerts: ['limits'], by: 'another-entry', isNameless: true },
  fromEvent: (event) => {
    if (event.event !== 'project.credit_limit.reached' || !event.projectId) return [];
    if (textFact(event.facts, 'guard') !== 'run-budget') return [];
    return [
      opens(event, `run-budget:${event.projectId}`, 'warning', {
        kind: 'run-budget',
        budget: numberFact(event.facts, 'budget'),
        spent: numberFact(event.facts, 'spent'),
      }),
    ];
  },
  ends: { at: null, whenSeen: true },
};

export const guardFailed: Kind<GuardFailed> = {
  nature: 'need',
  action: 'look',
  form: ({ stands }) => (stands === 'named' ? 'Caps' : ''),
  // The caps that a launch named are tried again, too.
  facts: ({ stands }) => ({ form: stands ? wordOf(`-${stands === 'named' ? 'retried' : stands}`) : '' }),
};

/** A guard, or the plan of next month, could not act: nothing stops what it should stop. */
export const guardFailedRule: Rule<GuardFailed> = {
  told: { place: 'limits', alerts: ['failures', 'limits'], by: 'another-entry', isNameless: false },
  read: ({ guards, at }) => {
    if (guards === undefined) return null;
    const conditions = guards.failing.map(({ projectId, kind, code, message, since, stands }) =>
      seen(`guard-failed:${projectId ?? ''}:${kind ?? 'launch'}`, 'critical', projectId, since, {
        ...{ kind: 'guard-failed', guard: kind, code, message },
        ...(stands && { stands }),
      }),
    );
    return { readAt: at, conditions, complete: true };
  },
  ends: { at: null },
};
