import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import {
  type ListedProject,
  type ProjectsPage,
  projectsPage,
} from '../../../../shared/snapshot/projects-schema.ts';
import type { ApiError } from '../../../edge-client/api-error.ts';
import { noteRows } from '../../../reads/project-rows.ts';
import { tryToRead } from '../../../reads/read-now.ts';
import { useResource } from '../../../reads/resource.ts';
import { pinnedItem } from '../../../storage/console.ts';
import { stored } from '../../../ui/stored-state.ts';
import { useStill } from '../../../ui/use-still.ts';
import {
  EVERYTHING,
  foundByName,
  isUnfiltered,
  type ListFilter,
  linesOf,
  listPath,
  matchesSearch,
  type NamedProject,
  type Pages,
  type ProjectLine,
  pageOf,
} from '../../kit/project-list.ts';
import { decoded } from '../../parts/escaped-text.ts';
import { busy, knownIds, needs } from './row-state.ts';
import { countIn, rowsInSight } from './rows-in-sight.ts';

/** Pause in typing before the service is searched. */
const TYPED_FOR_MS = 200;

/** This browser's pinned projects, updated on changes. */
export function usePinned() {
  const pinned = useSignal<readonly string[]>([]);
  useEffect(() => {
    void pinnedItem.getValue().then((first) => {
      // Mostly nothing is pinned: rows that are there are not rendered again for that.
      if (first.length > 0) pinned.value = first;
    });
    return pinnedItem.watch((value) => (pinned.value = value));
  }, []);
  return pinned;
}

/** Reads later pages as they become visible, one at a time; not those hidden again before their turn. */
function useLaterPages(filter: ListFilter, firstReadAt: number | null) {
  const key = listPath(filter, 0);
  const pages = useSignal<Pages>(new Map());
  const failed = useSignal<ReadonlyMap<number, ApiError>>(new Map());
  // Rows that came into sight under an earlier filter read by the one that holds now.
  const latest = useRef({ key, filter, firstReadAt });
  latest.current = { key, filter, firstReadAt };
  const inSight = useRef(new Map<number, number>());
  const readAfter = useRef(new Map<number, number | null>());
  const isReading = useRef(false);

  const readNext = async () => {
    if (isReading.current) return;
    const { key, filter, firstReadAt } = latest.current;
    const page = [...inSight.current.keys()].find(
      (one) => one > 0 && readAfter.current.get(one) !== firstReadAt && !failed.peek().has(one),
    );
    if (page === undefined) return;
    isReading.current = true;
    const result = await tryToRead(listPath(filter, page), projectsPage, false);
    isReading.current = false;
    if (latest.current.key === key) {
      readAfter.current.set(page, firstReadAt);
      if (result.ok) pages.value = new Map(pages.peek()).set(page, listedIn(result.value));
      else failed.value = new Map(failed.peek()).set(page, result.error);
    }
    void readNext();
  };
  useEffect(() => {
    pages.value = new Map();
    failed.value = new Map();
    readAfter.current.clear();
    void readNext();
  }, [key]);
  // Something changed since: what is in sight of later pages is read again as well.
  useEffect(() => void readNext(), [firstReadAt]);

  return {
    pages,
    failed,
    onPageInSight: (page: number) => {
      const leave = countIn(inSight.current, page);
      void readNext();
      return leave;
    },
    retry: (page: number) => {
      const others = new Map(failed.peek());
      others.delete(page);
      failed.value = others;
      void readNext();
    },
  };
}

/** The typed text after a pause in typing; at once when it was cleared. */
function useTyped(text: string): string {
  const typed = useStill(text, TYPED_FOR_MS);
  return text === '' ? '' : typed;
}

/**
 * Ids of projects that need the user, worst first, then of those in which something runs. Those of which
 * neither holds any more keep their place while the list is open.
 */
function useNeeding(isOn: boolean): readonly string[] {
  const kept = useRef<readonly string[]>([]);
  const ids = isOn ? [...new Set([...needs.value.keys(), ...busy.value.keys()])] : [];
  if (isOn && ids.some((id) => !kept.current.includes(id))) {
    const over = kept.current.filter((id) => !ids.includes(id));
    kept.current = [...ids, ...over];
  }
  return isOn ? kept.current : NONE;
}
const NONE: readonly string[] = [];

/**
 * Filtered list of projects: its first page at once and on changes, the others as they become visible. Until
 * the service answers a search, it has what was read before and matches.
 */
