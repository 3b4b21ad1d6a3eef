import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { CAP_FIELD, type Category, creditLimitsRecord } from '../../../shared/builder-api/limits.ts';
import { projectList } from '../../../shared/builder-api/projects.ts';
import type { CapOverride } from '../../../shared/edge-api/guards.ts';
import { effectiveLimit, ownersCap } from '../../../shared/spending/effective-limit.ts';
import { expectedSpending, type Forecast } from '../../../shared/spending/forecast.ts';
import type { PlannedProject } from '../../../shared/spending/planner.ts';
import { capForecast, type DailySpending, spendingDays } from '../../../shared/spending/spending-days.ts';
import { DAY_MS, type InstantMs, nextMonth } from '../../../shared/time.ts';
import type { ApiError } from '../../edge-client/api-error.ts';
import { projectPath } from '../../reads/paths.ts';
import { readNow, tryToRead } from '../../reads/read-now.ts';
import { spendingRequest } from '../../reads/spending.ts';
import { capOverrideOf } from '../../ui/building.ts';
import { edgeNow } from '../../ui/page-state.ts';
import { usedPart } from '../../ui/used-bar.tsx';

/** A project with both of its caps. */
export type ReadProject = {
  projectId: string;
  label: string | null;
  daily: DailySpending;
  caps: Readonly<Record<Category, CapOutlook>>;
};

/** A cap in the table: usage, and outlook. */
type CapOutlook = Omit<PlannedProject, 'projectId'> & {
  forecast: Forecast | null;
  /** What it is expected to spend in the whole of next month; null without enough history. */
  needNextMonth: number | null;
  /** What overrides the cap; `cap` is the owner's. */
  overriddenBy: CapOverride['layers'][number]['kind'] | null;
};

/** A project as one table shows it: with its cap of one category. */
export type PlannerRow = Omit<ReadProject, 'caps'> & CapOutlook & { projectId: string };

/** The projects by one category, those first that have used most of their cap. */
export const rowsOf = (projects: readonly ReadProject[], category: Category): PlannerRow[] =>
  projects
    .map(({ caps, ...project }) => ({ ...project, ...caps[category] }))
    .toSorted((one, other) => usedPart(other) - usedPart(one));

export type PlannerRows = {
  rows: readonly ReadProject[];
  /** Number of projects to read; null before the list is known. */
  total: number | null;
  /** The account has more projects than are read. */
  isPart: boolean;
  read: number;
  /** Projects whose numbers could not be read. */
  unread: readonly string[];
  error: ApiError | null;
};

/** Whether sums over the rows are sums over all projects of the account. */
export const isWhole = ({ total, isPart, read, unread }: PlannerRows): boolean =>
  total !== null && !isPart && read === total && unread.length === 0;

const PAGE_PROJECTS = 100;
/** Each project takes two requests, so only those that changed last are read. */
export const PROJECTS_MAX = 300;
const AT_ONCE = 4;
const NOTHING: PlannerRows = { rows: [], total: null, isPart: false, read: 0, unread: [], error: null };

/** Reads all projects, a few at a time; `again` reads them again, for example after a plan was set. */
export function usePlannerRows() {
  const state = useMemo(() => signal<PlannerRows>(NOTHING), []);
  const turn = useMemo(() => ({ latest: 0 }), []);
  const again = async () => {
    turn.latest += 1;
    const mine = turn.latest;
    const isLatest = () => turn.latest === mine;
    const before = state.peek().rows;
    await readRows(
      before,
      (next) => {
        if (isLatest()) state.value = next;
      },
      isLatest,
    );
  };
  useEffect(() => {
    void again();
    return () => {
      turn.latest += 1;
    };
  }, []);
  return { state, again };
}

/** @param before rows that stay until they are read again */
async function readRows(
  before: readonly ReadProject[],
  show: (next: PlannerRows) => void,
  isWanted: () => boolean,
): Promise<void> {
  const listed: { projectId: string; label: string | null }[] = [];
  while (isWanted() && listed.length < PROJECTS_MAX) {
    const page = await tryToRead(
      `/service/projects?limit=${PAGE_PROJECTS}&skip=${listed.length}&sortField=lastModified`,
      projectList,
    );
    if (!page.ok) return show({ ...NOTHING, error: page.error });
    listed.push(...page.value.map(({ projectId, label }) => ({ projectId, label: label ?? null })));
    if (page.value.length < PAGE_PROJECTS) break;
  }
  const isPart =
    listed.length === PROJECTS_MAX &&
    (await readNow(`/service/projects?limit=1&skip=${PROJECTS_MAX}`, projectList, false))?.length !== 0;
  const rows = new Map(before.map((row) => [row.projectId, row]));
  let read = 0;
  const unread: string[] = [];
  const queue = listed.slice();
  const report = () =>
    show({
      rows: listed.flatMap(({ projectId }) => rows.get(projectId) ?? []),
      total: listed.length,
      isPart,
      read,
      unread: [...unread],
      error: null,
    });
  report();
  const worker = async () => {
    for (let next = queue.shift(); next && isWanted(); next = queue.shift()) {
      const row = await readRow(next.projectId, next.label, edgeNow.peek());
      read += 1;
      if (row) rows.set(next.projectId, row);
      else {
        rows.delete(next.projectId);
        unread.push(next.projectId);
      }
      report();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function readRow(projectId: string, label: string | null, now: InstantMs): Promise<ReadProject | null> {
  const request = spendingRequest(now, projectId);
  const [limits, spending] = await Promise.all([
    readNow(projectPath(projectId, '/credit-limits'), creditLimitsRecord, false),
    readNow(request.path, request.schema, false),
  ]);
  const used = limits?.usedThisMonth;
  if (!limits || !used || !spending) return null;
  const { daily } = spending;
  const capOf = (category: Category): CapOutlook => {
    const limit = effectiveLimit(
      limits.creditLimits[CAP_FIELD[category]] ?? null,
      category === 'development' ? capOverrideOf(projectId) : null,
    );
    const cap = ownersCap(limit);
    const { days, spentToday } = spendingDays(daily, (day) => day[category], cap, now);
    const until = nextMonth(now);
    const need = expectedSpending({ days, now, spentToday, until });
    // A month's first instant still counts to the month before.
    const toNext = expectedSpending({ days, now, spentToday, until: nextMonth(until + DAY_MS) });
    return {
      used: used[category],
      cap,
      need,
      needNextMonth: need === null || toNext === null ? null : toNext - need,
      overriddenBy: limit.kind === 'laid' ? limit.by.kind : null,
      forecast: cap === null ? null : capForecast({ daily, category, cap, used: used[category], now }),
    };
  };
  const caps = { development: capOf('development'), infrastructure: capOf('infrastructure') };
  return { projectId, label, daily, caps };
}
