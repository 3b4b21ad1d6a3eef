import { isTyping } from '../../ui/roving.ts';

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

const CONTROLS = 'a[href], button, input:not(:disabled), select:not(:disabled), summary';
const controlsIn = (row: Element) => [...row.querySelectorAll<HTMLElement>(CONTROLS)];

/**
 * Up and down, Home and End move through the rows of any list, to the control at the same place of its row; lists that are
 * one Tab stop (`useRoving`) prevent the default. @returns whether the focus was moved
 */
export function movesThroughRows({
  key,
  target,
  ctrlKey,
  metaKey,
  altKey,
  defaultPrevented,
}: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return false;
  if (isTyping(target) && !target.matches('input[type="checkbox"]')) return false;
  const row = target.closest('li');
  if (!row?.parentElement) return false;
  const rows = [...row.parentElement.children].filter((one) => controlsIn(one).length > 0);
  const next = stopAfter(key, rows.indexOf(row), rows.length);
  const to = next === null ? undefined : rows[next];
  if (!to || to === row) return false;
  const controls = controlsIn(to);
  controls[Math.min(controlsIn(row).indexOf(target), controls.length - 1)]?.focus();
  return true;
}

/** @param here -1 when none has the focus @returns the index to focus, null for none */
function stopAfter(key: string, here: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return Math.min(count - 1, here + 1);
  if (key === 'ArrowUp') return here <= 0 ? null : here - 1;
  if (key === 'Home' && here >= 0) return 0;
  if (key === 'End' && here >= 0) return count - 1;
  return null;
}
