import { computed } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import * as z from 'zod/mini';
import { type Row, readCount, readRows } from '../../../shared/builder-api/database.ts';
import { type Resource, type ResourceState, useResource } from '../../reads/resource.ts';
import { goTo } from '../parts/navigation.ts';
import type { Beside } from './open-row.tsx';
import { pagesBeside } from './pages.tsx';
import { useQuestion } from './question.ts';
import { rowsWith } from './result-grid.tsx';
import { ANY_COLUMN, columnsOf, idOf, pageRequest, type RowSource, type RowsQuestion } from './row-source.ts';

/** Number of rows read at first. */
export const PAGE_ROWS = 50;

export type RowsPage = ReturnType<typeof useRowsPage>;

/** The rows of one page of a table, as the answer to a question about it: found, counted, narrowed. */
export function useRowsPage(source: RowSource) {
  const { question, isRead, narrow } = useQuestion(source.key, PAGE_ROWS);
  const rows = useResource(isRead.value ? { ...source.rows(question.value), schema: z.unknown() } : null);
  const { state, question: answered, isAwaiting, of } = useHeld(rows, question.value);
  const answer = state.kind === 'shown' ? readRows(state.value) : null;
  const read = answer && (source.hasPages ? answer.rows : pageRequest(answered).rowsOf(answer.rows));
  const reported = totalOf(answered, answer?.total ?? totalIn(state));
  const isCut = read !== null && !isAwaiting && !pagesBeside(source, answered, read, reported).isLast;
  const counting = isCut && reported === null ? source.count?.(answered) : null;
  const counted = useResource(counting ? { ...counting, schema: z.unknown() } : null);
  const total = reported ?? countIn(counted.state.value);
  const names = columnsOf(
    source.columns.map(({ name }) => name),
    read ?? [],
  );
  const wanted = source.hasAlternatives ? '' : wordsIn(question.value.where);
  const found = read && rowsWith(read, names, wanted);
  /** Whether what is found is of this page alone, and there are others. */
  const isPart =
    wanted !== '' &&
    read !== null &&
    (answered.page > 0 || !pagesBeside(source, answered, read, total).isLast);
  const refresh = () => void rows.refresh();
  return { question, narrow, answered, isAwaiting, of, state, read, found, isPart, names, total, refresh };
}

/** What is shown of a list, the question that it answers, and whether another one is being read. */
type Held = { state: ResourceState<unknown>; question: RowsQuestion; isAwaiting: boolean };

/**
 * Rows of a question; until they are read, the rows of the last one stay, and with them the focus.
 * @param question what `rows` is read for
 */
function useHeld(rows: Resource<unknown>, question: RowsQuestion): Held & { of: Resource<unknown> } {
  const last = useRef<Pick<Held, 'state' | 'question'> | null>(null);
  const held = useMemo(
    () =>
      computed((): Held => {
        const state = rows.state.value;
        if (state.kind === 'loading' && last.current?.state.kind === 'shown')
          return { ...last.current, isAwaiting: true };
        last.current = { state, question };
        return { state, question, isAwaiting: false };
      }),
    [rows, question],
  );
  const of = useMemo(
    () => ({ state: computed(() => held.value.state), refresh: rows.refresh }),
    [rows, held],
  );
  return { ...held.value, of };
}

/** The row that is open, where it stands among the others, and the step to the one before or after it. */
export function useOpenRow(source: RowSource, page: RowsPage, opened: string | undefined) {
  const { question, answered, state, read, found, total } = page;
  const turn = useRef<{ from: Row | undefined; to: RowsQuestion; at: 0 | -1 } | null>(null);
  const isOpened = (row: Row | undefined) => row !== undefined && idOf(row) === opened;
  const left = turn.current?.from;
  // It stays while the page of its neighbour is read.
  const row = found?.find(isOpened) ?? (isOpened(left) ? left : undefined);
  const turnTo = (to: RowsQuestion, at: 0 | -1) => {
    turn.current = { from: row, to, at };
    question.value = to;
  };
  useLayoutEffect(() => {
    if (turn.current?.to !== answered || found === null) return;
    const next = found.at(turn.current.at);
    const id = next === undefined ? null : idOf(next);
    if (id !== null) goTo(source.addressOf(id));
  }, [answered, state.kind]);
  const beside = found && read && besideOf(found.findIndex(isOpened), found, read);
  function besideOf(at: number, found: readonly Row[], read: readonly Row[]): Beside | null {
    if (at < 0) return null;
    // Of what is found in one page alone, nothing is known of the others.
    const isPart = found.length < read.length;
    const before = isPart ? 0 : answered.page * answered.limit;
    const pages = isPart ? null : pagesBeside(source, answered, read, total);
    const neighbour = (row: Row | undefined, page: RowsQuestion | null | undefined, end: 0 | -1) =>
      row === undefined ? page && (() => turnTo(page, end)) : idOf(row);
    return {
      position: before + at + 1,
      count: isPart ? found.length : (total ?? before + found.length),
      previous: neighbour(found[at - 1], pages?.previous, -1) ?? null,
      next: neighbour(found[at + 1], pages?.next, 0) ?? null,
    };
  }
  const step = (by: 'previous' | 'next') => {
    const to = beside?.[by] ?? null;
    if (typeof to === 'function') to();
    else if (to !== null) goTo(source.addressOf(to));
  };
  return { row, beside, step };
}

/** The words that any column is searched for. */
export const wordsIn = (where: RowsQuestion['where']): string =>
  String(where.find(({ column }) => column === ANY_COLUMN)?.value ?? '');

/** The number that the service reports of a later sorted page leaves out the pages before. */
const totalOf = ({ after, page, limit }: RowsQuestion, total: number | null): number | null =>
  after === undefined || total === null ? total : total - after.shown.length + page * limit;

const countIn = (state: ResourceState<unknown>): number | null =>
  state.kind === 'shown' ? readCount(state.value) : null;

const totalIn = (state: ResourceState<unknown>): number | null =>
  state.kind === 'shown' ? state.total : null;
