import type { ListedProject } from '../../../shared/snapshot/projects-schema.ts';
import { parseInstant } from '../../../shared/time.ts';
import { isFound } from '../../i18n/searchable.ts';
import { projectRowsPath } from '../../reads/paths.ts';

/** Most projects per page (service reference, List Projects). */
export const PAGE_ROWS = 100;

/** Line of the list: a project with the page that it was read on, or the place of one not read yet. */
export type ProjectLine =
  | { kind: 'project'; projectId: string; listed: ListedProject | null; page: number }
  | { kind: 'unread'; index: number };

/**
 * Filter and order of the list. `groupId`: `none` = in no group, null = any group. `createdFrom`,
 * `createdTo`: first and last day of creation as `YYYY-MM-DD` in the reader's time zone, empty = no bound.
 */
export type ListFilter = {
  search: string;
  groupId: string | null;
  createdFrom: string;
  createdTo: string;
  sort: 'lastModified' | 'date';
  direction: 'asc' | 'desc';
  /** Whether those that need the user stand before the others. */
  needsFirst: boolean;
};

export type Pages = ReadonlyMap<number, readonly ListedProject[]>;

/** Path of a page below the edge's address, with the query of List Projects, descending by default. */
export function listPath(filter: ListFilter, page: number): string {
  const { search, groupId, sort, direction } = filter;
  const { from, to } = createdWithin(filter);
  const query = new URLSearchParams({ limit: String(PAGE_ROWS), sortField: sort });
  if (direction === 'asc') query.set('sortDirection', direction);
  if (page > 0) query.set('skip', String(page * PAGE_ROWS));
  if (search !== '') query.set('search', search);
  if (groupId !== null) query.set('groupId', groupId);
  if (from !== null) query.set('createdFrom', from.toISOString());
  if (to !== null) query.set('createdTo', to.toISOString());
  return projectRowsPath(query);
}

/** Bounds of creation as instants: the service reads a bare day as UTC. A half-typed day bounds nothing. */
function createdWithin({ createdFrom, createdTo }: ListFilter): { from: Date | null; to: Date | null } {
  const instant = (day: string, clock: string) => {
    const at = new Date(`${day}T${clock}`);
    return Number.isNaN(at.getTime()) ? null : at;
  };
  return { from: instant(createdFrom, '00:00:00.000'), to: instant(createdTo, '23:59:59.999') };
}

/** The list without a filter, as it opens. */
export const EVERYTHING: ListFilter = {
  search: '',
  groupId: null,
  createdFrom: '',
  createdTo: '',
  sort: 'lastModified',
  direction: 'desc',
  needsFirst: true,
};

/** Whether a filter leaves no project out. */
export const isUnfiltered = ({ search, groupId, createdFrom, createdTo }: ListFilter): boolean =>
  search === '' && groupId === null && createdFrom === '' && createdTo === '';

export const pageOf = (index: number): number => Math.floor(index / PAGE_ROWS);

/** Counts lines. A page that is not full is the last; until it is read, `total` counts, or one line more. */
export function lineCount(pages: Pages, total: number | null): number {
  let read = 0;
  let ends = Number.POSITIVE_INFINITY;
  for (const [page, rows] of pages) {
    if (rows.length < PAGE_ROWS) ends = Math.min(ends, page * PAGE_ROWS + rows.length);
    read = Math.max(read, (page + 1) * PAGE_ROWS);
  }
  if (ends < Number.POSITIVE_INFINITY) return ends;
  return total === null ? read + 1 : Math.max(total, read);
}

/**
 * Orders all lines: first those that this browser puts there, then the others in the service's order. Shows a
 * project once that is on two pages because it moved while they were read.
 * @param before ids of projects that stand before the others, in their order
 * @param isWhole whether the list has no filter: then these are shown wherever the service lists them
 */
export function linesOf(
  pages: Pages,
  total: number | null,
  before: readonly string[],
  isWhole: boolean,
): ProjectLine[] {
  const listed = new Map<string, ListedProject>();
  for (const rows of pages.values()) for (const row of rows) listed.set(row.projectId, row);
  const first = before.filter((projectId) => isWhole || listed.has(projectId));
  const seen = new Set(first);
  const lines: ProjectLine[] = first.map((projectId) => ({
    kind: 'project',
    projectId,
    listed: listed.get(projectId) ?? null,
    page: 0,
  }));
  const count = lineCount(pages, total);
  for (let index = 0; index < count; index++) {
    const rows = pages.get(pageOf(index));
    if (rows === undefined) {
      lines.push({ kind: 'unread', index });
      continue;
    }
    const row = rows[index % PAGE_ROWS];
    if (row === undefined || seen.has(row.projectId)) continue;
    seen.add(row.projectId);
    lines.push({ kind: 'project', projectId: row.projectId, listed: row, page: pageOf(index) });
  }
  return lines;
}

/** Whether a project matches a search, in its name or id. */
export const matchesSearch = (search: string, ...texts: (string | null | undefined)[]): boolean =>
  texts.some((text) => text != null && isFound(text, search));

/** A project as last read anywhere: its shown name, and its entry in the list if that was read. */
export type NamedProject = { name: string; listed: ListedProject | null };

/**
 * Finds projects by their shown name, among those that were read and are not in `lines`: the service searches
 * ids and descriptions only (service reference, List Projects).
 */
export function foundByName(
  filter: ListFilter,
  known: ReadonlyMap<string, NamedProject>,
  lines: readonly ProjectLine[],
): ProjectLine[] {
  const { search, groupId } = filter;
  if (search === '') return [];
  const { from, to } = createdWithin(filter);
  const isCreatedWithin = (listed: ListedProject | null) => {
    if (from === null && to === null) return true;
    const at = parseInstant(listed?.createdAt);
    return at !== null && (from === null || at >= from.getTime()) && (to === null || at <= to.getTime());
  };
  const found = new Set(lines.map((line) => (line.kind === 'project' ? line.projectId : null)));
  return [...known].flatMap(([projectId, { name, listed }]) => {
    const isInGroup = groupId === null || (listed !== null && (listed.groupId ?? 'none') === groupId);
    return isInGroup && isCreatedWithin(listed) && !found.has(projectId) && matchesSearch(search, name)
      ? [{ kind: 'project' as const, projectId, listed, page: 0 }]
      : [];
  });
}
