import { addressOfImage, addressOfLink } from '../../capture/copied-element.ts';
import { type CssText, cssText, isCssTextSeen, isStruck, mayHaveCssText } from '../../capture/css-text.ts';
import * as dom from '../../capture/dom.ts';
import { childrenAsDrawn, isTicked, shownValue, signName } from '../../capture/drawn.ts';
import { composedChildren } from '../../capture/frames.ts';
import { stripInvisible } from '../../capture/invisible-characters.ts';
import { CELL_MAX_CHARS, type Cell, type Source } from '../page-data.ts';

const SKIPPED = new Set('iframe noscript object script style template video'.split(' '));
const INLINE = new Set(
  'a abbr b bdi bdo cite code data del em i ins kbd mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);
/** Elements that may say something without a text of their own. */
const CONTROLS =
  'button, canvas, i, img, input, meter, progress, svg, [role=checkbox], [role=img], [role=switch]';
const BOX = /^(?:checkbox|radio)$/;
const FIELDS = /^(?:input|meter|progress|select|textarea)$/;
const STARS = /^[★☆⭐\s]*$/;
/** Above and below the line, as they stand in Unicode. */
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const LOWERED = '₀₁₂₃₄₅₆₇₈₉';
/** A box of this size or less is for screen readers only. */
const UNSEEN_MAX_PX = 1.5;
const SEEN = { opacityProperty: true, visibilityProperty: true } as const;

/** Whether the browser shows an element at all, or the content of one that has no box. */
export function isSeen(element: Element): boolean {
  if (dom.isRendered(element, SEEN)) return true;
  const parent = dom.parentElement(element);
  return dom.styleOf(element)?.display === 'contents' && (parent === null || isSeen(parent));
}

/** Words of plain letters with single spaces: nothing to tidy, which is so of nearly all cells. */
const TIDY = /^[!-~]+(?: [!-~]+)*$/;

/** A text on one line, without invisible characters. */
export function tidy(text: string): string {
  if (text.length < CELL_MAX_CHARS && TIDY.test(text)) return text;
  const { text: seen } = stripInvisible(text.slice(0, 4 * CELL_MAX_CHARS));
  // Signs of icon fonts have no meaning of their own.
  return seen
    .replace(/\p{Co}+/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, CELL_MAX_CHARS);
}

/** How much of a source is not read. */
export interface LeftOut {
  /** Cells, rows and parts that no reader sees. */
  count: number;
  cut?: number;
  /** Cells with nothing but a control or a picture without a text. */
  controls?: number;
  marks?: number;
  /** Texts that are struck out beside one that holds. */
  struck?: number;
  columns?: number;
  /** Rows over the whole width that may belong to the rows above or below them. */
  across?: number;
}

export function notesOf({ count: _, ...counts }: LeftOut): Pick<Source, 'notes'> {
  const kinds = ['across', 'columns', 'controls', 'cut', 'marks', 'struck'] as const;
  const notes = kinds.flatMap((kind) => (counts[kind] ? [{ kind, count: counts[kind] }] : []));
  return notes.length > 0 ? { notes } : {};
}

/** Reads what a person sees of an element. Hidden parts are left out and counted in `hidden`. */
export function readCell(element: Element, hidden: LeftOut): Cell {
  const name = dom.localName(element);
  const mayBeSign = name === 'img' || name.includes('-') || dom.hasAttribute(element, 'role');
  const isWritten = mayHaveCssText(element);
  const before = isWritten ? cssText(element, 'before') : null;
  const after = isWritten ? cssText(element, 'after') : null;
  if (element.childElementCount === 0 && !mayBeSign && !before && !after) {
    const text = tidy(dom.textContent(element));
    if (text.length >= CELL_MAX_CHARS) hidden.cut = (hidden.cut ?? 0) + 1;
    return { text };
  }
  const found: Found = { parts: [], unseen: [], names: [], struck: [], hidden, within: [] };
  if (!readControl(element, name, found)) {
    addCssText(before, element, found);
    walk(element, found);
    addCssText(after, element, found);
  }
  if (found.names.length === 0) addName(found, signName(element));
  const text = textOf(found);
  if (text.length >= CELL_MAX_CHARS) hidden.cut = (hidden.cut ?? 0) + 1;
  const isSign = found.isUnread || element.querySelector(CONTROLS) !== null;
  if (text === '' && !found.image && name !== 'th' && isSign) hidden.controls = (hidden.controls ?? 0) + 1;
  return {
    text,
    ...(found.link && { link: found.link }),
    ...(found.image && { image: found.image }),
    ...(found.value && { value: found.value }),
  };
}

interface Found {
  parts: string[];
  /** Texts for screen readers only. */
  unseen: string[];
  /** What buttons, boxes and pictures say: the text of a cell that has no other. */
  names: string[];
  /** What is struck out: the text of a cell that has no other. */
  struck: string[];
  hidden: LeftOut;
  /** CSS draws something that is no text. */
  isUnread?: boolean;
  /** Where visible texts stand. */
  within: Element[];
  link?: string | null;
  image?: string | null;
  value?: string;
}

/** Visible text. What only screen readers get replaces it if there is none, or only a drawing of the same. */
function textOf({ parts, unseen, names, struck, hidden, within }: Found): string {
  const holds = tidy(parts.join(''));
  if (holds !== '') hidden.struck = (hidden.struck ?? 0) + struck.length;
  const seen = holds || tidy(struck.join(' '));
  if (unseen.length > 0) {
    const spoken = tidy(unseen.join(' '));
    const letters = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '');
    const isDrawn = within.every((element) => element.closest('[aria-hidden=true]') !== null);
    if (seen === '' || (isDrawn && letters(spoken) === letters(seen))) return spoken;
    hidden.count += unseen.length;
  }
  return seen || tidy([...new Set(names)].join(', '));
}

