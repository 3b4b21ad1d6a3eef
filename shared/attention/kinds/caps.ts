import type { ExpectedDays } from '../../days.ts';
import type { AtLimitProject } from '../../snapshot/project-state.ts';
import type { Outlook, Snapshot } from '../../snapshot/snapshot.ts';
import { effectiveLimit } from '../../spending/effective-limit.ts';
import { DAY_MS, type InstantMs, monthEndingAt, monthOf, nextMonth } from '../../time.ts';
import { ALIKE_RAISABLE, type Kind, type Say } from '../kind.ts';
import { GRACE_MS, numberFact, opens, type Rule, seen, textFact, wellRead } from '../rule.ts';

/** A monthly credit cap of a project is reached; what it covers is refused until it resets or is raised. */
export type CreditCap = {
  kind: 'credit-cap';
  /** `development`, `infrastructure`, or a word of the service that this version does not know. */
  category: string;
  spent: number | null;
  limit: number | null;
  resetsAt: InstantMs | null;
  canEdit: boolean;
};

/** 80 % of the owner's development cap of this month is used. */
export type CapWarning = {
  kind: 'cap-warning';
  category: 'development';
  spent: number;
  limit: number;
  resetsAt: InstantMs;
};

/** At this pace a monthly cap is reached on one of these days, before its reset. */
export type CapForecast = {
  kind: 'cap-forecast';
  category: 'development' | 'infrastructure';
  cap: number | null;
  resetsAt: InstantMs;
} & ExpectedDays;

const ofInfrastructure = ({ category }: CreditCap | CapForecast): string =>
  category === 'infrastructure' ? 'Infrastructure' : '';

function amounts({ category, spent, limit }: CreditCap | CapWarning, say: Say): string | null {
  if (spent === null || limit === null) return null;
  const values = { spent: say.number(spent), limit: say.number(limit) };
  return say.sentence('item.capAmounts', { ...values, category: say.word('category', category) });
}

export const creditCap: Kind<CreditCap> = {
  nature: 'stops',
  action: 'raise',
  alikeFrom: ALIKE_RAISABLE,
  form: ofInfrastructure,
  numbers: amounts,
  facts: (reason, say) => ({
    form: ofInfrastructure(reason),
    first: (!say.screened && amounts(reason, say)) || say.capReached(reason.category),
  }),
  raises: ({ category, spent, limit, canEdit }, projectId) =>
    !canEdit || limit === null || (category !== 'development' && category !== 'infrastructure')
      ? null
      : { kind: 'cap', projectId, category, spent, limit },
  usedPart: ({ spent, limit }) => (spent !== null && limit ? spent / limit : null),
};

/**
 * A project at a monthly credit cap (service reference, Credit limits). The at-limit list and the event
 * `project.credit_limit.reached` name the same item: project, category and month.
 */
export const creditCapRule: Rule<CreditCap> = {
  told: { place: 'limits', alerts: ['limits'], by: 'project.credit_limit.reached', isNameless: true },
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
  ends: { at: ({ reason, since }) => (reason.resetsAt ?? nextMonth(since)) + GRACE_MS },
  filled: (fresh, known) => ({
    ...fresh,
    spent: fresh.spent ?? known.spent,
    limit: fresh.limit ?? known.limit,
    resetsAt: fresh.resetsAt ?? known.resetsAt,
    canEdit: fresh.canEdit || known.canEdit,
  }),
};

/** Whether the reached cap is the budget of a run, which overrides the owner's. */
function isAtBudget({ guards }: Snapshot, { projectId, caps }: AtLimitProject, category: string): boolean {
  const override =
    guards?.overrides.find((one) => one.projectId === projectId && one.category === 'development') ?? null;
  const limit = effectiveLimit(caps.development, override);
  return category === 'development' && limit.kind === 'overridden' && limit.by.kind === 'run-budget';
}

const CATEGORIES = ['development', 'infrastructure'] as const;

/** The event's `category` is an open set; every synonym of one of the two caps maps to that cap. */
function knownCategory(word: string): string {
  const lower = word.toLowerCase();
  return CATEGORIES.find((category) => lower.startsWith(category.slice(0, 3))) ?? lower;
}

const capId = (projectId: string, category: string, month: string): string =>
  `credit-cap:${projectId}:${category}:${month}`;

export const capForecast: Kind<CapForecast> = {
  nature: 'expected',
  action: 'limits',
  alikeFrom: ALIKE_RAISABLE,
  form: ofInfrastructure,
  values: (expected, say) => ({ when: say.days(expected) }),
};

/** A forecast is read at least every day: one whose day has passed is held by nothing any more. */
export const FORECAST_HOLDS_MS = DAY_MS;

/**
 * At this pace a cap is reached before its reset. Ends, and may open again, when a reading shows it healthy
 * or when the cap is reached, which another item reports.
 */
export const capForecastRule: Rule<CapForecast> = {
  told: { place: 'limits', alerts: ['limits'], by: null, isNameless: true },
  isOccurrence: true,
  read: (snapshot) => {
    const { outlook } = snapshot;
    const unread = outlook?.overdue ?? [];
    if (outlook === undefined || outlook.caps.length + unread.length === 0) return null;
    const atLimit = wellRead(snapshot.sections.atLimit);
    const isReached = ({ projectId, category, readAt }: CapRead) =>
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
  ends: { at: ({ reason }) => reason.at + FORECAST_HOLDS_MS, isUnresolved: true },
};

export const capWarning: Kind<CapWarning> = {
  nature: 'need',
  action: 'limits',
  alikeFrom: ALIKE_RAISABLE,
  numbers: amounts,
};

/** Share of a cap from which it is told, as the service does of features' budgets. */
const WARNED_SHARE = 0.8;

/**
 * 80 % of the owner's development cap is used; reported once per month and cap. Over only below that. A cap
 * that is reached, or a new one of which as much is used, is reported by another item.
 */
export const capWarningRule: Rule<CapWarning> = {
  told: { place: 'limits', alerts: ['limits'], by: null, isNameless: true },
  isOnce: true,
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
  ends: { at: ({ reason }) => reason.resetsAt + GRACE_MS, withProject: true },
};

type CapRead = Outlook['caps'][number];

const isMostlyUsed = ({ cap, used }: CapRead): boolean => cap !== null && used >= cap * WARNED_SHARE;
