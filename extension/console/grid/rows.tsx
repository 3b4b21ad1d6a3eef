import './grid.css';
import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Row } from '../../../shared/builder-api/database.ts';
import { formatNumber } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { Loaded } from '../../reads/loaded.tsx';
import { Button } from '../../ui/button.tsx';
import { DropDown } from '../parts/drop-down.tsx';
import { goTo, wide } from '../parts/navigation.ts';
import { ColumnChoice, shownOf, useColumns } from './columns.tsx';
import { EditSwitch } from './edit-switch.tsx';
import { Filter, Find } from './filter.tsx';
import { Grid, type RowEditing } from './grid.tsx';
import { RawValue } from './long-text.tsx';
import { isNewRow, type More, type Named, newRowKey, OpenRow } from './open-row.tsx';
import { Pages, SaveRows } from './pages.tsx';
import { Review } from './review.tsx';
import {
  idOf,
  isSettable,
  LINKED_MAX,
  READ_AT_ONCE,
  type RowSource,
  type RowsQuestion,
} from './row-source.ts';
import { PAGE_ROWS, type RowsPage, useOpenRow, useRowsPage, wordsIn } from './rows-page.ts';
import type { Staged } from './staged.ts';
import { stagedRow, valuesIn } from './staged.ts';
import { changesOf, typeInto } from './staged-changes.ts';

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
  const page = useRowsPage(source);
  const { row, beside, step } = useOpenRow(source, page, opened);
  const { answered, found, names } = page;
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
  // Also one that was just made, or stepped to: its place in the list is in sight.
  useLayoutEffect(() => {
    section.current?.querySelector('tr[data-open]')?.scrollIntoView?.({ block: 'nearest' });
  }, [opened, answered, found?.length]);
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
  const hasList = wide.value || opened === undefined;
  const pages = hasList && page.read && found && !page.isAwaiting && (
    <Pages
      source={source}
      question={page.question}
      rows={page.read}
      shown={found.length}
      total={page.total}
    />
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
        <div class="grid-question">{hasList && <Question {...{ source, page, named }} />}</div>
        {wide.value && pages}
        {pages && <MoreVerbs {...{ source, page, columns, about }} open={isMoreOpen} />}
        {wide.value && edit}
      </div>
      <div class="rows-beside">
        {hasList && <List {...{ source, page, columns, opened, named }} />}
        {opened !== undefined && (
          <OpenRow
            key={isNewRow(opened) ? opened : 'row'}
            {...{ source, names, more, named, beside, row }}
            id={opened}
            rows={found ?? []}
            isRead={page.state.kind !== 'loading'}
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

type Part = { source: RowSource; page: RowsPage; named: Named; columns: ReturnType<typeof useColumns> };

/** What is searched, and how the list is narrowed. */
function Question({ source, page: { question, names, read, narrow }, named }: Omit<Part, 'columns'>) {
  const { where } = question.value;
  const compared = where.flatMap(({ or = [], ...first }) =>
    [first, ...or].map(({ column, value }) => ({ [column]: value })),
  );
  return (
    <>
      <Find
        source={source}
        where={where}
        onFilter={(where) => {
          if (wordsIn(where) === '') question.value = { ...question.peek(), limit: PAGE_ROWS };
          narrow({ where });
        }}
      />
      {named(compared, (nameOf) => (
        <Filter
          {...{ source, names, where, nameOf }}
          sample={read ?? []}
          onFilter={(where) => narrow({ where })}
        />
      ))}
    </>
  );
}

/** What is rarely done with a list: reading it again, saving it, choosing columns. */
function MoreVerbs({
  source,
  page: { question, names, read, total, narrow, refresh },
  columns,
  about,
  open,
}: Omit<Part, 'named'> & { about: ComponentChildren; open: Signal<boolean> }) {
  const label = t('console.rows.moreVerbs');
  return (
    <DropDown open={open} face="⋯" label={label} title={label} keeps>
      <div class="grid-verbs">
        <span class="verbs">
          <Button quiet onClick={refresh}>
            {t('verb.refresh')}
          </Button>
          <SaveRows {...{ source, names, total }} question={question.value} rows={read ?? []} />
        </span>
        <ColumnChoice
          {...{ source, names, columns }}
          onHide={(name) => narrow({ sort: question.value.sort.filter(({ column }) => column !== name) })}
        />
        {about}
      </div>
    </DropDown>
  );
}

function List({ source, page, columns, opened, named }: Part & { opened: string | undefined }) {
  const { question, answered, found, total, narrow } = page;
  const { staged } = changesOf(source.key);
  const { layout, resize } = columns;
  const { where, sort } = question.value;
  return (
    <div class="rows-list" aria-busy={page.isAwaiting}>
      <Loaded of={page.of}>
        {(data) =>
          found === null ? (
            <>
              <p class="notice meta">{t('refusal.UNEXPECTED_ANSWER')}</p>
              <RawValue value={data} />
            </>
          ) : found.length === 0 ? (
            <p class="notice meta">{noneWords(answered.where)}</p>
          ) : (
            named([...valuesIn(staged.value), ...found], (nameOf) => (
              <Grid
                label={source.table}
                names={shownOf(page.names, layout.value)}
                columns={source.columns}
                widths={layout.value.widths}
                onWidth={resize}
                rows={found}
                first={answered.page * answered.limit}
                {...{ total, nameOf, sort }}
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
      {where.some(({ or = [] }) => or.length === LINKED_MAX) && (
        <p class="notice meta">{t('console.rows.linkedCut', { count: LINKED_MAX })}</p>
      )}
      {where.some((one) => one.isPart) && (
        <p class="notice meta" role="status">
          {t('status.unreadPart')}
        </p>
      )}
      {page.isPart && (
        <p class="notice meta">
          <span>{t('console.rows.searchedHere', { count: formatNumber(page.read?.length ?? 0) })}</span>
          {answered.limit < READ_AT_ONCE && (
            <Button onClick={() => (question.value = { where, sort, limit: READ_AT_ONCE, page: 0 })}>
              {total !== null && total <= READ_AT_ONCE
                ? t('console.rows.searchAll', { count: formatNumber(total) })
                : t('console.rows.searchMore', { count: formatNumber(READ_AT_ONCE) })}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [role="group"] *');

/** Editing of a row; null: not allowed, no id, or being sent. Outside write mode, typing is staged, too. */
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

const noneWords = (where: RowsQuestion['where']): string =>
  t(where.length === 0 ? 'status.nothingYet' : 'status.nothingFound');