function walk(from: Element, found: Found): void {
  let before: Element | null = null;
  let isApart = false;
  for (const node of childrenAsDrawn(from, composedChildren(from))) {
    if (dom.isText(node)) {
      found.parts.push(node.data);
      isApart = true;
      if (node.data.trim() === '') continue;
      found.within.push(from);
      before = null;
    } else if (dom.isElement(node)) {
      const at = found.parts.length;
      enter(node, found);
      if (found.parts.slice(at).every((part) => part.trim() === '')) continue;
      if (before && isNextOf(before, node, isApart)) {
        const end = found.parts.findLastIndex((part, index) => index < at && part.trim() !== '') + 1;
        found.parts.splice(end, at - end, ', ');
      }
      before = node;
      isApart = false;
    }
  }
}

/**
 * Tells whether an element is next in a list of like things, such as chips: they stand apart in the text too.
 * @param isApart there is a space between them
 */
function isNextOf(before: Element, element: Element, isApart: boolean): boolean {
  const name = dom.localName(element);
  if (name !== dom.localName(before) || name === 'sup' || name === 'sub') return false;
  if (name === 'li') return true;
  const kind = dom.attribute(element, 'class');
  const other = dom.attribute(before, 'class') ?? '';
  if (!kind || firstOf(kind) !== firstOf(other)) return false;
  // Letters that move one by one are no list, nor are the words of a line, each in an element.
  if (dom.textContent(element).trim().length < 2 && dom.textContent(before).trim().length < 2) return false;
  const isSame = !isApart && name !== 'a' && kind === other;
  return isSame || (isBoxed(before) && isBoxed(element));
}

const firstOf = (classes: string) => classes.trim().split(/\s+/)[0];

function isBoxed(element: Element): boolean {
  const style = dom.styleOf(element);
  if (!style) return false;
  const hasGround = !/^(?:transparent|rgba\(0, 0, 0, 0\))$/.test(style.backgroundColor);
  return hasGround || [style.paddingLeft, style.borderLeftWidth].some((px) => Number.parseFloat(px) > 0);
}

