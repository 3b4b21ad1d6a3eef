import { budgetFieldOf } from '../../builder-api/limits.ts';
import type { KeptEvent } from '../../snapshot/kept-event.ts';
import { type InstantMs, monthOf, nextMonth } from '../../time.ts';
import { unitOf } from '../../words/say.ts';
import { ALIKE_RAISABLE, type Kind } from '../kind.ts';
import { GRACE_MS, numberFact, opens, type Rule, textFact, truthFact } from '../rule.ts';

type Budget = {
  feature: string;
  used: number | null;
  cap: number | null;
  /** What `cap` counts; an open set. */
  capKind: string | null;
  /** False: a soft limit, calls go on. */
  refusing: boolean;
  /** First instant of the next month, UTC. */
  endsAt: InstantMs;
};

/** A feature's monthly budget is spent. */
export type FeatureBudget = { kind: 'feature-budget' } & Budget;
/** A feature's monthly budget reached 80 %. */
export type FeatureWarning = { kind: 'feature-warning' } & Budget;

const OF_BUDGET = {
  nature: 'need',
  alikeFrom: ALIKE_RAISABLE,
  values: ({ feature }, say) => ({ feature: say.word('feature', feature) }),
  numbers: ({ used, cap, capKind }, say) => {
    if (used === null || cap === null) return null;
    const unit = say.word('unit', unitOf(capKind));
    return say.sentence('item.amounts', { used: say.number(used), cap: say.number(cap), unit });
  },
  usedPart: ({ used, cap }) => (used !== null && cap ? used / cap : null),
} satisfies Partial<Kind<FeatureBudget | FeatureWarning>>;

export const featureBudget: Kind<FeatureBudget> = {
  ...OF_BUDGET,
  action: 'raise',
  facts: ({ refusing }) => ({ form: refusing ? 'Refusing' : '' }),
  raises: ({ feature, used: spent, cap: limit, capKind }, projectId) => {
    if (limit === null) return null;
    const field = budgetFieldOf(capKind);
    const unit = field === 'monthlyCreditCap' ? null : capKind;
    return { kind: 'budget', projectId, feature, field, unit, spent, limit };
  },
};

export const featureWarning: Kind<FeatureWarning> = {
  ...OF_BUDGET,
  action: 'look',
};

const SPENT = 'project.feature_limit.reached';
const WARNS = 'project.feature_limit.warning';

/** A feature's monthly budget is spent (service reference, Events). Over at the end of the month. */
export const featureBudgetRule: Rule<FeatureBudget> = {
  told: { place: 'limits', alerts: ['limits'], by: SPENT, isNameless: true },
  fromEvent: (event) => {
    const budget = budgetOf(event);
    if (event.event !== SPENT || !budget) return [];
    const id = featureId('feature-budget', event, budget);
    return [
      opens(event, id, budget.refusing ? 'critical' : 'warning', { kind: 'feature-budget', ...budget }),
    ];
  },
  ends: { at: ({ reason }) => reason.endsAt + GRACE_MS },
};

/** 80 % of a feature's monthly budget is used; over when the budget is spent, or at the end of the month. */
export const featureWarningRule: Rule<FeatureWarning> = {
  told: { place: 'limits', alerts: ['limits'], by: WARNS, isNameless: true },
  fromEvent: (event) => {
    const budget = budgetOf(event);
    if (!budget) return [];
    const id = featureId('feature-warning', event, budget);
    if (event.event === SPENT) return [{ over: id, by: 'replaced' }];
    if (event.event !== WARNS) return [];
    return [opens(event, id, 'warning', { kind: 'feature-warning', ...budget, refusing: false })];
  },
  ends: { at: ({ reason }) => reason.endsAt + GRACE_MS },
};

function budgetOf(event: KeptEvent): Budget | null {
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

const featureId = (kind: string, event: KeptEvent, budget: Budget): string =>
  `${kind}:${event.projectId}:${budget.feature}:${monthOf(event.at)}`;
