import type { Row } from '../../../shared/builder-api/database.ts';
import { useRoving } from '../../ui/roving.ts';
import { Cell } from './cell.tsx';
import { Heading, type Order } from './heading.tsx';
import type { Column } from './row-source.ts';
import type { Typed } from './staged.ts';
import { decimalsOf } from './values.ts';

/** A grid of more cells renders and scrolls noticeably slower. */
const CELLS_MAX = 10_000;
const ROWS_MAX = 500;
const ROWS_MIN = 10;

/** How many rows of so many columns a grid renders at once. */
export const rowsAtOnce = (columns: number): number =>
  Math.max(ROWS_MIN, Math.min(ROWS_MAX, Math.floor(CELLS_MAX / Math.max(1, columns))));

/** Display name of a reference's value; null: shown as it is. */
export type NameOf = (column: string, value: unknown) => string | null;

/** How a row is changed where it stands. */
export type RowEditing = {
  /** Input that is no value, by column. */
  invalid: Readonly<Record<string, string>>;
  /** Null: this column is not edited. */
  onType: (column: string) => ((typed: Typed) => void) | null;
};

/**
 * Rows as a table: headings sort, a row's first cell opens it. Numbers are aligned right, missing values are dashes. It is one
 * Tab stop.
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
  widths = {},
  onWidth,
  addressOf,
  isOpen = () => false,
  staged = (row) => row,
  editing = () => null,
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
  /** Of columns, in pixels. */
  widths?: Readonly<Record<string, number>>;
  onWidth?: (name: string, width: number | null) => void;
  addressOf?: (row: Row) => string | null;
  /** Whether a row is the one shown beside the grid. */
  isOpen?: (row: Row) => boolean;
  /** A row with its staged changes; null when it will be deleted. */
  staged?: (row: Row) => Row | null;
  /** Null: the row is not edited. */
  editing?: (row: Row) => RowEditing | null;
  nameOf?: NameOf;
}) {
  const known = new Map(columns.map((column) => [column.name, column]));
  const decimals = new Map(names.map((name) => [name, decimalsOf(rows.map((row) => row[name]))]));
  return (
    <div class="grid-scroll" ref={useRoving(STOPS)}>
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
                width={widths[name] ?? null}
                onWidth={onWidth && ((width) => onWidth(name, width))}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const after = staged(row);
            const address = addressOf?.(row) ?? null;
            const edited = after && editing(row);
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
                    label={known.get(name)?.label ?? name}
                    value={(after ?? row)[name]}
                    name={nameOf(name, (after ?? row)[name])}
                    column={known.get(name)}
                    decimals={decimals.get(name) ?? null}
                    width={widths[name] ?? null}
                    isChanged={after !== null && after[name] !== row[name]}
                    invalid={edited?.invalid[name] ?? null}
                    address={column === 0 ? address : null}
                    isOpen={isOpen(row)}
                    onType={edited?.onType(name) ?? null}
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

/** Headings, and what is opened or edited in rows; not what a cell's field has in it. */
const STOPS = 'thead button, .row-link, .cell-edit, td > input[type="checkbox"]';
