import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import * as z from 'zod/mini';
import { type Row, readRows } from '../../../shared/builder-api/database.ts';
import { formatNumber } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { Answered } from '../answer-status.tsx';
import { Part } from '../part.tsx';
import { useResource } from '../resource.ts';
import { CsvButton } from './csv.tsx';
import { EditSwitch } from './edit-switch.tsx';
import { Grid } from './grid.tsx';
import { Review } from './review.tsx';
import { RowForm } from './row-form.tsx';
import {
  columnsOf,
  idOf,
  OPERATORS,
  type Operator,
  type RowSource,
  type RowsQuestion,
} from './row-source.ts';
import { stagedRow } from './staged.ts';
import { changesOf } from './staged-changes.ts';
import { controlOf, parseField } from './values.ts';

/** How many rows are asked for: at first, and after each press of "Show more". */
const LIMITS = [50, 200, 500] as const;
/** The address of the form of a row that does not exist yet. */
const NEW_ROW = '+';

/**
 * Rows of one table: filtered, sorted, opened one by one; edited only after that was asked for.
 * @param more about a row that is open, below its fields
 */
export function Rows({
  source,
  row: opened,
  more,
}: {
  source: RowSource;
  row: string | undefined;
  more?: (id: string, row: Row) => ComponentChildren;
}) {
  const question = useSignal<RowsQuestion>({ where: [], sort: null, limit: LIMITS[0] });
  const rows = useResource({ ...source.rows(question.value), schema: z.unknown() });
  const { staged } = changesOf(source.key);
  const nextLimit = LIMITS.find((limit) => limit > question.value.limit);
  return (
    <Part
      title={isolated(source.table)}
      side={
        source.mayEdit && (
          <EditSwitch mode={source.mode} place={source.place}>
            <a class="button chip" href={source.addressOf(NEW_ROW)}>
              {t('console.database.newRow')}
            </a>
          </EditSwitch>
        )
      }
    >
      <Review source={source} />
      <Answered of={rows}>
        {(data) => {
          const found = readRows(data);
          if (found === null)
            return (
              <>
                <p class="meta">{t('console.database.unknownForm')}</p>
                <pre class="code">{JSON.stringify(data, null, 2)}</pre>
              </>
            );
          const names = columnsOf(
            source.columns.map(({ name }) => name),
            found.rows,
          );
          const shown = opened === NEW_ROW ? {} : found.rows.find((row) => idOf(row) === opened);
          if (opened !== undefined && shown)
            return (
              <>
                <RowForm
                  key={opened}
                  source={source}
                  id={opened === NEW_ROW ? null : opened}
                  row={shown}
                  names={names}
                />
                {opened !== NEW_ROW && more?.(opened, shown)}
              </>
            );
          if (opened !== undefined) return <LostRow source={source} id={opened} names={names} more={more} />;
          return (
            <>
              <Filter
                source={source}
                names={names}
                sample={found.rows}
                onFilter={(where) => (question.value = { ...question.value, where })}
              />
              {found.rows.length === 0 ? (
                <p class="meta">
                  {t(question.value.where.length > 0 ? 'console.nothingFound' : 'console.database.noRows')}
                </p>
              ) : (
                <Grid
                  label={source.table}
                  names={names}
                  columns={source.columns}
                  rows={found.rows}
                  sort={question.value.sort}
                  onSort={(sort) => (question.value = { ...question.value, sort })}
                  addressOf={(row) => {
                    const id = idOf(row);
                    return id === null ? null : source.addressOf(id);
                  }}
                  staged={(row) => {
                    const id = idOf(row);
                    return id === null ? row : stagedRow(staged.value, id, row);
                  }}
                />
              )}
              <p class="spread">
                <span class="meta">{countWords(found.rows, found.total)}</span>
                <span class="verbs">
                  {found.rows.length >= question.value.limit && nextLimit !== undefined && (
                    <button
                      type="button"
                      class="button quiet"
                      onClick={() => (question.value = { ...question.value, limit: nextLimit })}
                    >
                      {t('console.more')}
                    </button>
                  )}
                  <button type="button" class="button quiet" onClick={() => void rows.refresh()}>
                    {t('verb.refresh')}
                  </button>
                  <CsvButton name={source.fileName} names={names} rows={found.rows} />
                </span>
              </p>
            </>
          );
        }}
      </Answered>
    </Part>
  );
}

