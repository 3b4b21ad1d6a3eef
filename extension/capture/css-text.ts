import { counterText } from './css-counters.ts';
import * as dom from './dom.ts';

/** Text that CSS writes before or after what an element has. */
export interface CssText {
  text: string;
  /** It stands on a line of its own. */
  isBlock: boolean;
  /** A sign of an icon font, a picture, or a number that can't be told stands there. */
  isUnread: boolean;
  style: CSSStyleDeclaration;
}

/** What the style sheets of a document or shadow tree may do to any element in it. */
interface Sheets {
  writes: boolean;
  strikes: boolean;
}

const NONE = /^(?:none|normal|""|)$/;
const SMALLEST_PX = 1.5;
const FAR_PX = 500;

/** Whether CSS may write text at an element: a style sheet of the page writes some, or it is a quotation. */
export const mayHaveCssText = (element: Element): boolean =>
  dom.localName(element) === 'q' || sheetsOf(element).writes;

/**
 * The visible text that CSS writes at an element; null where there is none. Asks for no style unless a style
 * sheet of the page writes any: a table has tens of thousands of elements.
 */
export function cssText(element: Element, at: 'before' | 'after'): CssText | null {
  if (!mayHaveCssText(element)) return null;
  const style = dom.styleOf(element, `::${at}`);
  if (!style || NONE.test(style.content) || style.display === 'none') return null;
  const parsed = parseContent(element, at, style.content);
  if (parsed.text.trim() === '' && !parsed.isUnread) return null;
  const isItem = /flex|grid/.test(dom.styleOf(element)?.display ?? '');
  const isBlock = !isItem && !/^(?:inline|contents|ruby)/.test(style.display);
  return { ...parsed, text: isItem ? ` ${parsed.text} ` : parsed.text, isBlock, style };
}

/** Whether what CSS writes has a size and a place at which it is seen. Its ink is another question. */
export function isCssTextSeen({ style }: CssText): boolean {
  const px = Number.parseFloat;
  const isBox = style.position === 'absolute' || style.position === 'fixed' || style.display !== 'inline';
  const isSmall = isBox && (px(style.width) <= SMALLEST_PX || px(style.height) <= SMALLEST_PX);
  const isFar = [style.left, style.top, style.marginLeft, style.textIndent].some((at) => px(at) < -FAR_PX);
  return (
    style.visibility === 'visible' &&
    Number(style.opacity) > 0.05 &&
    px(style.fontSize) >= 1 &&
    !/^rgba\(.*, 0\)$/.test(style.webkitTextFillColor || style.color) &&
    !(isSmall && style.overflowX !== 'visible') &&
    !isFar &&
    (style.clipPath || 'none') === 'none' &&
    !/^matrix\(0(?:\.0\d*)?, 0, 0, /.test(style.transform)
  );
}

/** Whether an element's own style strikes its text through. */
export function isStruck(element: Element, style?: CSSStyleDeclaration): boolean {
  if (/^(?:del|s|strike)$/.test(dom.localName(element))) return true;
  if (!style && !sheetsOf(element).strikes && !dom.attribute(element, 'style')?.includes('line-through'))
    return false;
  const own = style ?? dom.styleOf(element);
  return own?.textDecorationLine?.includes('line-through') ?? false;
}

const PIECES =
  /"((?:[^"\\]|\\[\s\S])*)"|(open|close)-quote|([a-z-]+)\(((?:[^()"]|"(?:[^"\\]|\\[\s\S])*")*)\)|(\/)/gi;
/** Signs of icon fonts have no meaning of their own. */
const ICONS = /\p{Co}+/gu;

function parseContent(
  element: Element,
  at: 'before' | 'after',
  content: string,
): Pick<CssText, 'text' | 'isUnread'> {
  const shown: string[] = [];
  const spoken: string[] = [];
  let into = shown;
  let isUnread = false;
  for (const [, string, quote, name, inside = '', slash] of content.matchAll(PIECES)) {
    if (string !== undefined) into.push(unescaped(string));
    else if (quote) into.push(quote === 'open' ? '“' : '”');
    else if (slash) into = spoken;
    else if (name === 'attr') into.push(dom.attribute(element, /^\s*([\w-]+)/.exec(inside)?.[1] ?? '') ?? '');
    else if (name?.startsWith('counter')) {
      const counted = counterText(element, at, inside);
      isUnread ||= counted === null;
      into.push(counted ?? '');
    } else isUnread = true;
  }
  const written = shown.join('');
  const text = written.replace(ICONS, '');
  const isIcon = text.trim() === '' && (written !== text || isUnread);
  const instead = isIcon ? spoken.join('') : '';
  return { text: instead || text, isUnread: (isIcon && instead === '') || isUnread };
}

const unescaped = (string: string): string =>
  string.replace(/\\(?:([0-9a-f]{1,6})\s?|([\s\S]))/gi, (_, code: string | undefined, char = '') =>
    code ? String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)) : char,
  );

const known = new WeakMap<Node, Sheets>();

function sheetsOf(element: Element): Sheets {
  const root = dom.rootNode(element);
  const found = known.get(root);
  if (found) return found;
  const facts: Sheets = { writes: false, strikes: false };
  if (dom.isDocument(root) || dom.isShadowRoot(root)) {
    for (const sheet of dom.isDocument(root) ? dom.styleSheets(root) : root.styleSheets) look(sheet, facts);
    for (const sheet of root.adoptedStyleSheets) look(sheet, facts);
  }
  known.set(root, facts);
  return facts;
}

/** A sheet of another site can't be read: it may do either. */
function look(sheet: CSSStyleSheet | null, facts: Sheets): void {
  try {
    if (sheet) lookAtRules(sheet.cssRules, facts);
  } catch {
    facts.writes = facts.strikes = true;
  }
}

function lookAtRules(rules: CSSRuleList, facts: Sheets): void {
  for (const rule of rules) {
    if (facts.writes && facts.strikes) return;
    const { style, cssRules, styleSheet } = rule as CSSStyleRule & Partial<CSSImportRule>;
    if (style) {
      facts.writes ||= !NONE.test(style.content ?? '');
      facts.strikes ||= `${style.textDecorationLine ?? ''} ${style.textDecoration ?? ''}`.includes(
        'line-through',
      );
    }
    if (cssRules) lookAtRules(cssRules, facts);
    if (styleSheet !== undefined) look(styleSheet, facts);
  }
}

/** Whether a line through the text around an element does not go through it. */
export const isApart = ({ display, position, cssFloat }: CSSStyleDeclaration): boolean =>
  /^inline-/.test(display) || /absolute|fixed/.test(position) || cssFloat !== 'none';
