import * as dom from './dom.ts';

const known = new WeakMap<Element, ReadonlyMap<Element, number>>();

/** The mark of a list's item as the page shows it: `5. `, `b. `, `iv. `; null for one without a number. */
export function listMark(item: Element, style: CSSStyleDeclaration): string | null {
  const list = dom.parentElement(item);
  if (!list) return null;
  const type = style.listStyleType;
  const isOrdered = dom.localName(list) === 'ol';
  if (/^(?:disc|circle|square|disclosure.*|".*)$/.test(type) || (type === 'none' && !isOrdered)) return null;
  const numbers = known.get(list) ?? numbersOf(list);
  known.set(list, numbers);
  return `${numberAs(numbers.get(item) ?? 1, type)}. `;
}

function numbersOf(list: Element): ReadonlyMap<Element, number> {
  const items = [...dom.childNodes(list)].filter(
    (child): child is Element =>
      dom.isElement(child) && dom.localName(child) === 'li' && dom.isRendered(child),
  );
  const step = dom.hasAttribute(list, 'reversed') ? -1 : 1;
  let number = (integer(list, 'start') ?? (step === 1 ? 1 : items.length)) - step;
  return new Map(
    items.map((item) => {
      number = integer(item, 'value') ?? number + step;
      return [item, number];
    }),
  );
}

function integer(element: Element, attribute: string): number | null {
  const text = dom.attribute(element, attribute)?.trim() ?? '';
  return /^-?\d{1,9}$/.test(text) ? Number(text) : null;
}

/** A number in a style of lists and counters: `lower-roman`, `upper-alpha`, else in digits. */
export function numberAs(number: number, type: string): string {
  if (number < 1) return String(number);
  const isLetters = /-(?:alpha|latin)$/.test(type);
  const text = isLetters ? letters(number) : type.endsWith('-roman') ? roman(number) : String(number);
  return type.startsWith('upper') ? text.toUpperCase() : text;
}

function letters(number: number): string {
  const rest = Math.floor((number - 1) / 26);
  return (rest > 0 ? letters(rest) : '') + String.fromCharCode(97 + ((number - 1) % 26));
}

const ROMAN = 'm1000 cm900 d500 cd400 c100 xc90 l50 xl40 x10 ix9 v5 iv4 i1'
  .split(' ')
  .map((one) => [one.replace(/\d/g, ''), Number(one.replace(/\D/g, ''))] as const);

function roman(number: number): string {
  if (number > 3_999) return String(number);
  let left = number;
  let text = '';
  for (const [sign, value] of ROMAN) for (; left >= value; left -= value) text += sign;
  return text;
}

/** Signs of a list, which is written as one anyway. */
export const BULLET = /^\s*[•◦‣⁃▪▫·►▸▶»›–—]\s*$/;
