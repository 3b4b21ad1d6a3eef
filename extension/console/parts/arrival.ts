import { signal, useSignalEffect } from '@preact/signals';
import type { RefObject } from 'preact';
import { SECOND_MS } from '../../../shared/time.ts';
import { goTo } from './navigation.ts';

/** The part of a page that a command leads to, until it has been rendered and has the focus. */
const awaited = signal<{ address: string; part: string } | null>(null);

/** Opens an address; the part with this title then takes the focus, as soon as it is rendered. */
export function goToPart(address: string, part: string): void {
  const wanted = { address, part };
  // The page that is left still has its parts, perhaps one of the same title, until the next is rendered.
  const arrive = () => setTimeout(() => (awaited.value = wanted));
  if (wanted.address === location.hash) arrive();
  else addEventListener('hashchange', arrive, { once: true });
  goTo(address);
}

/**
 * Calls `arrive` when a command led to this part, once. What is left for another address, or was never rendered there,
 * is forgotten.
 */
export function useArrival(part: string, arrive: () => void): void {
  useSignalEffect(() => {
    const wanted = awaited.value;
    if (wanted === null) return;
    if (wanted.address !== location.hash) awaited.value = null;
    else if (wanted.part === part) {
      awaited.value = null;
      arrive();
    }
  });
}

/** Gives the focus to a field that is rendered beside it, when a command led there. */
export function Arrival({ part, at }: { part: string; at: RefObject<HTMLElement | null> }): null {
  useArrival(part, () => at.current?.focus());
  return null;
}

const FOCUSABLE = 'button:not(:disabled), a[href], input:not(:disabled), select, textarea';
/** How long a part that is still being read is waited for. */
const READ_WITHIN_MS = 5 * SECOND_MS;

/**
 * Moves the focus into a part: to the element marked `data-arrive`, which is pressed if it is a button, or to the first
 * control. While the part is read the focus waits on the heading, unless the user moves it.
 */
export function arriveIn(part: HTMLElement | null): void {
  if (part === null) return;
  part.scrollIntoView({ block: 'start' });
  if (focusFirst(part)) return;
  const heading = part.querySelector('h2');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  const reading = new MutationObserver(() => {
    if (document.activeElement !== heading || focusFirst(part)) reading.disconnect();
  });
  reading.observe(part, { childList: true, subtree: true });
  setTimeout(() => reading.disconnect(), READ_WITHIN_MS);
}

function focusFirst(part: HTMLElement): boolean {
  const marked = part.querySelector<HTMLElement>('[data-arrive]');
  const first = marked ?? part.querySelector<HTMLElement>(FOCUSABLE);
  first?.focus({ preventScroll: true });
  if (marked instanceof HTMLButtonElement) marked.click();
  return first !== null;
}
