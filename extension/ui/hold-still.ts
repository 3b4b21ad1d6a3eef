import { options } from 'preact';
import { SECOND_MS } from '../../shared/time.ts';

/** Is activated by the release of a press. Lists and text fields open on the press itself. */
const PRESSED =
  'button, a[href], summary, label, input[type="checkbox"], input[type="radio"], [role="option"]';

const CHECKABLE: ReadonlySet<string> = new Set(['checkbox', 'radio']);

/** A longer press is none, or its end was not reported. */
const PRESS_MAX_MS = 5 * SECOND_MS;

/**
 * Renders nothing between a press on a button and its click. Browsers click only the element on which the
 * pointer was both pressed and released: what arrives in between, and moves the button, would take the click.
 * Capturing the pointer instead would also click once it is pulled away, and what arrives may change what the
 * button does. Call once, before the first rendering.
 */
export function holdStillWhilePressed(): void {
  let held: (() => void)[] | null = null;
  let longest: ReturnType<typeof setTimeout> | undefined;
  const release = () => {
    clearTimeout(longest);
    const renderings = held ?? [];
    held = null;
    for (const render of renderings) render();
  };
  const hold = ({ target, button }: PointerEvent) => {
    if (button !== 0 || !(target instanceof Element) || !target.closest(PRESSED)) return;
    held ??= [];
    clearTimeout(longest);
    longest = setTimeout(release, PRESS_MAX_MS);
  };
  addEventListener('pointerdown', hold, true);
  // After the handlers of the click, whose own changes must not wait: a key may follow at once. A checkbox's
  // click is followed by its change: rendered between the two, it would be what it was before.
  addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLInputElement && CHECKABLE.has(target.type))) release();
  });
  addEventListener('change', release);
  // Without a click, or if none is let through to here: a click belongs to the task of the pointer's release.
  for (const end of ['pointerup', 'pointercancel'] as const)
    addEventListener(end, () => setTimeout(release), true);
  options.debounceRendering = (render) => {
    if (held) held.push(render);
    else queueMicrotask(render);
  };
}
