/** The overlay that a key opens, or null. A key typed into a field opens nothing except the palette. */
export function onConsoleKey(
  { key, ctrlKey, metaKey, altKey, target }: KeyboardEvent,
  isOverlayOpen: boolean,
): 'palette' | 'shortcuts' | null {
  if (isOverlayOpen || altKey) return null;
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') return 'palette';
  if (key === '?' && !isTyping(target)) return 'shortcuts';
  return null;
}

/** `/` focuses the view's search field, if it has one. @returns whether it did */
export function focusesSearch(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (key !== '/' || ctrlKey || metaKey || altKey || isTyping(target)) return false;
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (!field) return false;
  event.preventDefault();
  field.focus();
  field.select();
  return true;
}

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}

/**
 * Up and down, Home and End move through the elements of a list that match `selector`; left and right keep their
 * default. Attach to the list as `onKeyDown`.
 */
export function moveThrough(selector: string) {
  return (event: KeyboardEvent & { currentTarget: EventTarget | null }): void => {
    const { key, target, currentTarget } = event;
    if (!(currentTarget instanceof HTMLElement) || !(target instanceof HTMLElement)) return;
    if (isTyping(target) && !target.matches('input[type="search"]')) return;
    const stops = [...currentTarget.querySelectorAll<HTMLElement>(selector)];
    const here = stops.findIndex((stop) => stop === target || stop.contains(target));
    const next = stopAfter(key, here, stops.length);
    if (next === null) return;
    event.preventDefault();
    stops[next]?.focus();
    stops[next]?.scrollIntoView({ block: 'nearest' });
  };
}

/** @param here -1 when none has the focus @returns the index to focus, null for none */
export function stopAfter(key: string, here: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return Math.min(count - 1, here + 1);
  if (key === 'ArrowUp') return here <= 0 ? null : here - 1;
  if (key === 'Home' && here >= 0) return 0;
  if (key === 'End' && here >= 0) return count - 1;
  return null;
}
