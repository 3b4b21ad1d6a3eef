import { useSignal } from '@preact/signals';
import {
  defaultRangeExtractor,
  elementScroll,
  measureElement,
  observeElementOffset,
  observeElementRect,
  type Range,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { ComponentChildren } from 'preact';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'preact/hooks';

/** Up to this many rows a list is rendered as a whole, so that the browser's find and select work. */
export const PLAIN_ROWS_MAX = 500;
const OVERSCAN_ROWS = 4;

/** A scrolling list. Long ones render only visible rows, with `aria` positions for screen readers. */
export function LongList<T>(props: {
  label: string;
  rows: readonly T[];
  /** Of a list of thousands all keys are made before the first row is rendered. */
  keyOf: (row: T) => string | number;
  /** Estimated height of a row in pixels, until measured. */
  rowHeightPx: number;
  /** Called again when it or the rows change: a row that follows a signal of its own is a component. */
  render: (row: T) => ComponentChildren;
  onKeyDown?: (event: KeyboardEvent & { currentTarget: EventTarget | null }) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const isLong = props.rows.length > PLAIN_ROWS_MAX;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the links in it
    <div ref={scroller} class="long-list" onKeyDown={props.onKeyDown}>
      {isLong ? (
        <VirtualRows {...props} scroller={scroller} />
      ) : (
        <ul aria-label={props.label}>
          {props.rows.map((row) => (
            <li key={props.keyOf(row)}>{props.render(row)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function VirtualRows<T>({
  label,
  rows,
  keyOf,
  rowHeightPx,
  render,
  scroller,
}: Parameters<typeof LongList<T>>[0] & { scroller: { current: HTMLDivElement | null } }) {
  const drawn = useSignal(0);
  // The focused row stays rendered when it is out of view, to keep the focus.
  const focused = useRef<number | null>(null);
  const virtualizer = useMemo(
    () =>
      new Virtualizer<HTMLDivElement, HTMLLIElement>({
        count: rows.length,
        getScrollElement: () => scroller.current,
        estimateSize: () => rowHeightPx,
        // The first rows are rendered before the list can be measured.
        initialRect: { width: innerWidth, height: innerHeight },
        overscan: OVERSCAN_ROWS,
        rangeExtractor: (range) => withRow(range, focused.current),
        observeElementRect,
        observeElementOffset,
        measureElement: measuredByObserver,
        scrollToFn: elementScroll,
        onChange: () => {
          drawn.value += 1;
        },
      }),
    [],
  );
  // The virtualizer measures all rows again when this function changes.
  const getItemKey = useCallback((index: number) => keyOf(rows[index] as T), [rows]);
  virtualizer.setOptions({ ...virtualizer.options, count: rows.length, getItemKey });
  // Scrolling alone changes no row, and Preact skips what it was given before.
  const rendered = useMemo(() => new Map<number, ComponentChildren>(), [rows, render]);
  const rowAt = (index: number) => {
    if (!rendered.has(index)) rendered.set(index, render(rows[index] as T));
    return rendered.get(index);
  };
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  void drawn.value;
  return (
    <ul
      aria-label={label}
      class="virtual"
      style={{ height: `${virtualizer.getTotalSize()}px` }}
      onFocusIn={({ target }) => (focused.current = indexOf(target))}
      onFocusOut={() => (focused.current = null)}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => (
        <li
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          aria-setsize={rows.length}
          aria-posinset={index + 1}
          style={{ transform: `translateY(${start}px)` }}
        >
          {rowAt(index)}
        </li>
      ))}
    </ul>
  );
}

/**
 * A row's height as its observer reports it, before the frame is painted. Until then the known or estimated
 * one: reading it of every new row would force a layout in the middle of scrolling.
 */
const measuredByObserver: typeof measureElement = (row, entry, virtualizer) => {
  if (entry) return measureElement(row, entry, virtualizer);
  const index = virtualizer.indexFromElement(row);
  return virtualizer.measurementsCache[index]?.size ?? virtualizer.options.estimateSize(index);
};

function withRow(range: Range, row: number | null): number[] {
  const drawn = defaultRangeExtractor(range);
  if (row === null || row >= range.count || drawn.includes(row)) return drawn;
  return [...drawn, row].toSorted((one, other) => one - other);
}

function indexOf(target: EventTarget | null): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row ? Number(row.dataset.index) : null;
}
