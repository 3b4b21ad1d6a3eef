import { type Signal, useSignal } from '@preact/signals';
import type { TableProperty } from '../../../../shared/data-api/records.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import type { Converted } from '../../../import/convert.ts';
import { canBeSent, type PlannedRow } from '../../../import/difference.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/form.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Heading } from '../../grid/heading.tsx';
import { Table, type TableColumn } from '../../grid/table.tsx';
import { decimalsOf } from '../../grid/values.ts';
import { useEarlierImports } from '../../kit/earlier-imports.tsx';
import type { ImportModel } from './import-model.ts';
import { CellWords, cellLabel, ProblemControl, valueWords } from './problem-cell.tsx';
import { PropertyChoice, propertyLabel } from './property-choice.tsx';

const PAGE_ROWS = 50;

/** What a column fills and the fields of its cells are Tab stops of their own. */
const STOPS = 'tr > :first-child > input, .row-edit';

/** A row of the source; `planned`: what becomes of it, once a table is chosen. */
type Listed = { index: number; planned: PlannedRow | null };

/** Every row as a difference to the table; each column names the property that it fills. */
export function RowGrid({ model }: { model: ImportModel }) {
  const onlyLooks = useSignal(false);
  /** Null: as it is usual; of a page that was saved before only what is new. */
  const chosenFresh = useSignal<boolean | null>(null);
  const wasSaved = useEarlierImports(model.draft.value?.data.url ?? null).some(
    ({ projectId, table }) => projectId === model.draft.value?.projectId && table === model.draft.value.table,
  );
  const page = useSignal(0);
  /** The rows that the user corrects, also where nothing is wrong with them. */
  const edited = useSignal<readonly number[]>([]);
  const source = model.source.value;
  if (!source || !model.draft.value) return null;
  const planned = model.preview.rows.value;
  const needLook = model.preview.needLook.value;
  const fresh = planned.filter(({ state }) => state.kind !== 'same' && state.kind !== 'repeated');
  const known = planned.length - fresh.length;
  const isOnlyFresh = known > 0 && (chosenFresh.value ?? wasSaved);
  const listed: readonly Listed[] =
    planned.length === 0
      ? source.rows.map((_, index) => ({ index, planned: null }))
      : (onlyLooks.value ? needLook : isOnlyFresh ? fresh : planned).map((row) => ({
          index: row.index,
          planned: row,
        }));
  const pages = Math.ceil(listed.length / PAGE_ROWS);
  const at = Math.min(page.value, Math.max(0, pages - 1));
  return (
    <>
      <div class="rows-list">
        <Table
          label={t('console.import.preview')}
          stops={STOPS}
          columns={[
            includedColumn(model, planned.filter(canBeSent)),
            ...source.columns.map((name, column) => sourceColumn(model, name, column, edited.value)),
            ...(planned.length > 0 ? [stateColumn(model, edited)] : []),
          ]}
          rows={listed.slice(at * PAGE_ROWS, (at + 1) * PAGE_ROWS)}
          keyOf={({ index }) => index}
          classOf={({ planned }) => (planned && !model.preview.isIncluded(planned) ? 'left-out' : undefined)}
          first={at * PAGE_ROWS}
          total={listed.length}
        />
      </div>
      <div class="grid-foot in-lines meta">
        {pages > 1 && (
          <Pager
            onPrevious={at === 0 ? null : () => (page.value = at - 1)}
            onNext={at === pages - 1 ? null : () => (page.value = at + 1)}
          >
            {t('count.rangeOf', {
              from: formatNumber(at * PAGE_ROWS + 1),
              to: formatNumber(Math.min(listed.length, (at + 1) * PAGE_ROWS)),
              total: formatNumber(listed.length),
            })}
          </Pager>
        )}
        {known > 0 && (
          <Checkbox
            label={t('console.import.onlyFresh', known)}
            checked={isOnlyFresh}
            onChange={() => (chosenFresh.value = !isOnlyFresh)}
          />
        )}
        {needLook.length > 0 && (
          <Checkbox
            label={t('console.import.onlyLooks', { count: formatNumber(needLook.length) })}
            checked={onlyLooks.value}
            onChange={() => (onlyLooks.value = !onlyLooks.value)}
          />
        )}
      </div>
    </>
  );
}

/** Whether a row is sent. */
function includedColumn(model: ImportModel, selectable: readonly PlannedRow[]): TableColumn<Listed> {
  const areAllIn = selectable.length > 0 && selectable.every(model.preview.isIncluded);
  const isPlanned = model.preview.rows.value.length > 0;
  return {
    key: 'included',
    heading: isPlanned ? (
      <th scope="col">
        <input
          type="checkbox"
          aria-label={t('fact.allRows')}
          checked={areAllIn}
          onChange={() =>
            model.decisions.include(
              selectable.map(({ index }) => index),
              !areAllIn,
            )
          }
        />
      </th>
    ) : (
      <td />
    ),
    cell: ({ index, planned }) => (
      <td>
        {planned && (
          <input
            type="checkbox"
            aria-label={t('console.import.row', { row: formatNumber(index + 1) })}
            checked={model.preview.isIncluded(planned)}
            disabled={!canBeSent(planned)}
            onChange={() => model.decisions.include([index], !model.preview.isIncluded(planned))}
          />
        )}
      </td>
    ),
  };
}

