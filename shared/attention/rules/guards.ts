import { monthEndingAt } from '../../time.ts';
import { condition, numberFact, opens, type Rule, seen, textFact, wellRead } from '../rule.ts';
import { isAtBudget } from './credit-limits.ts';

/** A run reached its budget, which overrides its project's cap: reported as that, never as the monthly cap. */
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
    const conditions = guards.failing.map(({ projectId, kind, code, message, since, stands }) =>
      seen(`guard-failed:${projectId ?? ''}:${kind ?? 'plan'}`, 'critical', projectId, since, {
        ...{ kind: 'guard-failed', guard: kind, code, message },
        ...(stands && { stands }),
      }),
    );
    return { readAt: at, conditions, complete: true };
  },
};

/**
 * At this pace a cap is reached before its reset. A reading that shows it healthy ends it and lets it open again, and so does the
 * cap when it is reached: another item reports that.
 */
export const capForecastRule: Rule = {
  isOccurrence: true,
  read: (snapshot) => {
    const { outlook } = snapshot;
    if (outlook === undefined || outlook.caps.length === 0) return null;
    const atLimit = wellRead(snapshot.sections.atLimit);
    const isReached = ({ projectId, category, readAt }: (typeof outlook.caps)[number]) =>
      atLimit !== null &&
      atLimit.readAt >= readAt &&
      atLimit.data.projects.some(
        (project) =>
          project.projectId === projectId &&
          project.atLimit[category] &&
          !isAtBudget(snapshot, project, category),
      );
    const idOf = ({ projectId, category, resetsAt }: (typeof outlook.caps)[number]) =>
      `cap-forecast:${projectId}:${category}:${monthEndingAt(resetsAt)}`;
    const reached = outlook.caps.filter(isReached);
    const conditions = outlook.caps.flatMap((one) =>
      one.state === 'crossing' && one.at !== null && !reached.includes(one)
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
    const over = outlook.caps.filter((one) => one.state === 'healthy' || reached.includes(one)).map(idOf);
    const readAt = Math.max(outlook.readAt, reached.length > 0 ? (atLimit?.readAt ?? 0) : 0);
    const replaced = new Set(reached.map(idOf));
    const endedBy = (id: string) => (replaced.has(id) ? 'replaced' : undefined);
    return { readAt, conditions, complete: false, over, endedBy };
  },
};

const BALANCE = 'balance-forecast';

/** At this pace the balance is used up in the weeks ahead. It ends as {@link capForecastRule} does. */
export const balanceForecastRule: Rule = {
  isOccurrence: true,
  read: ({ outlook, sections: { account } }) => {
    const balance = outlook?.balance;
    if (balance === undefined) return null;
    const read = wellRead(account);
    const usedUpAt =
      account.error?.code === 'no-credits'
        ? account.error.since
        : read !== null && read.data.credits <= 0
          ? read.readAt
          : null;
    const { state, readAt, at, credits } = balance;
    if (usedUpAt !== null || state === 'healthy' || at === null) {
      const why = usedUpAt !== null ? 'replaced' : state === 'healthy' ? undefined : 'not-read';
      const newest = Math.max(readAt, usedUpAt ?? 0);
      return { readAt: newest, conditions: [], complete: true, endedBy: () => why };
    }
    const condition = seen(BALANCE, 'warning', null, readAt, { kind: BALANCE, at, credits });
    return { readAt, conditions: [condition], complete: true };
  },
};

/** The balance is below what somebody chose: once per crossing. At 0 another item says more. */
export const balanceLowRule: Rule = {
  read: ({ tellBelow, sections }) => {
    const read = wellRead(sections.account);
    if (tellBelow === undefined || read === null) return null;
    const { readAt, data } = read;
    const isLow = tellBelow !== null && data.credits > 0 && data.credits < tellBelow;
    const reason = { kind: 'balance-low', credits: data.credits, below: tellBelow ?? 0 } as const;
    return {
      readAt,
      complete: true,
      conditions: isLow ? [condition('balance-low', 'warning', null, readAt, reason)] : [],
      endedBy: () => (tellBelow === null ? 'not-read' : data.credits <= 0 ? 'replaced' : undefined),
    };
  },
};
