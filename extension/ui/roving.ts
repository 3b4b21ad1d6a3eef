import { useCallback, useRef } from 'preact/hooks';

/** Whether what has the focus takes letters and arrows itself. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}

/**
 * Makes a list or a grid one Tab stop, within which arrows move: up and down to the next row (in a table
 * within the column), left and right within one, Home and End to the first and the last row.
 * @param selector what can have the focus in it; rows are its `tr` or `li`, else each stop is one
 * @returns the ref of the list
 */
export function useRoving(selector: string): (list: HTMLElement | null) => void {
  const leave = useRef<(() => void) | null>(null);
  return useCallback(
    (list) => {
      leave.current?.();
      leave.current = list && rove(list, selector);
    },
    [selector],
  );
}

function rove(list: HTMLElement, selector: string): () => void {
  let current: HTMLElement | null = null;

  function settle() {
    const stops = stopsIn(list, selector);
    if (current === null || !stops.includes(current))
      current = stops.find((stop) => stop.matches('[aria-current]')) ?? stops[0] ?? null;
    for (const stop of stops) {
      const tabIndex = stop === current ? 0 : -1;
      if (stop.tabIndex !== tabIndex) stop.tabIndex = tabIndex;
    }
  }

  function onFocus({ target }: FocusEvent) {
    const stop = stopsIn(list, selector).find((one) => one.contains(target as Node));
    if (stop === undefined) return;
    current = stop;
    settle();
  }

  const onKey = (event: KeyboardEvent) => moveByKey(event, list, selector);
  const changes = new MutationObserver(settle);
  changes.observe(list, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  list.addEventListener('focusin', onFocus);
  list.addEventListener('keydown', onKey);
  settle();
  return () => {
    changes.disconnect();
    list.removeEventListener('focusin', onFocus);
    list.removeEventListener('keydown', onKey);
  };
}

const stopsIn = (list: HTMLElement, selector: string): HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>(selector)].filter((stop) => !stop.matches(':disabled'));

/**
 * Moves the focus within a list as arrows, Home and End do in one of `useRoving`; the key then has no other
 * effect. In a search field only up and down do.
 */
export function moveByKey(event: KeyboardEvent, list: HTMLElement, selector: string): void {
  const { target, defaultPrevented, ctrlKey, metaKey, altKey } = event;
  if (!(target instanceof HTMLElement) || defaultPrevented || ctrlKey || metaKey || altKey) return;
  const isUpOrDown = /^Arrow(Up|Down)$/.test(event.key);
  if (isTyping(target) && !target.matches(`[type="checkbox"]${isUpOrDown ? ', [type="search"]' : ''}`))
    return;
  const to = stopAfter(event.key, target, list, stopsIn(list, selector));
  if (to.length === 0) return;
  event.preventDefault();
  // What is hidden until its row has the focus takes none.
  to.find((stop) => {
    stop.focus();
    return document.activeElement === stop;
  })?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** The stops that a key may lead to, the best first; none: the key keeps its default. */
function stopAfter(
  key: string,
  target: HTMLElement,
  list: HTMLElement,
  stops: readonly HTMLElement[],
): readonly HTMLElement[] {
  const rowOf = (element: HTMLElement) => {
    const row = element.closest<HTMLElement>('tr, li');
    return row && row !== list && list.contains(row) ? row : element;
  };
  const rows = Map.groupBy(stops, rowOf);
  const order = [...rows.keys()];
  const here = stops.find((stop) => stop.contains(target));
  const row = rowOf(here ?? target);
  const at = order.indexOf(row);
  const own = rows.get(row) ?? [];
  const nextIn = (next: HTMLElement | undefined) => {
    const others = (next && rows.get(next)) ?? [];
    const best =
      columnOf(here) === null
        ? own.indexOf(here ?? target)
        : others.findIndex((stop) => columnOf(stop) === columnOf(here));
    const first = others[Math.min(Math.max(best, 0), others.length - 1)];
    return first ? [first, ...others] : [];
  };
  switch (key) {
    case 'ArrowDown':
      return nextIn(order[Math.min(order.length - 1, at + 1)]);
    case 'ArrowUp':
      return nextIn(order[at - 1]);
    case 'Home':
      return at < 0 ? [] : nextIn(order[0]);
    case 'End':
      return at < 0 ? [] : nextIn(order.at(-1));
    case 'ArrowRight':
      return here && own.length > 1 ? own.slice(own.indexOf(here) + 1) : [];
    case 'ArrowLeft':
      return here && own.length > 1 ? own.slice(0, own.indexOf(here)).toReversed() : [];
    default:
      return [];
  }
}

/** Position of a stop's column; null outside a table. */
const columnOf = (stop: HTMLElement | undefined): number | null =>
  stop?.closest<HTMLTableCellElement>('td, th')?.cellIndex ?? null;