/** A row that an address names and the page of rows does not hold: read by itself. */
function LostRow({
  source,
  id,
  names,
  more,
}: {
  source: RowSource;
  id: string;
  names: readonly string[];
  more: ((id: string, row: Row) => ComponentChildren) | undefined;
}) {
  const where = [{ column: source.idColumn, op: 'eq' as const, value: id }];
  const row = useResource({ ...source.rows({ where, sort: null, limit: 1 }), schema: z.unknown() });
  return (
    <Answered of={row}>
      {(data) => {
        const found = readRows(data)?.rows[0];
        return found ? (
          <>
            <RowForm source={source} id={id} row={found} names={names} />
            {more?.(id, found)}
          </>
        ) : (
          <p class="meta">
            {t('console.database.rowGone', { row: isolated(id) })}{' '}
            <a href={source.addressOf()}>{t('console.database.allRows')}</a>
          </p>
        );
      }}
    </Answered>
  );
}

function countWords(rows: readonly Row[], total: number | null): string {
  return total !== null && total > rows.length
    ? t('console.database.rowsOf', { count: formatNumber(rows.length), total: formatNumber(total) })
    : t('console.database.rows', rows.length, { count: formatNumber(rows.length) });
}

/** One condition at a time: a column, how it is compared, and with what. */
function Filter({
  source,
  names,
  sample,
  onFilter,
}: {
  source: RowSource;
  names: readonly string[];
  sample: readonly Row[];
  onFilter: (where: RowsQuestion['where']) => void;
}) {
  const column = useSignal('');
  const op = useSignal<Operator>('eq');
  const text = useSignal('');
  const told = source.columns.find(({ name }) => name === column.value);
  const some = sample.map((row) => row[column.value]).find((value) => value !== null && value !== undefined);
  const parsed =
    op.value === 'contains'
      ? { value: text.value }
      : parseField(text.value, told?.control ?? controlOf(some, told?.type ?? null));
  const valueId = useId();
  const field = {
    id: valueId,
    class: 'input',
    value: text.value,
    'aria-invalid': parsed === null,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => (text.value = currentTarget.value),
  };
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (parsed) onFilter([{ column: column.value, op: op.value, value: parsed.value }]);
      }}
    >
      <label class="field">
        <span class="meta">{t('console.database.column')}</span>
        <select
          class="input"
          value={column.value}
          onChange={({ currentTarget }) => {
            column.value = currentTarget.value;
            if (column.value === '') onFilter([]);
          }}
        >
          <option value="">{t('console.database.noFilter')}</option>
          {names.map((name) => (
            <option key={name} value={name}>
              {source.columns.find((one) => one.name === name)?.label ?? name}
            </option>
          ))}
        </select>
      </label>
      {column.value !== '' && (
        <>
          <label class="field">
            <span class="meta">{t('console.database.comparison')}</span>
            <select
              class="input"
              value={op.value}
              onChange={({ currentTarget }) => (op.value = currentTarget.value as Operator)}
            >
              {OPERATORS.map((one) => (
                <option key={one} value={one}>
                  {t(`console.database.op.${one}`)}
                </option>
              ))}
            </select>
          </label>
          <span class="field">
            <label for={valueId} class="meta">
              {t('console.database.value')}
            </label>
            {told?.control?.kind === 'date' ? <input {...field} type="date" /> : <input {...field} />}
          </span>
          <button type="submit" class="button" disabled={parsed === null}>
            {t('console.database.filter')}
          </button>
        </>
      )}
    </form>
  );
}
