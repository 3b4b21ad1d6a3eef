import { type Box, overlap } from './clip.ts';
import * as dom from './dom.ts';

/** Elements whose meaning Markdown keeps; all others become a `div` or a `span`, depending on layout. */
const KEPT = new Set([
  'a',
  'article',
  'aside',
  'b',
  'blockquote',
  'br',
  'caption',
  'code',
  'dd',
  'del',
  'dl',
  'dt',
  'em',
  'figcaption',
  'figure',
  'footer',
  'header',
  'hr',
  'i',
  'li',
  'main',
  'nav',
  'ol',
  'p',
  'pre',
  'q',
  's',
  'section',
  'span',
  'strong',
  'sub',
  'sup',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
  'ul',
]);
/** Attributes that the article finder or Markdown needs. */
const KEPT_ATTRIBUTES = ['class', 'id', 'role', 'itemprop', 'rel', 'colspan', 'rowspan'];
const SMALLEST_IMAGE_PX = 24;

/**
 * A bare copy of an element for another document, without children. Addresses become absolute, because the
 * copy has no base address; only http and https ones are kept.
 * @returns null for an image without such an address
 */
export function copiedElement(
  element: Element,
  style: CSSStyleDeclaration,
  into: Document,
): HTMLElement | null {
  const own = dom.localName(element);
  if (own === 'img') return copiedImage(element as HTMLImageElement, into);
  // Whom a quotation is of belongs to it; the extractor drops the foot of a page.
  const isOfQuote = own === 'footer' && element.closest('blockquote') !== null;
  const name = isOfQuote
    ? 'p'
    : (headingOf(element, own) ?? (KEPT.has(own) ? raised(own, style) : nameByLayout(element, own, style)));
  const copied = into.createElement(name);
  for (const attribute of KEPT_ATTRIBUTES) {
    const value = dom.attribute(element, attribute);
    // What scrolls is no furniture, as the extractor takes it to be: editors and wide tables do.
    if (value !== null) copied.setAttribute(attribute, value.replace(/scroll/gi, ''));
  }
  if (name === 'a') {
    const href = webAddress(element.getAttribute('href'), element.baseURI);
    if (href) copied.setAttribute('href', href);
  }
  return copied;
}

/** Whether a picture is large enough to be seen; one not loaded yet counts with the size reserved for it. */
export function isLegibleImage(image: Element, within: Box): boolean {
  const box = dom.box(image);
  const seen = overlap(box, within);
  const [width, height] = [seen.right - seen.left, seen.bottom - seen.top];
  if (width >= SMALLEST_IMAGE_PX || height >= SMALLEST_IMAGE_PX) return width >= 1 && height >= 1;
  const isToCome = !(image as HTMLImageElement).complete || lazyAddress(image as HTMLImageElement) !== null;
  return box.width === 0 && box.height === 0 && isToCome;
}

/** Where pages keep the address of a picture that they load when it is scrolled to. */
const LAZY = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy', 'data-original-src', 'data-url'];
const LAZY_SETS = ['data-srcset', 'data-lazy-srcset'];

function lazyAddress(image: HTMLImageElement): string | null {
  const one = LAZY.map((name) => image.getAttribute(name)).find((value) => value);
  const set = LAZY_SETS.map((name) => image.getAttribute(name)).find((value) => value);
  return webAddress(one ?? firstOfSet(set), image.baseURI);
}

/** The same where the page loads it in no other way: of its `picture`, or for browsers without scripts. */
function otherAddress(image: HTMLImageElement): string | null {
  const source = image.closest('picture')?.querySelector('source');
  const without = [image.nextElementSibling, image.previousElementSibling].find(
    (one) => one?.localName === 'noscript',
  );
  const [, plain] = /<img\b[^>]*?\bsrc=["']([^"']+)/i.exec(without?.textContent ?? '') ?? [];
  return webAddress(
    firstOfSet(image.getAttribute('srcset')) ??
      firstOfSet(source?.getAttribute('srcset') ?? source?.getAttribute('data-srcset')) ??
      plain ??
      null,
    image.baseURI,
  );
}

const firstOfSet = (set: string | null | undefined): string | null =>
  set?.trim().split(/\s+/)[0]?.replace(/,$/, '') || null;

/** Where a picture is, also one that is not loaded yet. */
export const addressOfImage = (image: HTMLImageElement): string | null =>
  lazyAddress(image) ??
  webAddress(image.currentSrc || image.getAttribute('src'), image.baseURI) ??
  otherAddress(image);

function copiedImage(image: HTMLImageElement, into: Document): HTMLElement | null {
  const src = addressOfImage(image);
  if (!src) return null;
  const copied = into.createElement('img');
  copied.setAttribute('src', src);
  copied.setAttribute('alt', image.alt.trim());
  return copied;
}

/** @returns the absolute http or https address, or null */
export function webAddress(address: string | null, base: string): string | null {
  if (!address) return null;
  const url = URL.parse(address, base);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null;
}

/** An address within the site that stays as it is written. */
const PLAIN = /^\/[\w-][\w/-]*(?:\?[\w=&-]*)?$/;
const origins = new WeakMap<Document, string>();

/** What a page's addresses begin with; empty where it has none. */
function originOf(document: Document): string {
  const known = origins.get(document);
  if (known !== undefined) return known;
  const origin = URL.parse(dom.baseAddress(document))?.origin ?? '';
  const found = /^https?:/.test(origin) ? origin : '';
  origins.set(document, found);
  return found;
}

/** Where a link of a table leads: an http or https address, or the one that mail goes to. */
export function addressOfLink(link: Element): string | null {
  const href = dom.attribute(link, 'href');
  if (href?.startsWith('mailto:')) return href.slice('mailto:'.length).split('?')[0]!;
  // To take an address apart takes longer than to read the cell, and a table has thousands.
  const origin = href !== null && PLAIN.test(href) ? originOf(dom.ownerDocument(link)) : '';
  return origin === '' ? webAddress(href, link.baseURI) : `${origin}${href}`;
}

/** The name of a heading, also of one by its role. */
function headingOf(element: Element, own: string): string | null {
  if (/^h[1-6]$/.test(own)) return own;
  const [level = '2'] = /^[1-6]$/.exec(dom.attribute(element, 'aria-level') ?? '') ?? [];
  return dom.attribute(element, 'role') === 'heading' ? `h${level}` : null;
}

/** A span that the page shows as a super- or subscript, or struck out, is one. */
function raised(own: string, style: CSSStyleDeclaration): string {
  if (own !== 'span') return own;
  if (style.textDecorationLine.includes('line-through')) return 's';
  return style.verticalAlign === 'super' ? 'sup' : style.verticalAlign === 'sub' ? 'sub' : own;
}

export const SVG = 'http://www.w3.org/2000/svg';
const MATH = 'http://www.w3.org/1998/Math/MathML';

function nameByLayout(element: Element, own: string, style: CSSStyleDeclaration): string {
  if (element.namespaceURI === MATH) return 'span';
  if (element.namespaceURI === SVG) return own === 'svg' || own === 'foreignObject' ? 'div' : 'span';
  return /^(?:inline|contents|ruby)/.test(style.display) ? 'span' : 'div';
}
