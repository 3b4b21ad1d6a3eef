import { signal, useSignalEffect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { SECOND_MS } from '../../../shared/time.ts';
import { isTyping } from '../../ui/roving.ts';
import { goTo } from './navigation.ts';
import { parseRoute, type Route } from './routes.ts';

/** The part of a page that a command leads to, until it has been rendered and has the focus. */
const awaited = signal<{ address: string; part: string } | null>(null);

/** Opens an address; the part with this title then takes the focus, as soon as it is rendered. */
export function goToPart(address: string, part: string, how: 'push' | 'replace' = 'push'): void {
  // The page that is left still has its parts, perhaps one of the same title, until the next is rendered.
  const arrive = () => setTimeout(() => (awaited.value = { address, part }));
  if (address === location.hash) arrive();
  else addEventListener('hashchange', arrive, { once: true });
  goTo(address, how);
}

/** Calls `arrive` once when a command led to this part; forgets a command that led to another address. */
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

/** Opens an address; its title then takes the focus, unless what is opened has a field that takes it. */
export const goToTitle = (address: string): void => goToPart(address, titleOf(parseRoute(address).kind));

/** Lists stand beside what is opened from them, each with its own title. */
const titleOf = (kind: Route['kind']): string => `title of a ${kind}`;

/** @returns the ref of the title of a view or of a project */
export function useTitle(kind: Route['kind']): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null);
  useArrival(titleOf(kind), () => {
    if (title.current === null || isTyping(document.activeElement)) return;
    title.current.tabIndex = -1;
    title.current.focus();
  });
  return title;
}

const FOCUSABLE = 'button:not(.off, .fold), a[href], input:not(:disabled), select, textarea';
/** How long a part, and what stands above it, may be read. */
const READ_WITHIN_MS = 30 * SECOND_MS;

/**
 * Moves the focus into a part: to the element marked `data-arrive`, which is pressed if it is a button, else
 * to the first control in it or in the part. While the part is read, the focus waits on the heading, and what
 * loads above does not move it out of sight, until the user does something.
 */
export function arriveIn(part: HTMLElement | null): void {
  if (part === null) return;
  const heading = part.querySelector<HTMLElement>('h2, h3');
  if (!focusFirst(part) && heading !== null) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  const show = () => {
    part.scrollIntoView({ block: 'start' });
    document.activeElement?.scrollIntoView({ block: 'nearest' });
  };
  show();
  const reading = new MutationObserver(() => {
    if (!part.contains(document.activeElement)) return reading.disconnect();
    if (document.activeElement === heading) focusFirst(part);
    show();
  });
  reading.observe(part.parentElement ?? part, { childList: true, subtree: true });
  const end = () => reading.disconnect();
  for (const event of ['keydown', 'pointerdown', 'wheel'])
    addEventListener(event, end, { capture: true, once: true });
  setTimeout(end, READ_WITHIN_MS);
}

function focusFirst(part: HTMLElement): boolean {
  const marked = part.querySelector<HTMLElement>('[data-arrive]');
  const first = marked?.matches(FOCUSABLE)
    ? marked
    : ((marked ?? part).querySelector<HTMLElement>(FOCUSABLE) ?? part.querySelector<HTMLElement>(FOCUSABLE));
  first?.focus({ preventScroll: true });
  if (marked instanceof HTMLButtonElement) marked.click();
  return first !== null;
}
