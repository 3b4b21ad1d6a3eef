import type { Box } from './clip.ts';
import { CLEAR, type Colour, coloursOfGradients, contrast, over, parseColour } from './colour.ts';
import * as dom from './dom.ts';

/** Below the first opacity nothing is visible; below the second it is easily overlooked. */
export const UNSEEN_OPACITY = 0.06;
const FAINT_OPACITY = 0.25;
/** Contrast with the background: below the first nothing is visible. 4.5 is the recommended minimum. */
const UNSEEN_CONTRAST = 1.1;
const FAINT_CONTRAST = 1.4;
const TINY_FONT_PX = 4;
/** The same in one channel, of 255. */
const TINT_MIN = 64;

/** Whether an element's background hides what is painted below it. */
export function isOpaque(style: CSSStyleDeclaration, opacity: number): boolean {
  if (opacity < 0.95) return false;
  if (colourOf(style.backgroundColor).alpha >= 0.95) return true;
  const colours =
    style.backgroundImage === 'none' ? null : coloursOfGradients(style.backgroundImage, painted);
  return colours?.every((colour) => colour.alpha >= 0.95) ?? false;
}

/** Whether a mask hides everything. */
export const isMaskedAway = ({ maskImage }: CSSStyleDeclaration): boolean =>
  coloursOfGradients(maskImage || 'none', painted)?.every(({ alpha }) => alpha < UNSEEN_OPACITY) ?? false;

export interface Ground {
  /** Possible background colors of the text; null over a picture. */
  ground: readonly Colour[] | null;
  /** The last plain background color, also under a picture. */
  baseColour: Colour;
  opaque: boolean;
}

export function groundBelow(
  style: CSSStyleDeclaration,
  around: Pick<Ground, 'ground' | 'baseColour'>,
): Ground {
  // It paints the letters, and nothing below them.
  if (style.backgroundClip?.includes('text')) return { ...around, opaque: false };
  const colour = colourOf(style.backgroundColor);
  const baseColour = colour.alpha === 0 ? around.baseColour : over(colour, around.baseColour);
  const plain =
    colour.alpha >= 0.95 ? [colour] : (around.ground?.map((below) => over(colour, below)) ?? null);
  if (style.backgroundImage === 'none' || style.backgroundImage === '')
    return { ground: plain, baseColour, opaque: colour.alpha >= 0.95 };
  const colours = coloursOfGradients(style.backgroundImage, painted);
  if (!colours) return { ground: null, baseColour, opaque: colour.alpha >= 0.95 };
  const ground = plain?.flatMap((below) => colours.map((one) => over(one, below))) ?? null;
  const opaque = colour.alpha >= 0.95 || colours.every((one) => one.alpha >= 0.95);
  return { ground: ground?.slice(0, 16) ?? null, baseColour, opaque };
}

interface Ink extends Pick<Ground, 'ground' | 'baseColour'> {
  opacity: number;
  element: Element;
  box: Box;
}

/** Whether text in the element's own color and size is visible, or easily overlooked. */
export function inkOf(style: CSSStyleDeclaration, { opacity, ground, baseColour, element, box }: Ink) {
  const fontPx = Number.parseFloat(style.fontSize);
  if (fontPx < 0.5) return 'unseen';
  const isTiny = fontPx < TINY_FONT_PX;
  const isDrawn = dom.localName(element) === 'text' || dom.localName(element) === 'tspan';
  if (isDrawn && (style.fill === 'none' || Number(style.fillOpacity) < UNSEEN_OPACITY)) return 'unseen';
  const ink = colourOf(style.webkitTextFillColor || style.color);
  if (style.backgroundClip?.includes('text') && ink.alpha < 0.95) {
    const image = style.backgroundImage;
    const inks = image === 'none' ? [colourOf(style.backgroundColor)] : coloursOfGradients(image, painted);
    const clearest = (below: Colour) =>
      Math.max(...(inks ?? []).map((one) => contrast(over(one, below), below)));
    const isClear = (ground ?? [baseColour]).some((below) => clearest(below) >= FAINT_CONTRAST);
    return isClear && !isTiny ? 'seen' : 'faint';
  }
  const outlined =
    (style.textShadow !== 'none' && style.textShadow !== '') ||
    Number.parseFloat(style.webkitTextStrokeWidth) > 0;
  const cover = ink.alpha * opacity;
  if (cover < UNSEEN_OPACITY) return outlined ? 'faint' : 'unseen';
  const against = (below: Colour) => contrast(over({ ...ink, alpha: cover }, below), below);
  const best = Math.max(...(ground ?? [baseColour]).map(against));
  if (best < UNSEEN_CONTRAST) {
    // Something else may lie between the text and its element's background.
    const isTinted = (ground ?? [baseColour]).some((below) =>
      differ(over({ ...ink, alpha: cover }, below), below),
    );
    return ground === null || outlined || isTinted || liesOnAnother(element, box) ? 'faint' : 'unseen';
  }
  return isTiny || cover < FAINT_OPACITY || best < FAINT_CONTRAST ? 'faint' : 'seen';
}

/** Whether two colors of one lightness are told apart, as yellow is on white. */
const differ = (one: Colour, other: Colour) =>
  (['red', 'green', 'blue'] as const).some((channel) => Math.abs(one[channel] - other[channel]) >= TINT_MIN);

/** The same of a part of the element that has a style of its own, such as its first line. */
export function inkOfPart(part: CSSStyleDeclaration, ink: Ink) {
  return inkOf(part, { ...ink, ...groundBelow(part, ink) });
}

const NEIGHBOURS_MAX = 60;
const PARENTS_MAX = 6;
const PICTURES = new Set(['img', 'picture', 'video', 'canvas', 'svg', 'iframe', 'object']);

/** Whether an element lies on a picture or a background that is not one of its ancestors. */
function liesOnAnother(element: Element, box: Box): boolean {
  const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  let below: Node = element;
  for (let depth = 0; depth < PARENTS_MAX; depth += 1) {
    const parent: Element | null = dom.parentElement(below);
    if (!parent) return false;
    for (const child of [...dom.childNodes(parent)].slice(0, NEIGHBOURS_MAX)) {
      if (child === below || !dom.isElement(child)) continue;
      const { left, top, right, bottom } = dom.box(child);
      if (left > middle.x || right < middle.x || top > middle.y || bottom < middle.y) continue;
      if (PICTURES.has(dom.localName(child))) return true;
      const style = dom.styleOf(child);
      if (style && (style.backgroundImage !== 'none' || colourOf(style.backgroundColor).alpha > 0.5))
        return true;
    }
    below = parent;
  }
  return false;
}

const known = new Map<string, Colour>();
const KNOWN_MAX = 500;

function colourOf(text: string): Colour {
  const found = known.get(text) ?? parseColour(text, painted);
  if (known.size < KNOWN_MAX) known.set(text, found);
  return found;
}

/** Lets the browser paint one pixel in a color that is not written as `rgb()`. */
export function painted(text: string): Colour | null {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.fillStyle = text;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return alpha === 0 ? CLEAR : { red, green, blue, alpha: alpha / 255 };
}
