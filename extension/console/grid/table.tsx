import './grid.css';
import { type ComponentChildren, Fragment } from 'preact';
import { useRoving } from '../../ui/roving.ts';

/** A column of a table, with its own heading (`th`) and cells (`td`). */
export type TableColumn<R> = {
  key: string | number;
  heading: ComponentChildren;
  cell: (row: R) => ComponentChildren;
};

/**
 * Rows under their headings, scrolling in both directions: of stored records, a query, or an unsent import.
 * Arrows move between its stops, which are one Tab stop; fields that are always open keep theirs.
 * @param stops selector of what has the focus in it
 */
export function Table<R>({
  label,
  stops,
  columns,
  rows,
  keyOf,
  classOf,
  isOpen = () => false,
  first,
  total,
}: {
  label: string;
  stops: string;
  columns: readonly TableColumn<R>[];
  rows: readonly R[];
  keyOf: (row: R, index: number) => string | number;
  classOf?: (row: R) => string | undefined;
  /** Whether a row is the one shown beside the table. */
  isOpen?: (row: R) => boolean;
  /** Position of the first row among all rows of the list, and their number; null: unknown. */
  first: number;
  total: number | null;
}) {
  return (
    <div class="grid-scroll" ref={useRoving(stops)}>
      <table class="grid" aria-label={label} aria-rowcount={total === null ? -1 : total + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ key, heading }) => (
              <Fragment key={key}>{heading}</Fragment>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr
              key={keyOf(row, index)}
              class={classOf?.(row)}
              data-open={isOpen(row) || undefined}
              aria-rowindex={first + index + 2}
            >
              {columns.map(({ key, cell }) => (
                <Fragment key={key}>{cell(row)}</Fragment>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
