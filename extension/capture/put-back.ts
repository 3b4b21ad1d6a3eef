/** What an extractor drops by its class name or its length although it stands within the article. */
const HEADINGS = 'h2, h3, h4, h5, h6';
const BLOCKS = 'p, pre, ul, ol, dl, table, blockquote, figure';
const LINKS_MAX_SHARE = 0.4;
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
export function putBack(body: HTMLElement, article: HTMLElement, furniture: string, title: string): void {
  const kept = new Map<string, Element>();
  const note = (element: Element) => {
    const at = element.getAttribute(AT);
    if (at !== null && !kept.has(at)) kept.set(at, element);
  };
  for (const element of article.querySelectorAll(`[${AT}]`)) note(element);
  const keptOf = (element: Element): Element | undefined => {
    const own = kept.get(element.getAttribute(AT) ?? '');
    if (own) return own;
    for (const inner of element.querySelectorAll(`[${AT}]`)) {
      const found = kept.get(inner.getAttribute(AT) ?? '');
      if (found) return found;
    }
    return undefined;
  };
  const own = new Set(kept.values());
  let whole = textOf(article);
  for (const block of body.querySelectorAll(`${HEADINGS}, ${BLOCKS}`)) {
    const text = textOf(block);
    if (text === '' || whole.includes(text) || title.includes(text)) continue;
    if (keptOf(block) || block.closest(furniture)) continue;
    const isHeading = block.matches(HEADINGS);
    if (!isHeading && linkShare(block, text) > LINKS_MAX_SHARE) continue;
    const before = keptBeside(block, 'previousElementSibling', keptOf);
    const after = keptBeside(block, 'nextElementSibling', keptOf);
    // A heading belongs to what follows it at once; anything else must stand between two that the extractor kept.
    if (!after || !own.has(after)) continue;
    if (isHeading ? keptOf(nextWithText(block) ?? block) !== after : !before) continue;
    const copied = block.cloneNode(true) as Element;
    if (isHeading) after.before(copied);
    else before?.after(copied);
    note(copied);
    for (const inner of copied.querySelectorAll(`[${AT}]`)) note(inner);
    whole += `\n${text}`;
  }
}

function keptBeside(
  block: Element,
  direction: 'previousElementSibling' | 'nextElementSibling',
  keptOf: (element: Element) => Element | undefined,
): Element | undefined {
  for (let at = block[direction]; at; at = at[direction]) {
    const found = keptOf(at);
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