/** True if an element has all words of its parent: rows of a table beside other words are read apart. */
function isAlone(element: Element): boolean {
  const around = dom.parentElement(element);
  return around !== null && dom.textContent(around).trim() === dom.textContent(element).trim();
}

function enter(element: Element, found: Found): void {
  const name = dom.localName(element);
  if (SKIPPED.has(name) || (name === 'table' && !isAlone(element))) return;
  if (name === 'br') {
    found.parts.push('\n');
    return;
  }
  if (!isSeen(element)) {
    if (dom.textContent(element).trim() !== '') found.hidden.count += 1;
    return;
  }
  if (readControl(element, name, found)) return;
  if (isForReadersOnly(element)) {
    found.unseen.push(dom.textContent(element));
    return;
  }
  if (name === 'sup' || name === 'sub') {
    readRaised(element, name, found);
    return;
  }
  if (name === 'a') found.link ??= addressOfLink(element);
  if (isStruck(element)) {
    const within: Found = { ...found, parts: [], unseen: [], struck: [], within: [] };
    walk(element, within);
    found.struck.push(within.parts.join(''));
    return;
  }
  const value =
    name === 'data'
      ? dom.attribute(element, 'value')
      : (name === 'time' || name.includes('-')) && dom.attribute(element, 'datetime');
  // Of several, such as the first and the last day, none is that of the cell.
  if (value) found.value = (found.value ?? value) === value ? value : '';
  const isBlock = !INLINE.has(name);
  // Digits of an element beside digits are no part of the same number for sure.
  const isApart = name === 'span' || name === 'small';
  if (isBlock || (isApart && areDigits(found.parts, dom.textContent(element)))) found.parts.push('\n');
  const [names, parts] = [found.names.length, found.parts.length];
  const isWritten = mayHaveCssText(element);
  if (isWritten) addCssText(cssText(element, 'before'), element, found);
  walk(element, found);
  if (isWritten) addCssText(cssText(element, 'after'), element, found);
  const isNamed =
    found.names.length > names ||
    found.parts.slice(parts).some((part) => part.trim() !== '') ||
    dom.textContent(element).trim() !== '';
  if (!isNamed) addName(found, signName(element));
  if (isBlock) found.parts.push('\n');
}

/** Adds what CSS writes, except the heading before each cell where there is no room for headings. */
function addCssText(written: CssText | null, element: Element, found: Found): void {
  if (!written || !isCssTextSeen(written)) return;
  found.isUnread ||= written.isUnread;
  const label = written.text.replace(/\s*:?\s*$/, '').trim();
  const isCell = element.matches('td, [role=cell], [role=gridcell]');
  if (isCell && /\p{L}/u.test(label) && [...element.attributes].some(({ value }) => value.trim() === label))
    return;
  const [open, close] = written.isBlock ? ['\n', '\n'] : ['', ''];
  found.parts.push(open, written.text, close);
  if (written.text.trim() !== '') found.within.push(element);
}

const areDigits = (parts: readonly string[], next: string): boolean =>
  /^\d/.test(next) && /\d$/.test(parts.at(-1) ?? '');

/** Whether a visible element is for screen readers only: as small as a dot, cut away, or far off the page. */
export function isForReadersOnly(element: Element): boolean {
  // Measuring each link of a table takes as long as reading it.
  if (!dom.hasAttribute(element, 'class') && !dom.hasAttribute(element, 'style')) return false;
  const box = dom.box(element);
  const isFar = box.right < -500 || box.bottom < -5_000;
  if (!isFar && box.width > UNSEEN_MAX_PX && box.height > UNSEEN_MAX_PX) return false;
  if (dom.textContent(element).trim() === '') return false;
  const style = dom.styleOf(element);
  if (!style || style.display === 'contents') return false;
  if (style.fontSize === '0px') return true;
  const isCut = style.overflowX !== 'visible' || style.clip !== 'auto' || style.clipPath !== 'none';
  return style.position === 'absolute' || style.position === 'fixed' ? isFar || isCut : isCut;
}

