import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Category } from '../../../../shared/builder-api/limits.ts';
import { ASKED_PROJECTS_MAX } from '../../../../shared/edge-api/projects.ts';
import { type ProjectRow, projectsPage } from '../../../../shared/snapshot/projects-schema.ts';
import {
  type EffectiveLimit,
  effectiveLimit,
  ownersCap,
} from '../../../../shared/spending/effective-limit.ts';
import type { Forecast } from '../../../../shared/spending/forecast.ts';
import { usedPart } from '../../../../shared/spending/nearest-cap.ts';
import { capForecast, type DailySpending } from '../../../../shared/spending/spending-days.ts';
import type { InstantMs } from '../../../../shared/time.ts';
import type { ApiError } from '../../../edge-client/api-error.ts';
import { projectRowsPath } from '../../../reads/paths.ts';
import { askRows, noteRows, rowOf } from '../../../reads/project-rows.ts';
import { tryToRead } from '../../../reads/read-now.ts';
import { capOverrideOf } from '../../../ui/building.ts';
import { edgeNow } from '../../../ui/page-state.ts';

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
  /** When the oldest of the rows was read, by the edge's clock; null before. */
  readAt: InstantMs | null;
};

/** Whether sums over the rows are sums over all projects of the account. */
export const isWhole = ({ total, isPart, read, unread }: CapRows): boolean =>
  total !== null && !isPart && read === total && unread.length === 0;

const CATEGORIES = ['development', 'infrastructure'] as const satisfies readonly Category[];
const PAGE_PROJECTS = 100;
/** Limit of projects asked for, those changed last: the edge reads each with two calls of the service. */
export const PROJECTS_MAX = 300;

/** What was asked of the edge: projects of the list, and of these so many. `isPart`: the list goes on. */
type Asked = { ids: readonly string[] | null; isPart: boolean; asked: number; error: ApiError | null };
const NOTHING: Asked = { ids: null, isPart: false, asked: 0, error: null };

/** `again` has all projects read again, `reread` shows these as they are now: after their caps were set. */
export type CapReads = {
  again: () => Promise<void>;
  reread: (projectIds: readonly string[]) => Promise<void>;
};

/** All projects with what they spent by day, several at a time. */
export function useCapRows(): { state: ReadonlySignal<CapRows> } & CapReads {
  const asked = useMemo(() => signal<Asked>(NOTHING), []);
  const state = useMemo(() => computed(() => rowsIn(asked.value)), []);
  const turn = useMemo(() => ({ latest: 0 }), []);
  const read = async (fresh: boolean) => {
    turn.latest += 1;
    const mine = turn.latest;
    const isLatest = () => turn.latest === mine;
    const listed = await listProjects(isLatest);
    if (!isLatest()) return;
    if ('error' in listed) {
      asked.value = { ...NOTHING, error: listed.error };
      return;
    }
    const { ids } = listed;
    asked.value = { ...listed, asked: 0, error: null };
    for (let at = 0; at < ids.length && isLatest(); at += ASKED_PROJECTS_MAX) {
      const some = ids.slice(at, at + ASKED_PROJECTS_MAX);
      const answer = await askRows(some, { days: true, fresh });
      if (answer.ok && answer.value.some(isNotThere)) await askRows(some, { days: true });
      if (isLatest()) asked.value = { ...asked.peek(), asked: at + some.length };
    }
  };
  useEffect(() => {
    void read(false);
    return () => {
      turn.latest += 1;
    };
  }, []);
  const reread = async (projectIds: readonly string[]) => void (await askRows(projectIds, { days: true }));
  return { state, again: () => read(true), reread };
}

/** Whether the edge has not read it yet, as of many at once. */
const isNotThere = ({ limits, days }: ProjectRow): boolean =>
  [limits, days].some((part) => part?.data === null && part.error === null);

function rowsIn({ ids, isPart, asked, error }: Asked): CapRows {
  const rows = (ids ?? []).map((id) => rowOf(id).value);
  const read = rows.flatMap((row) => (row && readProject(row)) ?? []);
  const known = new Set(read.map(({ projectId }) => projectId));
  const readAt = rows.flatMap((row) => (row && known.has(row.projectId) ? (row.limits.readAt ?? []) : []));
  return {
    rows: read,
    total: ids?.length ?? null,
    ...{ isPart, read: asked, error },
    unread: (ids ?? []).slice(0, asked).filter((id) => !known.has(id)),
    readAt: readAt.length === 0 ? null : Math.min(...readAt),
  };
}

/** The projects that changed last, or why they could not be listed. `isPart`: there are more. */
async function listProjects(
  isWanted: () => boolean,
): Promise<{ ids: string[]; isPart: boolean } | { error: ApiError }> {
  const ids = new Set<string>();
  let total: number | null = null;
  for (let skip = 0; isWanted() && skip < PROJECTS_MAX; skip += PAGE_PROJECTS) {
    const query = { limit: String(PAGE_PROJECTS), skip: String(skip), sortField: 'lastModified' };
    const page = await tryToRead(projectRowsPath(new URLSearchParams(query)), projectsPage, false);
    if (!page.ok) return { error: page.error };
    const { rows } = page.value;
    noteRows(rows);
    total = page.value.total;
    for (const { projectId } of rows) ids.add(projectId);
    if (rows.length < PAGE_PROJECTS) return { ids: [...ids], isPart: false };
  }
  return { ids: [...ids], isPart: total === null || total > PROJECTS_MAX };
}

/** What was made of a row while these overrides hold: forecasts take long. */
const made = new WeakMap<ProjectRow, { overrides: string; project: ReadProject | null }>();

function readProject(row: ProjectRow): ReadProject | null {
  const { projectId } = row;
  const overrides = JSON.stringify(CATEGORIES.map((category) => capOverrideOf(projectId, category)));
  const before = made.get(row);
  if (before?.overrides === overrides) return before.project;
  const project = projectIn(row);
  made.set(row, { overrides, project });
  return project;
}

/** A project whose numbers were read; null: they were not. */
function projectIn({ projectId, listed, limits, days }: ProjectRow): ReadProject | null {
  const used = limits.data?.used ?? null;
  const daily = days?.data?.daily ?? null;
  if (limits.data === null || used === null || daily === null) return null;
  const { caps } = limits.data;
  const now = edgeNow.peek();
  const capOf = (category: Category): CapOutlook => {
    const limit = effectiveLimit(caps[category], capOverrideOf(projectId, category));
    const cap = ownersCap(limit);
    const forecast = cap === null ? null : capForecast({ daily, category, cap, used: used[category], now });
    return { used: used[category], cap, limit, forecast };
  };
  const both = { development: capOf('development'), infrastructure: capOf('infrastructure') };
  return { projectId, label: listed?.label ?? null, daily, caps: both };
}
