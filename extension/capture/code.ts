import * as dom from './dom.ts';

const MONOSPACE = /mono|courier|consolas|menlo|monaco/i;
const NUMBERS = /^\s*\d+(?:\s+\d+)*\s*$/;
const NUMBER_CLASS = /(?:^|[\s_-])(?:line-?numbers?|line-?no|linenos?|ln|gutter|blob-num|hljs-ln-n)/i;
const BAR_MAX_CHARS = 40;
/** Larger tables are no code that anybody wrote on a page. */
const ROWS_MAX = 3_000;

const keepsBlanks = ({ whiteSpace }: CSSStyleDeclaration) =>
  /^(?:pre|pre-wrap|break-spaces)$/.test(whiteSpace);

const isTyped = (style: CSSStyleDeclaration) => keepsBlanks(style) && MONOSPACE.test(style.fontFamily);

/** Whether an element stands on lines of its own. */
export const isBlock = ({ display }: CSSStyleDeclaration): boolean =>
  !/^(?:inline|contents|ruby|math|none|table-cell)/.test(display);

/** Whether an element other than `pre` shows lines of code: an editor's, or table rows with line numbers. */
export function showsCode(element: Element, name: string, style: CSSStyleDeclaration): boolean {
  if (name === 'table') return isCodeTable(element as HTMLTableElement);
  if (!/^(?:div|code|ol|ul|section|figure)$/.test(name) || !isTyped(style)) return false;
  const lines = [...dom.childNodes(element)].filter(dom.isElement);
  return (
    lines.length >= 2 &&
    lines.slice(0, 50).every((line) => {
      const own = dom.styleOf(line);
      return (
        own !== null && isBlock(own) && isTyped(own) && /^(?:div|span|li|code)$/.test(dom.localName(line))
      );
    })
  );
}

function isCodeTable(table: HTMLTableElement): boolean {
  const rows = [...table.querySelectorAll('tr')];
  if (rows.length < 2 || rows.length > ROWS_MAX) return false;
  return rows.every((row) => {
    const cells = [...row.children];
    const code = cells.pop();
    const style = code && dom.styleOf(code.querySelector('pre, code') ?? code);
    return (
      style != null &&
      isTyped(style) &&
      cells.length > 0 &&
      cells.every((cell) => /^[\d\s+-]*$/.test(dom.textContent(cell)))
    );
  });
}

/** Whether something in code, or a column beside it, is the numbers of its lines. */
export function isLineNumber(element: Element, style: CSSStyleDeclaration, isInCode: boolean): boolean {
  if (!isInCode && dom.localName(element) === 'div' && !NUMBER_CLASS.test(classOf(element))) return false;
  const text = dom.textContent(element);
  if (text.length > 40_000 || !NUMBERS.test(text)) return false;
  if (!isInCode) {
    const isGutter = element.closest('[aria-hidden=true]') && NUMBER_CLASS.test(classOf(element));
    return isGutter || (countsUp(text) && isBesideCode(element));
  }
  const isMarked =
    NUMBER_CLASS.test(classOf(element)) ||
    dom.attribute(element, 'aria-hidden') === 'true' ||
    style.userSelect === 'none' ||
    style.webkitUserSelect === 'none';
  return isMarked || /^(?:td|th)$/.test(dom.localName(element)) || countsUp(text);
}

const classOf = (element: Element) => dom.attribute(element, 'class') ?? '';

function isBesideCode(element: Element): boolean {
  const next = (element.closest('td') ?? element).nextElementSibling;
  if (!next || !(next.matches('pre, code') || next.querySelector('pre, code'))) return false;
  return dom.box(next).left >= dom.box(element).right - 1;
}

/** The lines of an editor from top to bottom: some place each by itself, in any order. */
export function linesOf(code: Element): Iterable<Node> {
  const lines = [...dom.childNodes(code)].filter(dom.isElement);
  const isPlaced = lines.length > 1 && lines.every((line) => dom.styleOf(line)?.position === 'absolute');
  return isPlaced ? lines.sort((one, other) => dom.box(one).top - dom.box(other).top) : dom.childNodes(code);
}

function countsUp(text: string): boolean {
  const numbers = text.trim().split(/\s+/).map(Number);
  return numbers.length >= 2 && numbers.every((number, index) => number === Number(numbers[0]) + index);
}

/** Whether an element in or above code is its bar: a language and a button. */
export function isCodeBar(element: Element, isInCode: boolean): boolean {
  const isBar =
    /^(?:div|span|header|figcaption)$/.test(dom.localName(element)) &&
    element.querySelector('button, [role=button]') !== null &&
    dom.textContent(element).length <= BAR_MAX_CHARS &&
    element.querySelector('pre, code, h1, h2, h3, h4, h5, h6') === null;
  const next = element.nextElementSibling;
  if (isInCode || !isBar || !next) return isInCode && isBar;
  const pre = next.matches('pre') ? next : next.querySelector('pre');
  return pre !== null && dom.textContent(next).trim().startsWith(dom.textContent(pre).trim());
}

const ADDED = /(?:^|[\s_-])(?:add(?:ed|ition)?|ins(?:ert(?:ed|ion)?)?)(?:$|[\s_-])/i;
const REMOVED = /(?:^|[\s_-])(?:del(?:et(?:ed|ion))?|remov(?:ed?|al))(?:$|[\s_-])/i;

/** The sign of code that was added or removed, by its element, line through it, or class; null: neither. */
export function signOfChange(element: Element, style: CSSStyleDeclaration): '+' | '-' | null {
  const name = dom.localName(element);
  // A line of a table has the sign of its last cell.
  if (name === 'td') return null;
  const last = name === 'tr' ? element.lastElementChild : null;
  const classes = `${classOf(element)} ${last ? classOf(last) : ''}`;
  if (name === 'ins' || ADDED.test(classes)) return '+';
  const isGone = name === 'del' || style.textDecorationLine.includes('line-through');
  return isGone || REMOVED.test(classes) ? '-' : null;
}
