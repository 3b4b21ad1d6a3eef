import type { Row } from '../../../shared/builder-api/database.ts';
import { Cell } from './cell.tsx';
import { Heading, type Order } from './heading.tsx';
import type { Column } from './row-source.ts';
import type { Typed } from './staged.ts';
import { Table } from './table.tsx';
import { decimalsOf, flagText } from './values.ts';

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
  /** Outside write mode: a cell is read, and opened by a double click or Enter. */
  isReading: boolean;
  /** Input that is no value, by column. */
  invalid: Readonly<Record<string, string>>;
  /** Null: this column is not edited. */
  onType: (column: string) => ((typed: Typed) => void) | null;
};

/**
 * Grid of values: headings sort, a first cell opens its row. Numbers align right, missing values are dashes.
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
  return (
    <Table
      {...{ label, first, total }}
      stops={STOPS}
      rows={rows.map((row) => {
        const after = staged(row);
        const address = addressOf?.(row) ?? null;
        return { row, after, address, edited: after && editing(row), isOpen: isOpen(row) };
      })}
      keyOf={({ address }, index) => address ?? index}
      classOf={({ after }) => (after === null ? 'deleted' : undefined)}
      isOpen={(row) => row.isOpen}
      columns={names.map((name, column) => {
        const known = columns.find((one) => one.name === name);
        const heading = known?.label ?? name;
        const decimals = decimalsOf(rows.map((row) => row[name]));
        const width = widths[name] ?? known?.width ?? null;
        return {
          key: name,
          heading: (
            <Heading
              name={name}
              label={heading}
              isNumber={rows.some(
                (row) => typeof row[name] === 'number' && flagText(row[name], known?.type) === null,
              )}
              sort={sort}
              // The order of ids is that of nothing that is shown.
              onSort={known?.choices ? undefined : onSort}
              width={width}
              onWidth={onWidth && ((to) => onWidth(name, to))}
            />
          ),
          cell: ({ row, after, address, edited, isOpen }) => (
            <Cell
              label={heading}
              value={(after ?? row)[name]}
              name={nameOf(name, (after ?? row)[name])}
              column={known}
              decimals={decimals}
              width={width}
              isChanged={after !== null && after[name] !== row[name]}
              invalid={edited?.invalid[name] ?? null}
              address={column === 0 ? address : null}
              isOpen={isOpen}
              isReading={edited?.isReading ?? true}
              onType={edited?.onType(name) ?? null}
            />
          ),
        };
      })}
    />
  );
}

/** Headings, and what is opened or edited in rows; not what a cell's field has in it. */
const STOPS = 'thead button, .row-link, .cell-edit, td > input[type="checkbox"]';
