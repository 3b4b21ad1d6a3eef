import { type Box, overlap } from './clip.ts';
import * as dom from './dom.ts';
import { isOwnValue, isTicked, shownValue, signName } from './drawn.ts';
import { looksLikeInstruction } from './flag-rules.ts';

/** Text for what a reader sees without text of the page: a checked box, icon, small picture or formula. */
const LABEL_MAX_CHARS = 120;
const BARE_LABEL_MAX_CHARS = 40;
const FORMULA_MAX_CHARS = 400;
const SIGN_MIN_PX = 5;
/** Where a drawing is read as a word of the text; that of a control is not. */
const READ = 'p, li, td, th, dd, dt, h1, h2, h3, h4, h5, h6, figcaption';
const PRESSED = 'a, button, [role=button]';
const PICTURE = 'img, svg, canvas, video, iframe';
const TEX = 'annotation[encoding="application/x-tex"]';

/** What a checkbox shows, as Markdown; null for other fields, and for one that somebody is filling in. */
export function checkboxMark(element: Element): string | null {
  const isTick = isTicked(element);
  const kind = dom.localName(element) === 'input' ? 'type' : 'role';
  if (isTick === null) return null;
  const isRadio = /radio/.test(dom.attribute(element, kind) ?? '');
  if (isRadio || /^(?:switch|menuitem)/.test(dom.attribute(element, 'role') ?? '')) return null;
  if (!dom.hasAttribute(element, 'disabled') && element.closest('li') === null && !isOwnTick(element))
    return null;
  return isTick ? '[x]' : '[ ]';
}

/** A box of a page that people write in, such as a task list: in no form, and before words of the page. */
const isOwnTick = (element: Element): boolean =>
  element.closest('form, label, fieldset, th, nav, [role=dialog], [role=menu]') === null &&
  !(element as HTMLInputElement).labels?.length;

/** The value of a field or meter that is the page's own; null for what somebody is filling in. */
export function ownValue(element: Element): string | null {
  const value = shownValue(element)?.trim();
  if (!value || !isOwnValue(element)) return null;
  const isText = !/^(?:input|meter|progress|select|textarea)$/.test(dom.localName(element));
  return isText && dom.textContent(element).trim() !== '' ? null : value;
}

/** The options of a field that are not chosen. */
export const otherOptions = (element: Element): string =>
  [...element.querySelectorAll('option')]
    .filter(({ selected }) => !selected)
    .map(dom.textContent)
    .join('\n');

const BOX_MIN_PX = 8;
/** Whether a box that nobody sees has one drawn in its place. */
export const isStandInFor = (box: Element, { opacity }: CSSStyleDeclaration): boolean =>
  Number(opacity) === 0 && dom.box(box).width >= BOX_MIN_PX;

/** The label of a sign without text of its own; null: none, or one that nobody would draw as a sign. */
export function labelOf(element: Element): string | null {
  const name = dom.localName(element);
  const isImage = dom.attribute(element, 'role') === 'img';
  if (!(name === 'svg' || name === 'i' || name === 'span' || isImage)) return null;
  if (dom.attribute(element, 'aria-hidden') === 'true') return null;
  if (name === 'svg' && !isImage && !isReadSign(element)) return null;
  if (name !== 'svg' && (dom.textContent(element).trim() !== '' || element.querySelector(PICTURE)))
    return null;
  const label = signName(element);
  // What a drawing says is more than its name, unless it repeats it.
  const words = name === 'svg' ? [...element.querySelectorAll('text')].map(dom.textContent) : [];
  if (words.some((word) => !label.includes(word.trim()))) return null;
  return isSign(label, isImage && name !== 'svg' ? LABEL_MAX_CHARS : BARE_LABEL_MAX_CHARS) ? label : null;
}

/** Whether a drawing reads as a word of the text or says something by its label; a control's does neither. */
const isReadSign = (svg: Element): boolean =>
  svg.closest(PRESSED) === null && (svg.closest(READ) !== null || dom.hasAttribute(svg, 'aria-label'));

export function smallPictureText(image: Element, within: Box): string | null {
  const seen = overlap(dom.box(image), within);
  if (seen.right - seen.left < SIGN_MIN_PX || seen.bottom - seen.top < SIGN_MIN_PX) return null;
  const alt = dom.attribute(image, 'alt')?.trim() ?? '';
  return isSign(alt, LABEL_MAX_CHARS) ? alt : null;
}

