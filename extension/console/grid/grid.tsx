import type { Row } from '../../../shared/builder-api/database.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { moveThrough } from '../parts/keys.ts';
import { type Column, type RowsQuestion, sortedAlso } from './row-source.ts';
import { decimalsOf, type PropertyControl, shownText } from './values.ts';

/** A grid of more cells renders and scrolls noticeably slower. */
const CELLS_MAX = 10_000;
const ROWS_MAX = 500;
const ROWS_MIN = 10;

/** How many rows of so many columns a grid renders at once. */
export const rowsAtOnce = (columns: number): number =>
  Math.max(ROWS_MIN, Math.min(ROWS_MAX, Math.floor(CELLS_MAX / Math.max(1, columns))));

type Order = RowsQuestion['sort'];

/** Display name of a reference's value; null: shown as it is. */
export type NameOf = (column: string, value: unknown) => string | null;

/**
 * Rows as a table: headings sort, a row's first cell opens it. Numbers are aligned right, missing values are dashes.
 */
export function Grid({
  label,
  names,
  columns = [],
  rows,
  first = 0,
  total = rows.length,
  sort,
  onSort,
  addressOf,
  isOpen = () => false,
  staged = (row) => row,
  nameOf = () => null,
}: {
  label: string;
  names: readonly string[];
  /** Labels of columns and formats of their values. */
  columns?: readonly Column[];
  rows: readonly Row[];
  /** Position of the first row among all rows of the list, and their number; null: unknown. */
  first?: number;
  total?: number | null;
  sort?: Order;
  onSort?: (sort: Order) => void;
  addressOf?: (row: Row) => string | null;
  /** Whether a row is the one shown beside the grid. */
  isOpen?: (row: Row) => boolean;
  /** A row with its staged changes; null when it will be deleted. */
  staged?: (row: Row) => Row | null;
  nameOf?: NameOf;
}) {
  const known = new Map(columns.map((column) => [column.name, column]));
  const decimals = new Map(names.map((name) => [name, decimalsOf(rows.map((row) => row[name]))]));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the links in it
    <div class="grid-scroll" onKeyDown={moveThrough('tbody a')}>
      <table class="grid" aria-label={label} aria-rowcount={total === null ? -1 : total + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {names.map((name) => (
              <Heading
                key={name}
                name={name}
                label={known.get(name)?.label ?? name}
                isNumber={rows.some((row) => typeof row[name] === 'number')}
                sort={sort ?? []}
                onSort={onSort}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const after = staged(row);
            const address = addressOf?.(row) ?? null;
            return (
              <tr
                key={address ?? index}
                class={after === null ? 'deleted' : undefined}
                data-open={isOpen(row) || undefined}
                aria-rowindex={first + index + 2}
              >
                {names.map((name, column) => (
                  <Cell
                    key={name}
                    value={(after ?? row)[name]}
                    name={nameOf(name, (after ?? row)[name])}
                    control={known.get(name)?.control ?? null}
                    decimals={decimals.get(name) ?? null}
                    isChanged={after !== null && after[name] !== row[name]}
                    address={column === 0 ? address : null}
                    isOpen={isOpen(row)}
                  />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Heading({
  name,
  label,
  isNumber,
  sort,
  onSort,
}: {
  name: string;
  label: string;
  isNumber: boolean;
  sort: Order;
  onSort?: ((sort: Order) => void) | undefined;
}) {
  const at = sort.findIndex(({ column }) => column === name);
  const dir = sort[at]?.dir ?? null;
  // Only one heading of a table may have it.
  const ariaSort = dir === null || at > 0 ? undefined : dir === 'asc' ? 'ascending' : 'descending';
  return (
    <th scope="col" class={isNumber ? 'number' : undefined} aria-sort={ariaSort}>
      {onSort ? (
        <button
          type="button"
          class="sentence"
          title={t('console.rows.sortHint')}
          onClick={({ shiftKey }) => onSort(sortedAlso(sort, name, shiftKey))}
        >
          {isolated(label)}
          {dir && (dir === 'asc' ? ' ↑' : ' ↓')}
          {dir && sort.length > 1 && at + 1}
        </button>
      ) : (
        isolated(label)
      )}
    </th>
  );
}

function Cell({
  value,
  name,
  control,
  decimals,
  isChanged,
  address,
  isOpen,
}: {
  value: unknown;
  name: string | null;
  control: PropertyControl | null;
  decimals: number | null;
  isChanged: boolean;
  address: string | null;
  isOpen: boolean;
}) {
  const text =
    name ??
    (typeof value === 'number' && decimals !== null ? value.toFixed(decimals) : shownText(value, control));
  const shown = text === '' ? <span class="meta">–</span> : isolated(text);
  return (
    <td class={[typeof value === 'number' && 'number', isChanged && 'changed'].filter(Boolean).join(' ')}>
      {address ? (
        <a class="row-link" href={address} aria-current={isOpen ? 'true' : undefined}>
          {text === '' ? t('console.database.open') : shown}
        </a>
      ) : (
        shown
      )}
    </td>
  );
}
