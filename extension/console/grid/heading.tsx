import type { ComponentChildren } from 'preact';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { type RowsQuestion, sortedAlso } from './row-source.ts';

export type Order = RowsQuestion['sort'];

const WIDTH_MIN = 48;
const WIDTH_MAX = 800;
const STEP = 24;

/**
 * A column's heading: sorts by it, and its edge is dragged to its width.
 * @param width in pixels; null: by its values
 * @param children what is chosen for the column, below its label
 */
export function Heading({
  name,
  label,
  isNumber,
  sort = [],
  onSort,
  width = null,
  onWidth,
  children,
}: {
  name: string;
  label: string;
  isNumber: boolean;
  sort?: Order | undefined;
  onSort?: ((sort: Order) => void) | undefined;
  width?: number | null;
  onWidth?: ((width: number | null) => void) | undefined;
  children?: ComponentChildren;
}) {
  const at = sort.findIndex(({ column }) => column === name);
  const dir = sort[at]?.dir ?? null;
  // Only one heading of a table may have it.
  const ariaSort = dir === null || at > 0 ? undefined : dir === 'asc' ? 'ascending' : 'descending';
  const widen = (cell: Element | null, by: number) => {
    if (cell) onWidth?.(within(cell.getBoundingClientRect().width + by));
  };
  return (
    <th
      scope="col"
      class={[isNumber && 'number', width !== null && 'sized'].filter(Boolean).join(' ') || undefined}
      style={width === null ? undefined : { '--width': `${width}px` }}
      aria-sort={ariaSort}
    >
      {onSort || onWidth ? (
        <Button
          class="sentence"
          title={t('console.rows.sortHint')}
          off={!onSort && t('console.rows.notSorted')}
          onClick={({ shiftKey }) => onSort?.(sortedAlso(sort, name, shiftKey))}
          onKeyDown={(event) => {
            const { key, altKey, currentTarget } = event;
            if (!onWidth || !altKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return;
            // It would go back in the browser's history.
            event.preventDefault();
            widen(currentTarget.closest('th'), key === 'ArrowRight' ? STEP : -STEP);
          }}
        >
          {isolated(label)}
          {dir && (dir === 'asc' ? ' ↑' : ' ↓')}
          {dir && sort.length > 1 && at + 1}
        </Button>
      ) : (
        isolated(label)
      )}
      {children}
      {onWidth && (
        // biome-ignore lint/a11y/noStaticElementInteractions: for pointers; keys change the width on the heading itself
        <span
          class="column-edge"
          onDblClick={() => onWidth(null)}
          onPointerDown={(event) => {
            const cell = event.currentTarget.closest('th');
            const from = event.clientX - (cell?.getBoundingClientRect().width ?? 0);
            event.preventDefault();
            event.currentTarget.setPointerCapture(event.pointerId);
            event.currentTarget.onpointermove = ({ clientX }) => onWidth(within(clientX - from));
          }}
          onPointerUp={({ currentTarget }) => (currentTarget.onpointermove = null)}
          onPointerCancel={({ currentTarget }) => (currentTarget.onpointermove = null)}
        />
      )}
    </th>
  );
}

const within = (width: number): number => Math.round(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, width)));
