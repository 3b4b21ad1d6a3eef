import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import * as z from 'zod/mini';
import { type Row, readRows } from '../../../shared/builder-api/database.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { Loaded } from '../../reads/loaded.tsx';
import { type ResourceState, useResource } from '../../reads/resource.ts';
import { Part } from '../parts/part.tsx';
import { EditSwitch } from './edit-switch.tsx';
import { Filter } from './filter.tsx';
import { Grid, type NameOf } from './grid.tsx';
import { RawValue } from './long-text.tsx';
import { Pages } from './pages.tsx';
import { useQuestion } from './question.ts';
import { Review } from './review.tsx';
import { RowForm } from './row-form.tsx';
import { columnsOf, idOf, pageRequest, type RowSource, type RowsQuestion } from './row-source.ts';
import { stagedRow } from './staged.ts';
import { changesOf } from './staged-changes.ts';

/** Number of rows read at first. */
const PAGE_ROWS = 50;
type Named = (rows: readonly Row[], draw: (nameOf: NameOf) => ComponentChildren) => ComponentChildren;

/** Begins the address of the form of a new row; its key follows. */
const NEW_ROW = '+';
const newKey = () => `${NEW_ROW}${crypto.randomUUID()}`;

/**
 * Rows of one table: filtered, sorted, opened one by one; edited in write mode only.
 * @param more shown below the fields of an open row
 * @param named renders rows with the names of referenced records
 * @param about actions on all rows of the filter
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
  more?: (id: string, row: Row) => ComponentChildren;
  named?: Named;
  about?: (where: RowsQuestion['where']) => ComponentChildren;
}) {
  const { question, isRead, narrow } = useQuestion(source.key, PAGE_ROWS);
  const rows = useResource(isRead.value ? { ...source.rows(question.value), schema: z.unknown() } : null);
  const { staged } = changesOf(source.key);
  const fresh = useSignal(newKey());
  const isNewRow = opened?.startsWith(NEW_ROW) === true;
  useEffect(() => {
    // The form that is open has this key now: the next one is another row.
    if (opened === fresh.peek()) fresh.value = newKey();
  }, [opened]);
  return (
    <Part
      title={isolated(source.table)}
      side={
        source.mayEdit && (
          <EditSwitch mode={source.mode} place={source.place}>
            <a class="button chip" href={source.addressOf(fresh.value)}>
              {t('console.database.newRow')}
            </a>
          </EditSwitch>
        )
      }
    >
      <Review source={source} />
      <Loaded of={rows}>
        {(data, read) => {
          const answered = readRows(data);
          const { isNew } = pageRequest(question.value);
          const found = answered && { ...answered, rows: answered.rows.filter(isNew) };
          if (found === null)
            return (
              <>
                <p class="meta">{t('console.database.unknownForm')}</p>
                <RawValue value={data} />
              </>
            );
          const names = columnsOf(
            source.columns.map(({ name }) => name),
            found.rows,
          );
          const shown = isNewRow ? {} : found.rows.find((row) => idOf(row) === opened);
          if (opened !== undefined && shown)
            return (
              <>
                {named([shown], (nameOf) => (
                  <RowForm
                    key={opened}
                    source={source}
                    id={opened}
                    isNew={isNewRow}
                    row={shown}
                    names={names}
                    nameOf={nameOf}
                  />
                ))}
                {!isNewRow && more?.(opened, shown)}
              </>
            );
          if (opened !== undefined)
            return <LostRow source={source} id={opened} names={names} more={more} named={named} />;
          return (
            <>
              <Filter
                source={source}
                names={names}
                sample={found.rows}
                where={question.value.where}
                onFilter={(where) => narrow({ where })}
              />
              {about?.(question.value.where)}
              {found.rows.length === 0 ? (
                <p class="meta">
                  {t(question.value.where.length > 0 ? 'console.nothingFound' : 'console.database.noRows')}
                </p>
              ) : (
                named(found.rows, (nameOf) => (
                  <Grid
                    label={source.table}
                    names={names}
                    columns={source.columns}
                    rows={found.rows}
                    first={question.value.page * question.value.limit}
                    total={totalOf(question.value, found.total ?? totalIn(read))}
                    nameOf={nameOf}
                    sort={question.value.sort}
                    onSort={(sort) => narrow({ sort })}
                    addressOf={(row) => {
                      const id = idOf(row);
                      return id === null ? null : source.addressOf(id);
                    }}
                    staged={(row) => {
                      const id = idOf(row);
                      return id === null ? row : stagedRow(staged.value, id, row);
                    }}
                  />
                ))
              )}
              <Pages
                source={source}
                question={question}
                names={names}
                rows={found.rows}
                total={totalOf(question.value, found.total ?? totalIn(read))}
                onRefresh={() => void rows.refresh()}
              />
            </>
          );
        }}
      </Loaded>
    </Part>
  );
}

/** A row named by the address that is not on the current page: read separately. */
function LostRow({
  source,
  id,
  names,
  more,
  named,
}: {
  source: RowSource;
  id: string;
  names: readonly string[];
  named: Named;
  more: ((id: string, row: Row) => ComponentChildren) | undefined;
}) {
  const where = [{ column: source.idColumn, op: 'eq' as const, value: id }];
  const Gone = () => (
    <p class="meta">
      {t('console.database.rowGone', { row: isolated(id) })}{' '}
      <a href={source.addressOf()}>{t('console.database.allRows')}</a>
    </p>
  );
  const row = useResource(
    source.rowPath
      ? { path: source.rowPath(id), schema: z.unknown(), keep: false }
      : { ...source.rows({ where, sort: null, limit: 1, page: 0 }), schema: z.unknown() },
  );
  const { value: answer } = row.state;
  // Also when it was deleted while it was shown.
  if ('error' in answer && answer.error?.code === 'EDGE_DATA_NOT_FOUND') return <Gone />;
  return (
    <Loaded of={row}>
      {(data) => {
        const found = readRows(source.rowPath ? [data] : data)?.rows[0];
        return found ? (
          <>
            {named([found], (nameOf) => (
              <RowForm source={source} id={id} isNew={false} row={found} names={names} nameOf={nameOf} />
            ))}
            {more?.(id, found)}
          </>
        ) : (
          <Gone />
        );
      }}
    </Loaded>
  );
}

/** The number that the service reports of a later sorted page leaves out the pages before. */
const totalOf = ({ after, page, limit }: RowsQuestion, total: number | null): number | null =>
  after === undefined || total === null ? total : total - after.shown.length + page * limit;

const totalIn = (state: ResourceState<unknown>): number | null =>
  state.kind === 'shown' ? state.total : null;
