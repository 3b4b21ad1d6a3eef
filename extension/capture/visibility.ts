/** How much of an element a reader can see: all of it, only what its children show themselves, or nothing. */
export type Visibility = 'shown' | 'own-text-hidden' | 'hidden';

/** What visibility depends on beyond the element itself. */
export interface VisibilityContext {
  /** Nearest opaque background colour in computed form; null when it can't be known (an image lies behind). */
  background: string | null;
}

const FAR_AWAY_PX = 900;

/**
 * Tells whether a reader can see an element's text. Text that is on the page but not for eyes is where instructions to
 * an AI are hidden, so every common way to hide it counts: no box, no opacity, no size, clipped, moved off the page,
 * pushed out by an indent, or written in the colour of its background.
 */
export function visibilityOf(
  element: Element,
  style: CSSStyleDeclaration,
  context: VisibilityContext,
): Visibility {
  if (style.display === 'none' || Number(style.opacity) === 0) return 'hidden';
  if (style.contentVisibility === 'hidden' || isFoldedAway(element)) return 'hidden';
  if (isClipped(element, style) || isOffPage(element, style)) return 'hidden';
  if (style.visibility === 'hidden' || style.visibility === 'collapse') return 'own-text-hidden';
  if (Number.parseFloat(style.fontSize) === 0) return 'own-text-hidden';
  if (Math.abs(Number.parseFloat(style.textIndent)) > FAR_AWAY_PX) return 'own-text-hidden';
  if (isInvisibleInk(style, context)) return 'own-text-hidden';
  return 'shown';
}

/** The background that the children of an element lie on. */
export function backgroundBelow(style: CSSStyleDeclaration, context: VisibilityContext): string | null {
  if (style.backgroundImage && style.backgroundImage !== 'none') return null;
  const alpha = alphaOf(style.backgroundColor);
  if (alpha === 0) return context.background;
  return alpha === 1 ? style.backgroundColor : null;
}

function isFoldedAway(element: Element): boolean {
  const parent = element.parentElement;
  return parent?.localName === 'details' && !parent.hasAttribute('open') && element.localName !== 'summary';
}

function isInvisibleInk(style: CSSStyleDeclaration, context: VisibilityContext): boolean {
  if (style.backgroundClip?.includes('text')) return false;
  const ink = style.webkitTextFillColor || style.color;
  if (alphaOf(ink) === 0) return true;
  const background = backgroundBelow(style, context);
  return background !== null && ink === background;
}

function isClipped(element: Element, style: CSSStyleDeclaration): boolean {
  if (/inset\((?:50|100)%/.test(style.clipPath ?? '')) return true;
  if (style.position !== 'absolute' && style.position !== 'fixed') return isCollapsed(element, style);
  if (/rect\((?:0px|1px)[, ]+(?:0px|1px)[, ]+(?:0px|1px)[, ]+(?:0px|1px)\)/.test(style.clip ?? ''))
    return true;
  return isCollapsed(element, style);
}

function isCollapsed(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.overflowX === 'visible' && style.overflowY === 'visible') return false;
  if (style.display === 'inline' || style.display === 'contents') return false;
  const box = element.getBoundingClientRect();
  const cutsX = style.overflowX !== 'visible' && box.width <= 1;
  const cutsY = style.overflowY !== 'visible' && box.height <= 1;
  return cutsX || cutsY;
}

function isOffPage(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.position !== 'absolute' && style.position !== 'fixed' && style.position !== 'relative')
    return false;
  const box = element.getBoundingClientRect();
  if (box.width === 0 && box.height === 0) return false;
  const page = element.ownerDocument.documentElement;
  const view = element.ownerDocument.defaultView;
  const scrollX = style.position === 'fixed' ? 0 : (view?.scrollX ?? 0);
  const scrollY = style.position === 'fixed' ? 0 : (view?.scrollY ?? 0);
  if (box.bottom + scrollY <= 0) return true;
  // A page scrolls away from where its text starts, so what lies before that can't be reached.
  return isRightToLeft(page, view) ? box.left + scrollX >= page.clientWidth : box.right + scrollX <= 0;
}

function isRightToLeft(page: Element, view: Window | null): boolean {
  return view?.getComputedStyle(page).direction === 'rtl';
}

function alphaOf(colour: string | undefined): number {
  if (!colour || colour === 'transparent') return 0;
  const legacy = /^rgba\([^)]*,\s*([\d.]+)\)$/.exec(colour);
  const modern = /\/\s*([\d.]+)(%?)\s*\)$/.exec(colour);
  if (legacy?.[1]) return Number(legacy[1]);
  if (modern?.[1]) return Number(modern[1]) / (modern[2] ? 100 : 1);
  return 1;
}
