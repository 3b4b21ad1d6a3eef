import { monthEndingAt } from '../../time.ts';
import { numberFact, opens, type Rule, seen, textFact } from '../rule.ts';

/** A run reached the budget that a guard had laid over its project's cap: told as that, never as the monthly cap. */
export const runBudgetRule: Rule = {
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
  endsWhenAcknowledged: true,
};

/** A guard, or the plan of next month, could not act: nothing stops what it should stop. */
export const guardFailedRule: Rule = {
  read: ({ guards, at }) => {
    if (guards === undefined) return null;
    const conditions = guards.failing.map(({ projectId, kind, code, message, since }) =>
      seen(`guard-failed:${projectId ?? ''}:${kind ?? 'plan'}`, 'critical', projectId, since, {
        kind: 'guard-failed',
        guard: kind,
        code,
        message,
      }),
    );
    return { readAt: at, conditions, complete: true };
  },
};

/** At this pace a cap is reached before its reset. Only a reading that shows it healthy ends it, and lets it open again. */
export const capForecastRule: Rule = {
  read: ({ outlook }) => {
    if (outlook === undefined || outlook.caps.length === 0) return null;
    const idOf = ({ projectId, category, resetsAt }: (typeof outlook.caps)[number]) =>
      `cap-forecast:${projectId}:${category}:${monthEndingAt(resetsAt)}`;
    const conditions = outlook.caps.flatMap((one) =>
      one.state === 'crossing' && one.at !== null
        ? [
            seen(idOf(one), 'warning', one.projectId, one.readAt, {
              kind: 'cap-forecast',
              category: one.category,
              at: one.at,
              cap: one.cap,
              resetsAt: one.resetsAt,
            }),
          ]
        : [],
    );
    const over = outlook.caps.filter(({ state }) => state === 'healthy').map(idOf);
    return { readAt: outlook.readAt, conditions, complete: false, over };
  },
};
