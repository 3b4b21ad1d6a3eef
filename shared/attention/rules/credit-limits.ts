import type { KeptEvent } from '../../snapshot/kept-event.ts';
import type { AtLimitProject } from '../../snapshot/project-state.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { effectiveLimit } from '../../spending/effective-limit.ts';
import { type InstantMs, monthEndingAt, monthOf, nextMonth } from '../../time.ts';
import type { Condition, FeatureBudget } from '../item.ts';
import { condition, numberFact, opens, type Rule, seen, textFact, truthFact, wellRead } from '../rule.ts';

/**
 * A project at a monthly credit cap (service reference, Credit limits). The at-limit list and the event
 * `project.credit_limit.reached` name the same item: project, category and month.
 */
export const creditCapRule: Rule = {
  read: (snapshot) => {
    const read = wellRead(snapshot.sections.atLimit);
    if (!read) return null;
    const { projects, total, resetsAt, canEdit } = read.data;
    const month = resetsAt === null ? monthOf(read.readAt) : monthEndingAt(resetsAt);
    const conditions = projects.flatMap((project) =>
      CATEGORIES.filter(
        (category) => project.atLimit[category] && !isAtBudget(snapshot, project, category),
      ).map((category) =>
        seen(capId(project.projectId, category, month), 'critical', project.projectId, read.readAt, {
          kind: 'credit-cap',
          category,
          spent: project.used?.[category] ?? null,
          limit: project.caps[category],
          resetsAt,
          canEdit,
        }),
      ),
    );
    return { readAt: read.readAt, conditions, complete: projects.length >= total };
  },
  fromEvent: (event) => {
    if (event.event !== 'project.credit_limit.reached' || !event.projectId) return [];
    // Reported as the budget of a run by its own rule.
    if (textFact(event.facts, 'guard') === 'run-budget') return [];
    const word = textFact(event.facts, 'category');
    // Of an event that was found later, nothing says which cap it is about: the next reading does.
    if (word === null && event.source === 'reconciled') return [];
    const category = knownCategory(word ?? 'development');
    const id = capId(event.projectId, category, monthOf(event.at));
    return [
      opens(event, id, 'critical', {
        kind: 'credit-cap',
        category,
        spent: numberFact(event.facts, 'spent'),
        limit: numberFact(event.facts, 'limit'),
        resetsAt: nextMonth(event.at),
        canEdit: false,
      }),
    ];
  },
};

/** Whether the reached cap is the budget of a run, which overrides the owner's. */
export function isAtBudget(
  { guards }: Snapshot,
  { projectId, caps }: AtLimitProject,
  category: string,
): boolean {
  const override =
    guards?.laid.find((one) => one.projectId === projectId && one.category === 'development') ?? null;
  const limit = effectiveLimit(caps.development, override);
  return category === 'development' && limit.kind === 'laid' && limit.by.kind === 'run-budget';
}

const CATEGORIES = ['development', 'infrastructure'] as const;

/** The event's `category` is an open set; every synonym of one of the two caps maps to that cap. */
function knownCategory(word: string): string {
  const lower = word.toLowerCase();
  return CATEGORIES.find((category) => lower.startsWith(category.slice(0, 3))) ?? lower;
}

function capId(projectId: string, category: string, month: string): string {
  return `credit-cap:${projectId}:${category}:${month}`;
}

/** A balance below this pays for nothing and proves neither that credits are gone nor that they are back. */
const USABLE_CREDITS = 1;

/**
 * The account has no credits left, as one item however many projects report it: a balance of 0, the event, or the
 * service's refusal of reads (service reference, Errors: 403 when credits are missing). Over when a usable balance is
 * read.
 */
export const creditsExhaustedRule: Rule = {
  read: (snapshot) => {
    const { account } = snapshot.sections;
    if (account.error?.code === 'no-credits')
      return { readAt: snapshot.at, conditions: [isOut(account.error.since, null)], complete: true };
    const read = wellRead(account);
    if (!read) return null;
    const { credits } = read.data;
    if (credits > 0 && credits < USABLE_CREDITS) return null;
    return {
      readAt: read.readAt,
      conditions: credits <= 0 ? [isOut(read.readAt, credits)] : [],
      complete: true,
    };
  },
  fromEvent: (event) =>
    event.event === 'project.credits.exhausted'
      ? [{ condition: condition(KIND, 'critical', null, event.at, { kind: KIND, credits: null }) }]
      : [],
};

const KIND = 'credits-exhausted';

function isOut(seenAt: InstantMs, credits: number | null): Condition {
  return seen(KIND, 'critical', null, seenAt, { kind: KIND, credits });
}

const SPENT = 'project.feature_limit.reached';

/** A feature's monthly budget is spent (service reference, Events). Over at the end of the month. */
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

/** 80 % of a feature's monthly budget is used; over when the budget is spent, or at the end of the month. */
export const featureWarningRule: Rule = {
  fromEvent: (event) => {
    const budget = budgetOf(event);
    if (!budget) return [];
    const id = featureId('feature-warning', event, budget);
    if (event.event === SPENT) return [{ over: id, by: 'replaced' }];
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
