import { isTyping, moveByKey } from '../../ui/roving.ts';

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

/** Moves through the rows of the list around the focus, also where each of its controls is a Tab stop. */
export function moveThroughRows(event: KeyboardEvent): void {
  const { target } = event;
  const list = target instanceof Element ? target.closest('li')?.parentElement : null;
  if (list) moveByKey(event, list, 'a[href], button, input, select, summary');
}
