import type { Outlook } from '../../snapshot/snapshot.ts';
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
      seen(`guard-failed:${projectId ?? ''}:${kind ?? 'launch'}`, 'critical', projectId, since, {
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
    const unread = outlook?.overdue ?? [];
    if (outlook === undefined || outlook.caps.length + unread.length === 0) return null;
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
    const idOf = ({ projectId, category, resetsAt }: (typeof unread)[number]) =>
      `cap-forecast:${projectId}:${category}:${monthEndingAt(resetsAt)}`;
    const reached = outlook.caps.filter(isReached);
    const conditions = outlook.caps.flatMap((one) =>
      one.state === 'crossing' && one.at !== null && !reached.includes(one)
        ? [
            seen(idOf(one), 'warning', one.projectId, one.readAt, {
              kind: 'cap-forecast',
              category: one.category,
              ...{ at: one.at, from: one.from ?? one.at, to: one.to },
              cap: one.cap,
              resetsAt: one.resetsAt,
            }),
          ]
        : [],
    );
    const over = [
      ...outlook.caps.filter((one) => one.state === 'healthy' || reached.includes(one)),
      ...unread,
    ].map(idOf);
    const readAt = Math.max(
      outlook.readAt,
      reached.length > 0 ? (atLimit?.readAt ?? 0) : 0,
      unread.length > 0 ? snapshot.at : 0,
    );
    const replaced = new Set(reached.map(idOf));
    const notRead = new Set(unread.map(idOf));
    const endedBy = (id: string) =>
      replaced.has(id) ? 'replaced' : notRead.has(id) ? 'not-read' : undefined;
    return { readAt, conditions, complete: false, over, endedBy };
  },
};

/** Share of a cap from which it is told, as the service does of features' budgets. */
const WARNED_SHARE = 0.8;

/**
 * 80 % of the owner's development cap is used: once a month and cap. Over only below that; when the cap is reached, or another one is
 * set of which as much is used, another item tells.
 */
export const capWarningRule: Rule = {
  isOnce: true,
  endsWithProject: true,
  read: ({ outlook }) => {
    const read = outlook?.caps.filter(({ category }) => category === 'development') ?? [];
    if (outlook === undefined || read.length === 0) return null;
    const start = ({ projectId, resetsAt }: CapRead) =>
      `cap-warning:${projectId}:${monthEndingAt(resetsAt)}:`;
    const idOf = (one: CapRead) => `${start(one)}${one.cap}`;
    const ofItem = (id: string) => read.find((one) => id.startsWith(start(one)));
    const isWarned = (one: CapRead) => isMostlyUsed(one) && one.used < (one.cap ?? 0);
    return {
      readAt: outlook.readAt,
      complete: false,
      conditions: read.filter(isWarned).map((one) =>
        seen(idOf(one), 'warning', one.projectId, one.readAt, {
          ...{ kind: 'cap-warning', category: 'development', resetsAt: one.resetsAt },
          ...{ spent: one.used, limit: one.cap ?? 0 },
        }),
      ),
      ends: (id) => {
        const one = ofItem(id);
        return one !== undefined && !(isWarned(one) && idOf(one) === id);
      },
      endedBy: (id) => {
        const one = ofItem(id);
        return one !== undefined && isMostlyUsed(one) ? 'replaced' : undefined;
      },
    };
  },
};

type CapRead = Outlook['caps'][number];

const isMostlyUsed = ({ cap, used }: CapRead): boolean => cap !== null && used >= cap * WARNED_SHARE;

const BALANCE = 'balance-forecast';

/** At this pace the balance is used up in the weeks ahead. It ends as {@link capForecastRule} does. */
export const balanceForecastRule: Rule = {
  isOccurrence: true,
  read: ({ outlook, at: now, sections: { account } }) => {
    const balance = outlook?.balance;
    if (outlook?.isBalanceOverdue)
      return { readAt: now, conditions: [], complete: true, endedBy: () => 'not-read' };
    if (balance === undefined) return null;
    const read = wellRead(account);
    const usedUpAt =
      account.error?.code === 'no-credits'
        ? account.error.since
        : read !== null && read.data.credits <= 0
          ? read.readAt
          : null;
    const { state, readAt, at, from, to, credits } = balance;
    if (usedUpAt !== null || state === 'healthy' || at === null) {
      const why = usedUpAt !== null ? 'replaced' : state === 'healthy' ? undefined : 'not-read';
      const newest = Math.max(readAt, usedUpAt ?? 0);
      return { readAt: newest, conditions: [], complete: true, endedBy: () => why };
    }
    const condition = seen(BALANCE, 'warning', null, readAt, {
      ...{ kind: BALANCE, at, from: from ?? at, to },
      credits,
    });
    return { readAt, conditions: [condition], complete: true };
  },
};

/** The balance is below what somebody chose: once per crossing. At 0 another item says more. */
export const balanceLowRule: Rule = {
  read: ({ tellBelow, sections: { account } }) => {
    if (tellBelow !== undefined && account.error?.code === 'no-credits')
      return { readAt: account.error.since, complete: true, conditions: [], endedBy: () => 'replaced' };
    const read = wellRead(account);
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
