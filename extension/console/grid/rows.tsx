import './grid.css';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import * as z from 'zod/mini';
import { type Row, readCount, readRows } from '../../../shared/builder-api/database.ts';
import { formatNumber } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { Loaded } from '../../reads/loaded.tsx';
import { type ResourceState, useResource } from '../../reads/resource.ts';
import { Button } from '../../ui/button.tsx';
import { DropDown } from '../parts/drop-down.tsx';
import { goTo, wide } from '../parts/navigation.ts';
import { ColumnChoice, shownOf, useColumns } from './columns.tsx';
import { EditSwitch } from './edit-switch.tsx';
import { Filter, Find } from './filter.tsx';
import { Grid, type RowEditing } from './grid.tsx';
import { useHeld } from './held.ts';
import { RawValue } from './long-text.tsx';
import { type Beside, isNewRow, type More, type Named, newRowKey, OpenRow } from './open-row.tsx';
import { Pages, pagesBeside, SaveRows } from './pages.tsx';
import { useQuestion } from './question.ts';
import { idOf } from './record-change.ts';
import { rowsWith } from './result-grid.tsx';
import { Review } from './review.tsx';
import {
  ANY_COLUMN,
  columnsOf,
  isSettable,
  LINKED_MAX,
  pageRequest,
  READ_AT_ONCE,
  type RowSource,
  type RowsQuestion,
} from './row-source.ts';
import type { Staged } from './staged.ts';
import { stagedRow, valuesIn } from './staged.ts';
import { changesOf, typeInto } from './staged-changes.ts';

/** Number of rows read at first. */
const PAGE_ROWS = 50;

/**
 * Rows of one table: filtered, sorted, one of them open beside the others; edited in write mode only.
 * @param more shown below the fields of an open row
 * @param named renders rows with the names of referenced records
 * @param about what else there is of the table
 */