/** A field, meter, button or box. @returns whether the element is one, and is read */
function readControl(element: Element, name: string, found: Found): boolean {
  const isTick = name === 'input' ? null : isTicked(element);
  if (isTick !== null) {
    found.names.push(isTick ? 'yes' : 'no');
    return true;
  }
  const isSign =
    dom.attribute(element, 'role') === 'img' &&
    signName(element) !== '' &&
    STARS.test(dom.textContent(element));
  if (isSign || name === 'svg' || name === 'canvas') {
    addName(found, signName(element));
    return true;
  }
  switch (name) {
    case 'img':
      readImage(element as HTMLImageElement, found);
      return true;
    case 'label':
      return readLabel(element as HTMLLabelElement, found);
    case 'button':
      addName(found, tidy(dom.textContent(element)) || signName(element));
      return true;
    case 'input':
      if (BOX.test((element as HTMLInputElement).type)) {
        readBox(element as HTMLInputElement, found);
        return true;
      }
  }
  const value = shownValue(element);
  if (value !== null && (name.match(FIELDS) || tidy(dom.textContent(element)) === ''))
    found.parts.push(' ', value, ' ');
  return name.match(FIELDS) !== null;
}

/** Reads the label of a box: among several it says what is chosen; of the only one it repeats the heading. */
function readLabel({ control, textContent }: HTMLLabelElement, found: Found): boolean {
  const box = control as HTMLInputElement | null;
  if (!box || !BOX.test(box.type)) return false;
  const cell = box.closest('td, li, dd, [role=cell], [role=gridcell]');
  const isOnly = cell?.querySelectorAll('input[type=checkbox], input[type=radio]').length === 1;
  if (isOnly && box.type === 'checkbox') found.names.push(box.checked ? 'yes' : 'no');
  else if (box.checked) addName(found, tidy(textContent ?? ''));
  return true;
}

function readBox(input: HTMLInputElement, found: Found): void {
  // That of a heading selects all rows.
  if (input.labels?.length || input.closest('th, [role=columnheader]')) return;
  if (input.type === 'checkbox') found.names.push(input.checked ? 'yes' : 'no');
  else if (input.checked) addName(found, input.value);
}

function addName(found: Found, name: string): void {
  if (name !== '') found.names.push(tidy(name));
}

/**
 * Reads what stands above or below the line as its own token: a power of a unit (km²), cents of a price, a
 * mark of a note, which is left out and counted, or digits that stay raised, with which no number is read.
 */
function readRaised(element: Element, name: string, found: Found): void {
  const text = tidy(dom.textContent(element));
  const before = found.parts.join('');
  const asDigits = (digits: string) => text.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit);
  if (name === 'sub') {
    found.parts.push(/\d\s*$/.test(before) ? asDigits(LOWERED) : text);
    return;
  }
  const isNote =
    /^\[.*\]$|^[*†‡§]+$/.test(text) ||
    element.querySelector('a[href^="#"]') !== null ||
    (/^[a-z]$/.test(text) && /\p{L}\s*$/u.test(before)) ||
    (/^\d$/.test(text) && (/\d{3}\s*$/.test(before) || /\p{L}{4}\s*$/u.test(before)));
  if (isNote) {
    found.hidden.marks = (found.hidden.marks ?? 0) + 1;
    return;
  }
  const isCents = /^\d\d$/.test(text) && /(?:^|[^\d.,])\d{1,6}$/.test(before);
  const cell = element.closest('td, th, li, p, div');
  if (isCents && cell && /\p{Sc}|\b[A-Z]{3}\b/u.test(dom.textContent(cell))) found.parts.push('.', text);
  else found.parts.push(asDigits(RAISED));
}

function readImage(image: HTMLImageElement, found: Found): void {
  found.image ??= addressOfImage(image);
  addName(found, tidy(dom.attribute(image, 'alt') ?? ''));
}
