import { monthOf, nextMonth } from '../../month.ts';
import type { KeptEvent } from '../../snapshot/kept-event.ts';
import type { FeatureBudget } from '../item.ts';
import { numberFact, opens, type Rule, textFact, truthFact } from '../rule.ts';

const SPENT = 'project.feature_limit.reached';

/** A feature's monthly budget is spent (service reference, Events). Over when the month is. */
export const featureBudgetRule: Rule = {
  fromEvent: (event) => {
    const budget = budgetOf(event);
    if (event.event !== SPENT || !budget) return [];
    const id = featureId('feature-budget', event, budget);
    return [
      opens(event, id, budget.refusing ? 'critical' : 'warning', { kind: 'feature-budget', ...budget }),
    ];
  },
};

/** 80 % of a feature's monthly budget is used; over when the budget is spent, or the month is. */
export const featureWarningRule: Rule = {
  fromEvent: (event) => {
    const budget = budgetOf(event);
    if (!budget) return [];
    const id = featureId('feature-warning', event, budget);
    if (event.event === SPENT) return [{ over: id }];
    if (event.event !== 'project.feature_limit.warning') return [];
    return [opens(event, id, 'warning', { kind: 'feature-warning', ...budget, refusing: false })];
  },
};

function budgetOf(event: KeptEvent): FeatureBudget | null {
  const feature = textFact(event.facts, 'feature');
  if (!feature || !event.projectId) return null;
  return {
    feature,
    used: numberFact(event.facts, 'used'),
    cap: numberFact(event.facts, 'cap'),
    capKind: textFact(event.facts, 'capKind'),
    refusing: truthFact(event.facts, 'refusing') ?? true,
    endsAt: nextMonth(event.at),
  };
}

function featureId(kind: string, event: KeptEvent, budget: FeatureBudget): string {
  return `${kind}:${event.projectId}:${budget.feature}:${monthOf(event.at)}`;
}