/** What the page has in a column, as what it becomes in the property that it fills. */
function sourceColumn(
  model: ImportModel,
  name: string,
  column: number,
  edited: readonly number[],
): TableColumn<Listed> {
  const mapped = model.draft.value?.mapping?.[column];
  const property = model.properties.value.find((one) => one.name === mapped);
  const decimals = property
    ? decimalsOf(model.preview.rows.value.map(({ cells }) => valueIn(cells[property.name])))
    : 0;
  return {
    key: column,
    heading: (
      <Heading
        name={name}
        label={name ? t('quote', { text: name }) : t('console.import.noName')}
        isNumber={property?.propertyType === 'number'}
      >
        {model.draft.value?.mapping && <PropertyChoice model={model} column={column} name={name} />}
      </Heading>
    ),
    cell: ({ index, planned }) => {
      const { text = '', image = '' } = model.source.value?.rows[index]?.[column] ?? {};
      const converted = property && planned?.cells[property.name];
      if (property && planned && converted)
        return (
          <Cell
            {...{ model, property, converted, text, decimals }}
            row={planned}
            isEditing={edited.includes(index)}
          />
        );
      return (
        <td class={planned ? 'skipped' : undefined} dir="auto" title={text}>
          {text || image}
        </td>
      );
    },
  };
}

const valueIn = (cell: Converted | undefined): unknown => (cell?.kind === 'value' ? cell.value : null);

/** What becomes of a row, and the way to its fields. */
function stateColumn(model: ImportModel, edited: Signal<readonly number[]>): TableColumn<Listed> {
  return {
    key: 'state',
    heading: <th scope="col">{t('console.import.state')}</th>,
    cell: ({ index, planned }) => (
      <td class="meta state">
        {planned && stateWords(planned, model)}{' '}
        <Button
          class="button quiet row-edit"
          aria-label={t('console.import.editRow', { row: formatNumber(index + 1) })}
          aria-pressed={edited.value.includes(index)}
          onClick={() => {
            const others = edited.value.filter((one) => one !== index);
            edited.value = edited.value.includes(index) ? others : [...others, index];
          }}
        >
          {t('verb.edit')}
        </Button>
      </td>
    ),
  };
}

function Cell(props: {
  model: ImportModel;
  row: PlannedRow;
  property: TableProperty;
  converted: Converted;
  text: string;
  decimals: number;
  /** Whether the user corrects this row, also where nothing is wrong with it. */
  isEditing: boolean;
}) {
  const { row, property, converted, text, decimals, isEditing } = props;
  const before = row.state.kind === 'changed' ? row.state.before : {};
  const problem = converted.kind === 'ambiguous' ? 'asked' : converted.kind === 'problem' ? 'wrong' : null;
  // What can't be sent as it is has its field at once.
  if (problem || isEditing)
    return (
      <td class={problem ?? 'edited'}>
        <ProblemControl {...props} row={row.index} label={cellLabel(property, row)} />
      </td>
    );
  const isNumber = property.propertyType === 'number';
  return (
    <td class={isNumber ? 'number' : ''} dir="auto" title={text}>
      {property.name in before && before[property.name] !== undefined && (
        <>
          <del>{valueWords(before[property.name], property, undefined, decimals)}</del>{' '}
        </>
      )}
      <CellWords converted={converted} property={property} decimals={decimals} />
    </td>
  );
}

/** What becomes of a row; of one that could be sent and is not, that too. */
function stateWords(row: PlannedRow, model: ImportModel): string {
  const state = row.isApart ? t('console.import.rowState.apart') : plannedWords(row, model);
  if (row.isApart && !canBeSent(row)) return t('console.import.rowState.leftOut', { state });
  return canBeSent(row) && !model.preview.isIncluded(row)
    ? t('console.import.rowState.leftOut', { state })
    : state;
}

function plannedWords({ state }: PlannedRow, model: ImportModel): string {
  switch (state.kind) {
    case 'new':
    case 'unknown':
      return t(`console.import.rowState.${state.kind}`);
    case 'changed': {
      const labels = Object.keys(state.before).map((name) => {
        const property = model.properties.value.find((one) => one.name === name);
        return isolated(property ? propertyLabel(property) : name);
      });
      return t('console.import.rowState.changed', { properties: labels.join(', ') });
    }
    case 'same':
      return t('console.import.rowState.same');
    case 'repeated':
      return t('console.import.rowState.repeated', { row: formatNumber(state.of + 1) });
    case 'problem':
      return t('console.import.rowState.problem', state.count);
  }
}
