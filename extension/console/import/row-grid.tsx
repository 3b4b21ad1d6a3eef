import { useSignal } from '@preact/signals';
import type { TableProperty } from '../../../shared/data-api/records.ts';
import { formatNumber } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import type { Converted } from '../../import/convert.ts';
import { canBeSent, type PlannedRow } from '../../import/difference.ts';
import { Pager } from '../../ui/pager.tsx';
import { useEarlierImports } from './earlier-imports.tsx';
import type { ImportModel } from './import-model.ts';
import { CellWords, cellLabel, ProblemCell, ProblemControl, valueWords } from './problem-cell.tsx';
import { PropertyChoice, propertyLabel } from './property-choice.tsx';

const PAGE_ROWS = 50;

/** Every row as a difference to the table; each column names the property that it fills. */
export function RowGrid({ model }: { model: ImportModel }) {
  const onlyLooks = useSignal(false);
  /** Null: as it is usual; of a page that was saved before only what is new. */
  const chosenFresh = useSignal<boolean | null>(null);
  const wasSaved = useEarlierImports(model.draft.value?.data.url ?? null).some(
    ({ projectId, table }) => projectId === model.draft.value?.projectId && table === model.draft.value.table,
  );
  const page = useSignal(0);
  const source = model.source.value;
  const draft = model.draft.value;
  if (!source || !draft) return null;
  const { mapping } = draft;
  const planned = model.rows.value;
  const needLook = model.needLook.value;
  const fresh = planned.filter(({ state }) => state.kind !== 'same' && state.kind !== 'repeated');
  const known = planned.length - fresh.length;
  const same = planned.filter(({ state }) => state.kind === 'same').length;
  const isOnlyFresh = known > 0 && (chosenFresh.value ?? wasSaved);
  const listed: (PlannedRow | number)[] =
    planned.length === 0
      ? source.rows.map((_, index) => index)
      : onlyLooks.value
        ? needLook
        : isOnlyFresh
          ? fresh
          : planned;
  const pages = Math.ceil(listed.length / PAGE_ROWS);
  const at = Math.min(page.value, Math.max(0, pages - 1));
  const shown = listed.slice(at * PAGE_ROWS, (at + 1) * PAGE_ROWS);
  const selectable = planned.filter(canBeSent);
  const areAllIn = selectable.length > 0 && selectable.every(model.isIncluded);
  return (
    <>
      <section
        class="grid-scroll"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
        aria-label={t('console.import.preview')}
      >
        <table class="import-grid">
          <thead>
            <tr>
              <td class="head">
                {planned.length > 0 && (
                  <input
                    type="checkbox"
                    aria-label={t('console.import.all')}
                    checked={areAllIn}
                    onChange={() =>
                      model.include(
                        selectable.map(({ index }) => index),
                        !areAllIn,
                      )
                    }
                  />
                )}
              </td>
              {source.columns.map((name, column) => (
                <th key={column} scope="col">
                  <span class="clip column-name">{name ? `“${name}”` : t('console.import.noName')}</span>
                  {mapping && <PropertyChoice model={model} column={column} name={name} />}
                </th>
              ))}
              {planned.length > 0 && <th scope="col">{t('console.import.state')}</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) =>
              typeof row === 'number' ? (
                <tr key={row}>
                  <td />
                  {source.rows[row]?.map((cell, column) => (
                    <td key={column} dir="auto">
                      {cell.text || cell.image}
                    </td>
                  ))}
                </tr>
              ) : (
                <Row key={row.index} model={model} row={row} />
              ),
            )}
          </tbody>
        </table>
      </section>
      <div class="grid-foot meta">
        {pages > 1 && (
          <Pager
            onPrevious={at === 0 ? null : () => (page.value = at - 1)}
            onNext={at === pages - 1 ? null : () => (page.value = at + 1)}
          >
            {t('console.import.page', {
              from: formatNumber(at * PAGE_ROWS + 1),
              to: formatNumber(Math.min(listed.length, (at + 1) * PAGE_ROWS)),
              of: formatNumber(listed.length),
            })}
          </Pager>
        )}
        {known > 0 && (
          <label>
            <input
              type="checkbox"
              checked={isOnlyFresh}
              onChange={() => (chosenFresh.value = !isOnlyFresh)}
            />{' '}
            {knownWords(same, known - same)}
          </label>
        )}
        {needLook.length > 0 && (
          <label>
            <input
              type="checkbox"
              checked={onlyLooks.value}
              onChange={() => (onlyLooks.value = !onlyLooks.value)}
            />{' '}
            {t('console.import.onlyLooks', needLook.length, { count: formatNumber(needLook.length) })}
          </label>
        )}
      </div>
    </>
  );
}

function Row({ model, row }: { model: ImportModel; row: PlannedRow }) {
  const isEditing = useSignal(false);
  const place = formatNumber(row.index + 1);
  const isIn = model.isIncluded(row);
  const { mapping } = model.draft.value ?? {};
  const source = model.source.value?.rows[row.index] ?? [];
  return (
    <tr class={isIn ? '' : 'left-out'}>
      <td>
        <input
          type="checkbox"
          aria-label={t('console.import.row', { row: place })}
          checked={isIn}
          disabled={!canBeSent(row)}
          onChange={() => model.include([row.index], !isIn)}
        />
      </td>
      {source.map((cell, column) => {
        const name = mapping?.[column];
        const property = model.properties.value.find((one) => one.name === name);
        const converted = name ? row.cells[name] : undefined;
        return property && converted ? (
          <Cell
            key={column}
            model={model}
            row={row}
            property={property}
            converted={converted}
            text={cell.text}
            isEditing={isEditing.value}
          />
        ) : (
          <td key={column} class="skipped" dir="auto">
            {cell.text || cell.image}
          </td>
        );
      })}
      <td class="meta state">
        {stateWords(row, model)}{' '}
        <button
          type="button"
          class="button quiet row-edit"
          aria-label={t('console.import.editRow', { row: place })}
          aria-pressed={isEditing.value}
          onClick={() => (isEditing.value = !isEditing.value)}
        >
          {t('console.import.edit')}
        </button>
      </td>
    </tr>
  );
}

function Cell(props: {
  model: ImportModel;
  row: PlannedRow;
  property: TableProperty;
  converted: Converted;
  text: string;
  /** Whether the user corrects this row, also where nothing is wrong with it. */
  isEditing: boolean;
}) {
  const { row, property, converted, isEditing } = props;
  const before = row.state.kind === 'changed' ? row.state.before : {};
  if (converted.kind === 'problem' || converted.kind === 'ambiguous') return <ProblemCell {...props} />;
  if (isEditing)
    return (
      <td>
        <ProblemControl {...props} row={row.index} label={cellLabel(property, row)} />
      </td>
    );
  const isNumber = property.propertyType === 'number';
  return (
    <td class={isNumber ? 'number' : ''} dir="auto">
      {property.name in before && before[property.name] !== undefined && (
        <del>{valueWords(before[property.name], property)} </del>
      )}
      <CellWords converted={converted} property={property} />
    </td>
  );
}

function stateWords({ state }: PlannedRow, model: ImportModel): string {
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
      return t('console.import.rowState.problem', state.count, { count: formatNumber(state.count) });
  }
}

/** Which rows are hidden: those that the table has, and those that stand twice among the rows themselves. */
export function knownWords(same: number, repeated: number): string {
  const count = formatNumber(same + repeated);
  if (repeated === 0) return t('console.import.onlyFresh', same, { count });
  return same === 0
    ? t('console.import.onlyOnce', repeated, { count })
    : t('console.import.onlyFreshOnce', { count, same: formatNumber(same) });
}
