/** What can have the focus. */
const STOP = 'a[href], button, input, select, textarea, summary, [tabindex]';
const ROW = 'li, tr';
/** Named parts of a page. */
const PLACE = 'section[aria-label], form[aria-label], [role="group"][aria-label], dialog, article, main';

/** What has the focus of something that was removed or disabled, until the focus is moved again. */
let successor: Element | null = null;

/** Whoever renders something else in its place gives that the focus by then. */
const RENDERED_WITHIN_MS = 100;

/**
 * Keeps the focus near when what has it is removed, or can't have it any more: on what is left of its row, on
 * the row in its place, or on the part of the page that it was in. In browsers Tab goes on from there, but
 * until then other keys do nothing, and a screen reader is at the top of the page. Call once.
 */
export function keepFocus(): void {
  /** What has the focus, and what is around it. */
  let path: HTMLElement[] = [];
  /** Its row, those after it, and those before it. */
  let rows: HTMLElement[] = [];
  let isWaiting = false;

  const settle = () => {
    isWaiting = false;
    const [lost] = path;
    // Somebody may be in the browser's own bar.
    if (!lost || !isNowhere() || !document.hasFocus()) return;
    if (isStop(lost)) return lost.focus();
    const kept = rows.filter((row) => !lost.isConnected && row.isConnected).flatMap(stopsIn);
    const place = path.find((one) => one !== lost && one.isConnected && one.matches(PLACE));
    // What was opened stands beside the list that it was opened from.
    const title = place?.querySelector<HTMLElement>('article h1') ?? place?.querySelector<HTMLElement>('h1');
    const at = kept[0] ?? title ?? place;
    if (!at) return;
    if (!at.matches(STOP)) at.tabIndex = -1;
    at.focus({ preventScroll: true });
    successor = at;
  };

  addEventListener('focusin', ({ target }) => {
    successor = null;
    path = [];
    for (let one = target; one instanceof HTMLElement; one = one.parentElement) path.push(one);
    const row = path[0]?.closest<HTMLElement>(ROW);
    const all = [...(row?.parentElement?.children ?? [])] as HTMLElement[];
    const at = row ? all.indexOf(row) : 0;
    rows = [...all.slice(at), ...all.slice(0, at).toReversed()];
  });
  // Somebody presses where nothing takes the focus.
  addEventListener('pointerdown', () => (path = []), true);
  new MutationObserver(() => {
    // What is moved loses it too.
    if (isWaiting || !path[0] || (isStop(path[0]) && !isNowhere())) return;
    isWaiting = true;
    setTimeout(settle, RENDERED_WITHIN_MS);
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden'] });
}

/** Awaits a command, then moves the focus, unless the user has moved it meanwhile: they have gone on. */
export async function focusAfter(command: Promise<unknown>, focus: () => void): Promise<void> {
  const before = document.activeElement;
  await command;
  requestAnimationFrame(() => {
    const now = document.activeElement;
    if (isNowhere() || now === before || now === successor) focus();
  });
}

const isNowhere = (): boolean => document.activeElement === document.body;

const isStop = (one: HTMLElement): boolean =>
  one.isConnected && !one.matches(':disabled') && one.checkVisibility();

const stopsIn = (row: HTMLElement): HTMLElement[] =>
  [...row.querySelectorAll<HTMLElement>(STOP)].filter(isStop);
