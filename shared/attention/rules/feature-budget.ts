import type { KeptEvent } from '../../snapshot/kept-event.ts';
import { numberFact, textFact, truthFact } from '../facts.ts';
import type { FeatureBudget } from '../item.ts';
import { monthOf, nextMonth } from '../month.ts';
import type { Heard, Rule } from '../rule.ts';

/** A feature's monthly budget is spent (service reference, Events). Over when the month is. */
export const featureBudgetRule: Rule = {
  kind: 'feature-budget',
  hear: (event) => {
    if (event.event !== 'project.feature_limit.reached') return [];
    const budget = budgetOf(event);
    if (!budget) return [];
    return [
      {
        type: 'open',
        holding: {
          id: featureId('feature-budget', event, budget),
          severity: budget.refusing ? 'critical' : 'warning',
          projectId: event.projectId,
          since: event.at,
          reason: { kind: 'feature-budget', ...budget },
        },
      },
    ];
  },
  endsAt: (item) => (item.reason.kind === 'feature-budget' ? item.reason.endsAt : null),
};

/** 80 % of a feature's monthly budget is used; over when the budget is spent, or the month is. */
export const featureWarningRule: Rule = {
  kind: 'feature-warning',
  hear: (event): Heard[] => {
    const budget = budgetOf(event);
    if (!budget) return [];
    const id = featureId('feature-warning', event, budget);
    if (event.event === 'project.feature_limit.reached') {
      return [{ type: 'resolve', matches: (item) => item.id === id }];
    }
    if (event.event !== 'project.feature_limit.warning') return [];
    return [
      {
        type: 'open',
        holding: {
          id,
          severity: 'warning',
          projectId: event.projectId,
          since: event.at,
          reason: { kind: 'feature-warning', ...budget, refusing: false },
        },
      },
    ];
  },
  endsAt: (item) => (item.reason.kind === 'feature-warning' ? item.reason.endsAt : null),
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
