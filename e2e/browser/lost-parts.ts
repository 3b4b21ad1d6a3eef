import type { Page } from '@playwright/test';

/** Elements that may scroll sideways, because they are as wide as their data (WCAG 2.2, 1.4.10). */
const MAY_SCROLL = '.grid-scroll, .caps-scroll, pre';

/**
 * Finds what of a page can't be seen or reached at its present size: parts beyond its sides or those of what
 * cuts them off, text cut without its whole words as a title, and controls covered even when scrolled to.
 * @returns a line for each, with the path to it and its text
 */
export const lostParts = (page: Page): Promise<string[]> =>
  page.evaluate(async (mayScroll) => {
    const all = [...document.body.querySelectorAll<HTMLElement>('*')];
    const isShown = (one: Element): boolean =>
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      one.closest('.hidden-words, [aria-hidden="true"], svg, option') === null;
    const ownText = (one: Element): string =>
      [...one.childNodes]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .map(({ textContent }) => textContent?.trim())
        .join(' ')
        .trim();
    const nameOf = (one: Element): string => {
      const path = [one, one.parentElement, one.parentElement?.parentElement]
        .filter((part) => part != null)
        .map((part) => [part.localName, ...part.classList].join('.'));
      const words = one.textContent || one.getAttribute('aria-label') || '';
      return `${path.reverse().join(' > ')} "${words.trim().replace(/\s+/g, ' ').slice(0, 50)}"`;
    };
    const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
    const lost: string[] = [];
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth > clientWidth) lost.push(`the page is ${scrollWidth - clientWidth} px too wide`);
    for (const one of all) {
      if (!isShown(one)) continue;
      const text = ownText(one);
      if (text === '' && !one.matches(controls)) continue;
      const box = one.getBoundingClientRect();
      if (box.width === 0 || box.height === 0) continue;
      // A field shows the part of its value that is edited.
      if (text !== '' && !one.matches('input, select, textarea')) {
        const range = document.createRange();
        range.selectNodeContents(one);
        const words = range.getBoundingClientRect();
        const style = getComputedStyle(one);
        const hides =
          style.overflowX !== 'visible' && style.overflowX !== 'auto' && style.overflowX !== 'scroll';
        if (hides && words.right - box.right > 1) {
          // A row shows its whole words when it is opened, others when the pointer comes.
          one.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
          if (!one.closest('[title], .sentence[aria-expanded]'))
            lost.push(`cut without a title: ${nameOf(one)}`);
        }
      }
      if (one.closest(mayScroll)) continue;
      let left = 0;
      let right = clientWidth;
      for (
        let around = one.parentElement;
        around && around !== document.body;
        around = around.parentElement
      ) {
        const { overflowX } = getComputedStyle(around);
        if (overflowX === 'visible') continue;
        const edge = around.getBoundingClientRect();
        left = Math.max(left, edge.left);
        right = Math.min(right, edge.right);
      }
      if (one.closest('.clip, [title]') && !one.matches(controls)) continue;
      if (box.left < left - 1 || box.right > right + 1)
        lost.push(`beyond the side (${Math.round(box.left)} to ${Math.round(box.right)}): ${nameOf(one)}`);
    }
    for (const one of all.filter((element) => element.matches(controls))) {
      if (!isShown(one) || (one as HTMLButtonElement).disabled || one.closest(mayScroll)) continue;
      one.scrollIntoView({ block: 'center', inline: 'nearest' });
      const box = one.getClientRects()[0];
      if (!box || box.width === 0) continue;
      const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      if (!there || !(one.contains(there) || there.contains(one) || one.closest('label')?.contains(there)))
        lost.push(`covered${there ? ` by ${nameOf(there)}` : ''}: ${nameOf(one)}`);
    }
    return [...new Set(lost)];
  }, MAY_SCROLL);
