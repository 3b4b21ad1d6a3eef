import { computed, signal } from '@preact/signals';
import { lastAddressItem } from '../../storage/console.ts';
import { addressOf, HOME, parseRoute, type Route } from './routes.ts';

const WIDE_PX = 900;
const wideEnough = matchMedia(`(min-width: ${WIDE_PX}px)`);

/** Whether list and detail fit beside each other. */
export const wide = signal(wideEnough.matches);

const ROOMY_PX = 1120;
const roomyEnough = matchMedia(`(min-width: ${ROOMY_PX}px)`);

/** Whether a project's name, tabs and verbs fit in one line. */
export const roomy = signal(roomyEnough.matches);

const hash = signal(location.hash);
export const route = computed<Route>(() => parseRoute(hash.value));

/** Follows the address and the page's width. Call once. */
export async function followAddress(): Promise<void> {
  // Before anything is waited for: a width that changed by then is not told again.
  for (const [enough, fits] of [
    [roomyEnough, roomy],
    [wideEnough, wide],
  ] as const) {
    enough.addEventListener('change', ({ matches }) => (fits.value = matches));
    fits.value = enough.matches;
  }
  if (location.hash === '')
    history.replaceState(null, '', (await lastAddressItem.getValue()) || firstAddress());
  hash.value = location.hash;
  addEventListener('hashchange', () => {
    hash.value = location.hash;
    void lastAddressItem.setValue(location.hash);
  });
}

/** The tab is mostly opened from the popup, which already shows what needs the user. */
const firstAddress = (): string =>
  addressOf(wide.peek() ? { kind: 'view', view: 'projects', rest: [] } : HOME);

/** @param how `replace`: the way back leads past the address that is left */
export function goTo(address: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'replace') location.replace(address);
  else location.hash = address;
}
