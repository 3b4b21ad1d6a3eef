import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import * as z from 'zod/mini';
import { type DatabaseTable, type Row, readRows } from '../../../shared/builder-api/database.ts';
import { mayActAs } from '../../../shared/edge-api/role.ts';
import { formatNumber } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { stored } from '../../ui/stored-state.ts';
import { Answered } from '../answer-status.tsx';
import { Part } from '../part.tsx';
import { projectPath } from '../paths.ts';
import { useResource } from '../resource.ts';
import { projectAddress } from '../routes.ts';
import { CsvButton } from './csv.tsx';
import { Grid } from './grid.tsx';
import {
  columnsOf,
  idOf,
  OPERATORS,
  type Operator,
  type RowsQuestion,
  rowsRequest,
  type TablePlace,
} from './query.ts';
import { Review } from './review.tsx';
import { RowForm } from './row-form.tsx';
import { stagedRow } from './staged.ts';
import { stagedOf } from './staged-changes.ts';
import { controlOf, parseField } from './values.ts';
import { writeMode } from './write-mode.ts';

/** How many rows are asked for: at first, and after each press of "Show more". */
const LIMITS = [50, 200, 500] as const;
/** The address of the form of a row that does not exist yet. */
const NEW = '+';

/** Rows of one table: filtered, sorted, opened one by one; edited only after that was asked for. */
export function TableRows({
  columns,
  row: opened,
  ...place
}: TablePlace & { columns: DatabaseTable['columns']; row: string | undefined }) {
  const { projectId, engine, environment, table } = place;
  const question = useSignal<RowsQuestion>({ environment, table, where: [], sort: null, limit: LIMITS[0] });
  const { path, body } = rowsRequest(engine, question.value);
  const rows = useResource({ path: projectPath(projectId, path), body, schema: z.unknown() });
  const staged = stagedOf(place);
  const mode = useMemo(() => writeMode(projectId, environment), [projectId, environment]);
  const mayEdit = mayActAs(stored.value?.connection?.role ?? 'viewer', 'builder');
  const addressOf = (row?: string) =>
    projectAddress(projectId, 'database', environment, table, ...(row === undefined ? [] : [row]));
  const typeOf = (name: string) => columns.find((column) => column.name === name)?.type ?? null;
  const chosenLimit = LIMITS.find((limit) => limit > question.value.limit);
  return (
    <Part
      title={isolated(table)}
      side={
        mayEdit && (
          <span class="verbs">
            {mode.on.value && (
              <a class="button" href={addressOf(NEW)}>
                {t('console.database.newRow')}
              </a>
            )}
            <button
              type="button"
              class="button"
              aria-pressed={mode.on.value}
              onClick={() => (mode.on.value ? mode.leave() : mode.touch())}
            >
              {t(mode.on.value ? 'console.database.stopEditing' : `console.database.edit.${environment}`)}
            </button>
          </span>
        )
      }
    >
      {staged.value.length > 0 && <Review place={place} mode={mode} />}
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
            columns.map(({ name }) => name),
            found.rows,
          );
          const shown = opened === NEW ? {} : found.rows.find((row) => idOf(row) === opened);
          if (opened !== undefined && shown)
            return (
              <RowForm
                key={opened}
                place={place}
                mode={mode}
                id={opened === NEW ? null : opened}
                row={shown}
                names={names}
                typeOf={typeOf}
                back={addressOf()}
              />
            );
          return (
            <>
              {opened !== undefined && (
                <p class="meta">{t('console.database.rowGone', { row: isolated(opened) })}</p>
              )}
              <Filter
                names={names}
                sample={found.rows}
                typeOf={typeOf}
                onFilter={(where) => (question.value = { ...question.value, where })}
              />
              {found.rows.length === 0 ? (
                <p class="meta">
                  {t(question.value.where.length > 0 ? 'console.nothingFound' : 'console.database.noRows')}
                </p>
              ) : (
                <Grid
                  label={table}
                  names={names}
                  rows={found.rows}
                  sort={question.value.sort}
                  onSort={(sort) => (question.value = { ...question.value, sort })}
                  addressOf={(row) => {
                    const id = idOf(row);
                    return id === null ? null : addressOf(id);
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
                  {found.rows.length >= question.value.limit && chosenLimit !== undefined && (
                    <button
                      type="button"
                      class="button quiet"
                      onClick={() => (question.value = { ...question.value, limit: chosenLimit })}
                    >
                      {t('console.more')}
                    </button>
                  )}
                  <CsvButton name={`${projectId}-${environment}-${table}`} names={names} rows={found.rows} />
                </span>
              </p>
            </>
          );
        }}
      </Answered>
    </Part>
  );
}

function countWords(rows: readonly Row[], total: number | null): string {
  return total !== null && total > rows.length
    ? t('console.database.rowsOf', { count: formatNumber(rows.length), total: formatNumber(total) })
    : t('console.database.rows', rows.length, { count: formatNumber(rows.length) });
}

/** One condition at a time: a column, how it is compared, and with what. */
function Filter({
  names,
  sample,
  typeOf,
  onFilter,
}: {
  names: readonly string[];
  sample: readonly Row[];
  typeOf: (name: string) => string | null;
  onFilter: (where: RowsQuestion['where']) => void;
}) {
  const column = useSignal('');
  const op = useSignal<Operator>('eq');
  const text = useSignal('');
  const control = controlOf(
    sample.map((row) => row[column.value]).find((value) => value !== null && value !== undefined),
    typeOf(column.value),
  );
  const parsed = op.value === 'contains' ? { value: text.value } : parseField(text.value, control);
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
              {name}
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
          <label class="field">
            <span class="meta">{t('console.database.value')}</span>
            <input
              class="input"
              value={text.value}
              aria-invalid={parsed === null}
              onInput={({ currentTarget }) => (text.value = currentTarget.value)}
            />
          </label>
          <button type="submit" class="button" disabled={parsed === null}>
            {t('console.database.filter')}
          </button>
        </>
      )}
    </form>
  );
}