const isSign = (text: string, maxChars: number) =>
  text !== '' && text.length <= maxChars && !looksLikeInstruction(text);

/** What an abbreviation stands for, shown under the pointer; null: no words, unfit ones, or shown anyway. */
export function expansionOf(element: Element): string | null {
  const words = dom.localName(element) === 'abbr' ? (dom.attribute(element, 'title')?.trim() ?? '') : '';
  return isSign(words, LABEL_MAX_CHARS) && !dom.textContent(element).includes(words) ? words : null;
}

/** Whether the source of a formula may be inside. */
export const isFormula = (element: Element): boolean =>
  /^(?:math|mjx-container)$/.test(dom.localName(element)) ||
  /(?:^|\s)katex(?:\s|$)/.test(dom.attribute(element, 'class') ?? '');

/**
 * A formula on one line: its TeX, else its MathML. Null where that holds a letter that the page doesn't show.
 * @param shown the visible text of the formula; empty where it is drawn
 */
export function formulaOf(element: Element, shown: string): { text: string; isTex: boolean } | null {
  const tex = dom.textContent(element.querySelector(TEX) ?? element.ownerDocument.createElement('i'));
  const math = dom.localName(element) === 'math' ? element : element.querySelector('math');
  for (const [written, isTex] of [
    [tex, true],
    [math ? mathText(math) : '', false],
  ] as const) {
    const text = written.replace(/\s+/g, ' ').trim();
    if (text === '' || text.length > FORMULA_MAX_CHARS || /[`$]/.test(text)) continue;
    const isWhole = isTex ? holds(shown, plain(text)) : holds(shown, text) && holds(text, shown);
    const isShown = shown === '' ? !/(?:\p{L}{2,}\s+){3}/u.test(text) : isWhole;
    if (isShown) return { text, isTex };
  }
  return null;
}

const plain = (tex: string) => tex.replace(/\\(?:begin|end)\{[^}]*\}|\\[a-z]+/gi, ' ');

/** Whether each letter and digit of a text is in another, as often. */
function holds(shown: string, text: string): boolean {
  const left = new Map<string, number>();
  for (const letter of lettersOf(shown)) left.set(letter, (left.get(letter) ?? 0) + 1);
  return lettersOf(text).every((letter) => {
    const count = left.get(letter) ?? 0;
    left.set(letter, count - 1);
    return count > 0;
  });
}

const lettersOf = (text: string): string[] => text.normalize('NFKC').match(/[\p{L}\p{N}]/gu) ?? [];

const grouped = (text: string) => (/^(?:[\p{L}\p{N}.]*|.)$/u.test(text) ? text : `(${text})`);

/** MathML on one line. */
function mathText(node: Node): string {
  if (dom.isText(node)) return node.data.trim();
  if (!dom.isElement(node)) return '';
  const parts = [...dom.childNodes(node)]
    .filter((child) => dom.isElement(child) || dom.isText(child))
    .map(mathText)
    .filter((part) => part !== '');
  const whole = parts.join(' ');
  const [first = '', second = '', third = ''] = parts;
  switch (dom.localName(node)) {
    case 'annotation':
    case 'annotation-xml':
    case 'mphantom':
      return '';
    case 'mfrac':
      // Without a line it is one above the other, as in a binomial coefficient.
      return /^0/.test(dom.attribute(node, 'linethickness') ?? '')
        ? `binom(${first}, ${second})`
        : `${grouped(first)}/${grouped(second)}`;
    case 'msup':
    case 'mover':
      return `${grouped(first)}^${grouped(second)}`;
    case 'msub':
    case 'munder':
      return `${grouped(first)}_${grouped(second)}`;
    case 'msubsup':
    case 'munderover':
      return `${grouped(first)}_${grouped(second)}^${grouped(third)}`;
    case 'msqrt':
      return `√${grouped(whole)}`;
    case 'mroot':
      return `${grouped(first)}^(1/${grouped(second)})`;
    case 'mtd':
      return `${whole} `;
    case 'mtr':
      return `${whole.trim()}; `;
    default:
      return whole;
  }
}