export function useProjectList(wanted: ListFilter) {
  const filter = { ...wanted, search: useTyped(wanted.search) };
  const isWhole = isUnfiltered(filter);
  const path = listPath(filter, 0);
  const first = useResource({ path, schema: projectsPage, keep: path === listPath(EVERYTHING, 0) });
  const state = first.state.value;
  const pinned = usePinned();
  const later = useLaterPages(filter, state.kind === 'shown' ? state.readAt : null);
  const total = useComputed(() => stored.value?.snapshot?.snapshot.sections.projects.data?.total ?? null);
  const page = state.kind === 'shown' ? state.value : null;
  const rows = useMemo(() => page && listedIn(page), [page]);
  const { search } = wanted;
  const isBehind = rows === null || search !== filter.search;
  const before = useRef<ProjectLine[]>([]);
  const needing = useNeeding(filter.needsFirst);
  const listed = useRef(new Map<string, ListedProject>());
  const names = stored.value?.attention.names;
  const { lines, named } = useMemo(() => {
    const pages: Pages = new Map([...(rows === null ? [] : [[0, rows] as const]), ...later.pages.value]);
    for (const page of pages.values()) for (const row of page) listed.current.set(row.projectId, row);
    const known = namesOf(names ?? {}, listed.current);
    // Keeps earlier matches until the next are found, so that nothing flickers while somebody types.
    if (isBehind) {
      const still = before.current.filter((line) => isMatch(search, known, line));
      return { lines: [...still, ...foundByName(wanted, known, still)], named: known.size };
    }
    const found = linesOf(pages, isWhole ? total.value : null, [...pinned.value, ...needing], isWhole);
    return { lines: [...found, ...foundByName(filter, known, found)], named: known.size };
  }, [rows, later.pages.value, total.value, pinned.value, needing, isWhole, names, path, search]);
  before.current = lines;
  useEffect(() => {
    // What stands before the others is in none of the pages that were read again.
    const others = lines.flatMap((line) =>
      line.kind === 'project' && line.listed === null ? [line.projectId] : [],
    );
    if (page) rowsInSight.expire(others);
  }, [page]);
  // A page that could not be read is said in the place of its rows.
  const isReading = isBehind && (state.kind === 'shown' || (state.kind === 'loading' && lines.length > 0));
  return { first, lines, named, typed: filter.search, isReading, pinned, total, later };
}

/** The projects of a page, whose rows are taken over. */
function listedIn({ rows }: ProjectsPage): readonly ListedProject[] {
  noteRows(rows);
  return rows.flatMap(({ listed }) => listed ?? []);
}

function isMatch(search: string, known: ReadonlyMap<string, NamedProject>, line: ProjectLine): boolean {
  if (search === '') return true;
  if (line.kind === 'unread') return false;
  const { projectId, listed } = line;
  return matchesSearch(search, projectId, known.get(projectId)?.name, decoded(listed?.description ?? ''));
}

/** The shown names of all projects that were read, here or for the snapshot. */
function namesOf(
  names: Readonly<Record<string, string>>,
  listed: ReadonlyMap<string, ListedProject>,
): Map<string, NamedProject> {
  const known = new Map<string, NamedProject>(
    Object.entries(names).map(([projectId, name]) => [projectId, { name: decoded(name), listed: null }]),
  );
  for (const [projectId, row] of listed)
    known.set(projectId, { name: decoded(row.label || projectId), listed: row });
  return known;
}

/** Progress of reading on: the number of projects not read yet, and why the list can't be read further. */
export type ReadOn = { left: number; failed: ApiError | null; retry: () => void };

/**
 * Reads projects out of view in list order, at a limited rate per minute, so that a filter finds them: the
 * next page of the list once all before it are read.
 */
export function useReadOn(
  isOn: boolean,
  { first, lines, total, later }: ReturnType<typeof useProjectList>,
): ReadOn | null {
  const known = isOn ? knownIds.value : null;
  const unread = known && lines.find((line) => line.kind === 'unread' || !known.has(line.projectId));
  const page = unread?.kind === 'unread' ? pageOf(unread.index) : null;
  useEffect(() => {
    if (!known) return;
    const unknown = lines.flatMap((line) =>
      line.kind === 'project' && !known.has(line.projectId) ? [line.projectId] : [],
    );
    rowsInSight.askAlso(unknown);
    return () => rowsInSight.askAlso([]);
  }, [isOn, lines]);
  useEffect(() => (page === null ? undefined : later.onPageInSight(page)), [page]);
  if (!known) return null;
  return {
    left: Math.max(0, Math.max(total.value ?? 0, lines.length) - known.size),
    failed:
      page !== null
        ? (later.failed.value.get(page) ?? null)
        : first.state.value.kind === 'loading'
          ? null
          : first.state.value.error,
    retry: () => (page === null ? void first.refresh() : later.retry(page)),
  };
}
