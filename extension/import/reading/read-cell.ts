import { webAddress } from '../../capture/copied-element.ts';
import * as dom from '../../capture/dom.ts';
import { stripInvisible } from '../../capture/invisible-characters.ts';
import { CELL_MAX_CHARS, type Cell } from '../page-data.ts';

const SKIPPED = new Set([
  'button',
  'canvas',
  'iframe',
  'input',
  'noscript',
  'object',
  'script',
  'select',
  'style',
  'svg',
  'table',
  'template',
  'textarea',
  'video',
]);
const INLINE = new Set(
  'a abbr b bdi bdo cite code data del em i ins kbd mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);
const SEEN = { opacityProperty: true, visibilityProperty: true } as const;

/** Whether the browser shows an element at all. */
export const isSeen = (element: Element): boolean => dom.isRendered(element, SEEN);

/** Words of plain letters with single spaces: nothing to tidy, which is so of nearly all cells. */
const TIDY = /^[!-~]+(?: [!-~]+)*$/;

/** A text on one line, without invisible characters. */
export function tidy(text: string): string {
  if (text.length < CELL_MAX_CHARS && TIDY.test(text)) return text;
  const { text: seen } = stripInvisible(text.slice(0, 4 * CELL_MAX_CHARS));
  return seen.replace(/\s+/g, ' ').trim().slice(0, CELL_MAX_CHARS);
}

/** Reads the visible text of an element. Hidden parts are left out and counted in `hidden`. */
export function readCell(element: Element, hidden: { count: number }): Cell {
  if (element.childElementCount === 0) return { text: tidy(dom.textContent(element)) };
  const found: Found = { parts: [], hidden };
  walk(element, found);
  const text = tidy(found.parts.join('')) || found.alt || '';
  return {
    text,
    ...(found.link && { link: found.link }),
    ...(found.image && { image: found.image }),
    ...(found.value && { value: found.value }),
  };
}

interface Found {
  parts: string[];
  hidden: { count: number };
  link?: string | null;
  image?: string | null;
  alt?: string;
  value?: string | null;
}

function walk(from: Element, found: Found): void {
  for (const node of dom.childNodes(from)) {
    if (dom.isText(node)) found.parts.push(node.data);
    else if (dom.isElement(node)) enter(node, found);
  }
}

function enter(element: Element, found: Found): void {
  const name = dom.localName(element);
  if (SKIPPED.has(name)) return;
  if (name === 'br') {
    found.parts.push('\n');
    return;
  }
  if (!isSeen(element)) {
    if (dom.textContent(element).trim() !== '') found.hidden.count += 1;
    return;
  }
  if (name === 'img') {
    readImage(element as HTMLImageElement, found);
    return;
  }
  if (name === 'a') found.link ??= linkOf(element as HTMLAnchorElement);
  if (name === 'time') found.value ??= dom.attribute(element, 'datetime');
  if (name === 'data') found.value ??= dom.attribute(element, 'value');
  const isBlock = !INLINE.has(name);
  if (isBlock) found.parts.push('\n');
  walk(element, found);
  if (isBlock) found.parts.push('\n');
}

function readImage(image: HTMLImageElement, found: Found): void {
  found.image ??= webAddress(image.currentSrc || dom.attribute(image, 'src'), image.baseURI);
  found.alt ??= tidy(dom.attribute(image, 'alt') ?? '');
}

/** A picture as a cell of its own: its address and its text. */
export function readPicture(image: HTMLImageElement): Cell {
  const found: Found = { parts: [], hidden: { count: 0 } };
  readImage(image, found);
  return { text: found.alt ?? '', ...(found.image && { image: found.image }) };
}

function linkOf(link: HTMLAnchorElement): string | null {
  const href = dom.attribute(link, 'href');
  return href?.startsWith('mailto:')
    ? href.slice('mailto:'.length).split('?')[0]!
    : webAddress(href, link.baseURI);
}
