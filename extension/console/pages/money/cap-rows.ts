import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { CAP_FIELD, type Category } from '../../../../shared/builder-api/limits.ts';
import { creditLimitsRecord } from '../../../../shared/builder-api/limits-schema.ts';
import { projectList } from '../../../../shared/builder-api/projects.ts';
import {
  type EffectiveLimit,
  effectiveLimit,
  ownersCap,
} from '../../../../shared/spending/effective-limit.ts';
import type { Forecast } from '../../../../shared/spending/forecast.ts';
import { capForecast, type DailySpending } from '../../../../shared/spending/spending-days.ts';
import type { InstantMs } from '../../../../shared/time.ts';
import type { ApiError } from '../../../edge-client/api-error.ts';
import { projectPath, servicePath } from '../../../reads/paths.ts';
import { readNow, tryToRead } from '../../../reads/read-now.ts';
import { spendingRequest } from '../../../reads/spending.ts';
import { capOverrideOf } from '../../../ui/building.ts';
import { browserNow, edgeNow } from '../../../ui/page-state.ts';
import { usedPart } from '../../../ui/used-bar.tsx';

/** A project with both of its caps. */
export type ReadProject = {
  projectId: string;
  label: string | null;
  daily: DailySpending;
  caps: Readonly<Record<Category, CapOutlook>>;
};

/** A cap in the table: usage, and outlook. Credits of this month. */
type CapOutlook = {
  used: number;
  /** The owner's; null: none. */
  cap: number | null;
  forecast: Forecast | null;
  /** What counts now. */
  limit: EffectiveLimit;
};

/** A project as one table shows it: with its cap of one category. */
export type CapRow = Omit<ReadProject, 'caps'> & CapOutlook & { projectId: string };

/** The projects by one category, those first that have used most of their cap. */
export const rowsOf = (projects: readonly ReadProject[], category: Category): CapRow[] =>
  projects
    .map(({ caps, ...project }) => ({ ...project, ...caps[category] }))
    .toSorted((one, other) => usedPart(inForce(other)) - usedPart(inForce(one)));

/** Usage of the cap that counts now. */
const inForce = ({ used, limit: { cap } }: CapOutlook) => ({ used, cap });

export type CapRows = {
  rows: readonly ReadProject[];
  /** Number of projects to read; null before the list is known. */
  total: number | null;
  /** The account has more projects than are read. */
  isPart: boolean;
  read: number;
  /** Projects whose numbers could not be read. */
  unread: readonly string[];
  error: ApiError | null;
  /** When reading all of them last began, by this browser's clock; null before. */
  readAt: InstantMs | null;
};

/** Whether sums over the rows are sums over all projects of the account. */
export const isWhole = ({ total, isPart, read, unread }: CapRows): boolean =>
  total !== null && !isPart && read === total && unread.length === 0;

const PAGE_PROJECTS = 100;
/** Each project takes two requests, so only those that changed last are read. */
export const PROJECTS_MAX = 300;
const AT_ONCE = 4;
const NOTHING: CapRows = {
  rows: [],
  total: null,
  isPart: false,
  read: 0,
  unread: [],
  error: null,
  readAt: null,
};

/** `again` reads all projects again, `reread` these: after their caps were set. */
export type CapReads = {
  again: () => Promise<void>;
  reread: (projectIds: readonly string[]) => Promise<void>;
};

/** Reads all projects, a few at a time. */
export function useCapRows(): { state: ReadonlySignal<CapRows> } & CapReads {
  const state = useMemo(() => signal<CapRows>(NOTHING), []);
  const turn = useMemo(() => ({ latest: 0 }), []);
  const begin = () => {
    turn.latest += 1;
    const mine = turn.latest;
    return () => turn.latest === mine;
  };
  const again = async () => {
    const isLatest = begin();
    const readAt = browserNow.peek();
    const show = (next: CapRows) => {
      if (isLatest()) state.value = next;
    };
    const listed = await listProjects(isLatest);
    if ('error' in listed) return show({ ...NOTHING, error: listed.error });
    const { projects, isPart } = listed;
    const total = projects.length;
    const rows = new Map(state.peek().rows.map((row) => [row.projectId, row]));
    const unread: string[] = [];
    let read = 0;
    const report = () =>
      show({
        rows: projects.flatMap(({ projectId }) => rows.get(projectId) ?? []),
        ...{ total, isPart, read, unread: [...unread], error: null, readAt },
      });
    report();
    await readEach(projects, isLatest, (projectId, row) => {
      read += 1;
      if (row) rows.set(projectId, row);
      else {
        rows.delete(projectId);
        unread.push(projectId);
      }
      report();
    });
  };
  const reread = async (projectIds: readonly string[]) => {
    const { rows, total, read } = state.peek();
    if (read !== total) return again();
    const changed = rows.filter(({ projectId }) => projectIds.includes(projectId));
    await readEach(changed, begin(), (projectId, row) => {
      const { rows, unread, ...before } = state.peek();
      state.value = {
        ...before,
        rows: rows.flatMap((one) => (one.projectId === projectId ? (row ?? []) : one)),
        unread: row ? unread : [...unread, projectId],
      };
    });
  };
  useEffect(() => {
    void again();
    return () => {
      turn.latest += 1;
    };
  }, []);
  return { state, again, reread };
}

type Listed = { projectId: string; label: string | null };

/** The projects that changed last, or why they could not be listed. `isPart`: there are more. */
async function listProjects(
  isWanted: () => boolean,
): Promise<{ projects: Listed[]; isPart: boolean } | { error: ApiError }> {
  const projects: Listed[] = [];
  while (isWanted() && projects.length < PROJECTS_MAX) {
    const page = await tryToRead(
      `${servicePath('/projects')}?limit=${PAGE_PROJECTS}&skip=${projects.length}&sortField=lastModified`,
      projectList,
    );
    if (!page.ok) return { error: page.error };
    projects.push(...page.value.map(({ projectId, label }) => ({ projectId, label: label ?? null })));
    if (page.value.length < PAGE_PROJECTS) break;
  }
  const isPart =
    projects.length === PROJECTS_MAX &&
    (await readNow(`${servicePath('/projects')}?limit=1&skip=${PROJECTS_MAX}`, projectList, false))
      ?.length !== 0;
  return { projects, isPart };
}

/** Reads each project while that is wanted. @param onRead with null where it could not be read */
async function readEach(
  projects: readonly Listed[],
  isWanted: () => boolean,
  onRead: (projectId: string, row: ReadProject | null) => void,
): Promise<void> {
  const queue = [...projects];
  const worker = async () => {
    for (let next = queue.shift(); next && isWanted(); next = queue.shift()) {
      const row = await readRow(next.projectId, next.label, edgeNow.peek());
      if (isWanted()) onRead(next.projectId, row);
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
      capOverrideOf(projectId, category),
    );
    const cap = ownersCap(limit);
    return {
      used: used[category],
      cap,
      limit,
      forecast: cap === null ? null : capForecast({ daily, category, cap, used: used[category], now }),
    };
  };
  const caps = { development: capOf('development'), infrastructure: capOf('infrastructure') };
  return { projectId, label, daily, caps };
}
