import type { Deadline } from './deadline.ts';

/** What an extractor drops by its class name or its length although it stands within the article. */
const HEADINGS = 'h2, h3, h4, h5, h6';
const BLOCKS = 'p, pre, ul, ol, dl, table, blockquote, figure';
const LINKS_MAX_SHARE = 0.4;
/** How far what was kept may be from what is put back, in siblings. */
const APART_MAX = 100;
const AT = 'data-at';

/** Numbers the elements of a page, so that those that an extractor kept of its clone are known. */
export function numberElements(body: HTMLElement): void {
  for (const [index, element] of body.querySelectorAll('*').entries())
    element.setAttribute(AT, String(index));
}

/**
 * Puts headings and blocks back that stand between kept ones in the page.
 * @param body the page, numbered
 * @param article what the extractor kept of its clone
 * @param furniture selects navigation and the like, whose content stays out
 * @param title of the page, whose heading the extractor leaves out on purpose
 */
export function putBack(
  body: HTMLElement,
  article: HTMLElement,
  furniture: string,
  title: string,
  deadline: Deadline,
): void {
  const numbered = [...body.querySelectorAll('*')];
  /** What was kept of an element, or first of what is inside it. */
  const kept = new Map<Element, Element>();
  const own = new Set<Element>();
  const note = (copied: Element) => {
    const at = copied.getAttribute(AT);
    const original = at === null ? undefined : numbered[Number(at)];
    if (!original) return;
    own.add(copied);
    for (let around: Element | null = original; around && !kept.has(around); around = around.parentElement)
      kept.set(around, copied);
  };
  const noteAll = (within: Element) => {
    for (const element of within.querySelectorAll(`[${AT}]`)) note(element);
  };
  noteAll(article);
  let whole = textOf(article);
  for (const block of body.querySelectorAll(`${HEADINGS}, ${BLOCKS}`)) {
    if (deadline.passed()) return;
    if (kept.has(block)) continue;
    const isHeading = block.matches(HEADINGS);
    const before = keptBeside(block, 'previousElementSibling', kept);
    const after = keptBeside(block, 'nextElementSibling', kept);
    // A heading belongs to what directly follows it; all else must stand between two that the extractor kept.
    if (!after || !own.has(after)) continue;
    if (isHeading ? kept.get(nextWithText(block) ?? block) !== after : !before) continue;
    const text = textOf(block);
    if (text === '' || title.includes(text) || block.closest(furniture)) continue;
    if (whole.includes(text) || (!isHeading && linkShare(block, text) > LINKS_MAX_SHARE)) continue;
    const copied = block.cloneNode(true) as Element;
    if (isHeading) after.before(copied);
    else before?.after(copied);
    note(copied);
    noteAll(copied);
    whole += `\n${text}`;
  }
}

function keptBeside(
  block: Element,
  direction: 'previousElementSibling' | 'nextElementSibling',
  kept: ReadonlyMap<Element, Element>,
): Element | undefined {
  let at = block[direction];
  for (let apart = 0; at && apart < APART_MAX; apart += 1, at = at[direction]) {
    const found = kept.get(at);
    if (found) return found;
  }
  return undefined;
}

function nextWithText(block: Element): Element | null {
  let next = block.nextElementSibling;
  while (next && textOf(next) === '') next = next.nextElementSibling;
  return next;
}

const textOf = (element: Element): string => (element.textContent ?? '').replace(/\s+/g, ' ').trim();

function linkShare(block: Element, text: string): number {
  let linked = 0;
  for (const link of block.querySelectorAll('a')) linked += textOf(link).length;
  return linked / text.length;
}