export function Rows({
  source,
  row: opened,
  more,
  about,
  named = (_, draw) => draw(() => null),
}: {
  source: RowSource;
  row: string | undefined;
  more?: More;
  named?: Named;
  about?: ComponentChildren;
}) {
  const { question, isRead, narrow } = useQuestion(source.key, PAGE_ROWS);
  const rows = useResource(isRead.value ? { ...source.rows(question.value), schema: z.unknown() } : null);
  const { staged } = changesOf(source.key);
  const columns = useColumns(source.key);
  const fresh = useSignal(newRowKey());
  const isMoreOpen = useSignal(false);
  const section = useRef<HTMLElement>(null);
  /** The row that Escape has just closed, whose link takes the focus. */
  const closed = useRef<string | null>(null);
  useEffect(() => {
    // The form that is open has this key now: the next one is another row.
    if (opened === fresh.peek()) fresh.value = newRowKey();
    if (opened !== undefined || closed.current === null) return;
    const address = source.addressOf(closed.current);
    closed.current = null;
    section.current?.querySelector<HTMLElement>(`.row-link[href="${CSS.escape(address)}"]`)?.focus();
  }, [opened]);
  const { state, question: answeredQuestion, isAwaiting, of } = useHeld(rows, question.value);
  const answered = state.kind === 'shown' ? readRows(state.value) : null;
  const read =
    answered && (source.hasPages ? answered.rows : pageRequest(answeredQuestion).rowsOf(answered.rows));
  const reported = totalOf(answeredQuestion, answered?.total ?? totalIn(state));
  const isCut = read !== null && !isAwaiting && !pagesBeside(source, answeredQuestion, read, reported).isLast;
  const counting = isCut && reported === null ? source.count?.(answeredQuestion) : null;
  const counted = useResource(counting ? { ...counting, schema: z.unknown() } : null);
  const total = reported ?? countIn(counted.state.value);
  const names = columnsOf(
    source.columns.map(({ name }) => name),
    read ?? [],
  );
  const wanted = source.hasAlternatives ? '' : wordsIn(question.value.where);
  const found = read && rowsWith(read, names, wanted);
  const isPart =
    wanted !== '' &&
    read !== null &&
    (answeredQuestion.page > 0 || !pagesBeside(source, answeredQuestion, read, total).isLast);
  const { layout } = columns;
  const shownNames = shownOf(names, layout.value);
  const hasList = wide.value || opened === undefined;
  const turn = useRef<{ from: Row | undefined; to: RowsQuestion; at: 0 | -1 } | null>(null);
  const turnTo = (to: RowsQuestion, at: 0 | -1) => {
    turn.current = { from: openedRow, to, at };
    question.value = to;
  };
  const isOpened = (row: Row | undefined) => row !== undefined && idOf(row) === opened;
  const left = turn.current?.from;
  // It stays while the page of its neighbour is read.
  const openedRow = found?.find(isOpened) ?? (isOpened(left) ? left : undefined);
  useLayoutEffect(() => {
    if (turn.current?.to !== answeredQuestion || found === null) return;
    const row = found.at(turn.current.at);
    const id = row === undefined ? null : idOf(row);
    if (id !== null) goTo(source.addressOf(id));
  }, [answeredQuestion, state.kind]);
  const beside = found && read && besideOf(found.findIndex(isOpened), found, read);
  function besideOf(at: number, found: readonly Row[], read: readonly Row[]): Beside | null {
    if (at < 0) return null;
    // Of what is found in one page alone, nothing is known of the others.
    const isPart = found.length < read.length;
    const before = isPart ? 0 : answeredQuestion.page * answeredQuestion.limit;
    const pages = isPart ? null : pagesBeside(source, answeredQuestion, read, total);
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
  // Also one that was just made, or stepped to: its place in the list is in sight.
  useLayoutEffect(() => {
    section.current?.querySelector('tr[data-open]')?.scrollIntoView?.({ block: 'nearest' });
  }, [opened, answeredQuestion, found?.length]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (opened === undefined || event.defaultPrevented || isField(event.target)) return;
    if (event.key === 'Escape') {
      closed.current = opened;
      goTo(source.addressOf());
    } else if (event.key === 'ArrowDown' && wide.value) step('next');
    else if (event.key === 'ArrowUp' && wide.value) step('previous');
    else return;
    event.preventDefault();
  };
  const pages = hasList && read && found && !isAwaiting && (
    <Pages source={source} question={question} rows={read} shown={found.length} total={total} />
  );
  const edit = source.mayEdit && (
    <EditSwitch mode={source.mode} place={source.place}>
      <a class="button" href={source.addressOf(fresh.value)}>
        {t('console.rows.row.new')}
      </a>
    </EditSwitch>
  );
  return (
    <section class="rows" aria-label={isolated(source.table)} ref={section} onKeyDown={onKeyDown}>
      <div class="grid-bar">
        <div class="grid-question">
          {hasList && (
            <>
              <Find
                source={source}
                where={question.value.where}
                onFilter={(where) => {
                  if (wordsIn(where) === '') question.value = { ...question.peek(), limit: PAGE_ROWS };
                  narrow({ where });
                }}
              />
              {named(
                question.value.where.flatMap(({ or = [], ...first }) =>
                  [first, ...or].map(({ column, value }) => ({ [column]: value })),
                ),
                (nameOf) => (
                  <Filter
                    source={source}
                    names={names}
                    sample={read ?? []}
                    where={question.value.where}
                    nameOf={nameOf}
                    onFilter={(where) => narrow({ where })}
                  />
                ),
              )}
            </>
          )}
        </div>
        {wide.value && pages}
        {pages && (
          <DropDown
            open={isMoreOpen}
            face="⋯"
            label={t('console.rows.moreVerbs')}
            title={t('console.rows.moreVerbs')}
            keeps
          >
            <div class="grid-verbs">
              <span class="verbs">
                <Button quiet onClick={() => void rows.refresh()}>
                  {t('verb.refresh')}
                </Button>
                <SaveRows {...{ source, names, total }} question={question.value} rows={read} />
              </span>
              <ColumnChoice
                {...{ source, names, columns }}
                onHide={(name) =>
                  narrow({ sort: question.value.sort.filter(({ column }) => column !== name) })
                }
              />
              {about}
            </div>
          </DropDown>
        )}
        {wide.value && edit}
      </div>
      <div class="rows-beside">
        {hasList && (
          <div class="rows-list" aria-busy={isAwaiting}>
            <Loaded of={of}>
              {(data) =>
                found === null ? (
                  <>
                    <p class="notice meta">{t('refusal.UNEXPECTED_ANSWER')}</p>
                    <RawValue value={data} />
                  </>
                ) : found.length === 0 ? (
                  <p class="notice meta">{noneWords(answeredQuestion.where)}</p>
                ) : (
                  named([...valuesIn(staged.value), ...found], (nameOf) => (
                    <Grid
                      label={source.table}
                      names={shownNames}
                      columns={source.columns}
                      widths={layout.value.widths}
                      onWidth={columns.resize}
                      rows={found}
                      first={answeredQuestion.page * answeredQuestion.limit}
                      total={total}
                      nameOf={nameOf}
                      sort={question.value.sort}
                      onSort={(sort) => narrow({ sort })}
                      isOpen={(row) => opened !== undefined && idOf(row) === opened}
                      addressOf={(row) => {
                        const id = idOf(row);
                        return id === null ? null : source.addressOf(id);
                      }}
                      staged={(row) => {
                        const id = idOf(row);
                        return id === null ? row : stagedRow(staged.value, id, row);
                      }}
                      editing={(row) => editingOf(source, staged.value, row)}
                    />
                  ))
                )
              }
            </Loaded>
            {question.value.where.some(({ or = [] }) => or.length === LINKED_MAX) && (
              <p class="notice meta">{t('console.rows.linkedCut', { count: LINKED_MAX })}</p>
            )}
            {question.value.where.some((one) => one.isPart) && (
              <p class="notice meta" role="status">
                {t('status.unreadPart')}
              </p>
            )}
            {isPart && (
              <p class="notice meta">
                <span>{t('console.rows.searchedHere', { count: formatNumber(read?.length ?? 0) })}</span>
                {answeredQuestion.limit < READ_AT_ONCE && (
                  <Button
                    onClick={() => {
                      const { where, sort } = question.value;
                      question.value = { where, sort, limit: READ_AT_ONCE, page: 0 };
                    }}
                  >
                    {total !== null && total <= READ_AT_ONCE
                      ? t('console.rows.searchAll', { count: formatNumber(total) })
                      : t('console.rows.searchMore', { count: formatNumber(READ_AT_ONCE) })}
                  </Button>
                )}
              </p>
            )}
          </div>
        )}
        {opened !== undefined && (
          <OpenRow
            key={isNewRow(opened) ? opened : 'row'}
            {...{ source, names, more, named, beside }}
            id={opened}
            row={openedRow}
            rows={found ?? []}
            isRead={state.kind !== 'loading'}
          />
        )}
      </div>
      {/* The bar has no room for them. */}
      {!wide.value && (pages || edit) && (
        <div class="grid-bar grid-foot">
          {pages}
          {edit}
        </div>
      )}
      {named(valuesIn(staged.value), (nameOf) => (
        <Review source={source} nameOf={nameOf} />
      ))}
    </section>
  );
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [role="group"] *');

/** Null: for who may not, for a row without an id, and for one that is being sent. What is typed outside write mode is staged as in it. */
function editingOf(source: RowSource, staged: Staged, row: Row): RowEditing | null {
  const id = idOf(row);
  const entry = staged.find(({ key }) => key === id);
  if (!source.mayEdit || id === null || (entry && entry.sentAt !== null)) return null;
  return {
    isReading: !source.mode.on.value,
    invalid: entry?.invalid ?? {},
    onType: (column) =>
      isSettable(source, column) ? (typed) => typeInto(source, id, row, column, typed) : null,
  };
}

const wordsIn = (where: RowsQuestion['where']): string =>
  String(where.find(({ column }) => column === ANY_COLUMN)?.value ?? '');

const noneWords = (where: RowsQuestion['where']): string =>
  t(where.length === 0 ? 'status.nothingYet' : 'status.nothingFound');

/** The number that the service reports of a later sorted page leaves out the pages before. */
const totalOf = ({ after, page, limit }: RowsQuestion, total: number | null): number | null =>
  after === undefined || total === null ? total : total - after.shown.length + page * limit;

const countIn = (state: ResourceState<unknown>): number | null =>
  state.kind === 'shown' ? readCount(state.value) : null;

const totalIn = (state: ResourceState<unknown>): number | null =>
  state.kind === 'shown' ? state.total : null;
