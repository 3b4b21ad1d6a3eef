import { boxOfClipPath } from './clip.ts';
import { coloursOfGradients } from './colour.ts';
import * as dom from './dom.ts';
import { painted, UNSEEN_OPACITY } from './ink.ts';

/** What an element's effects do to its text. `unclear`: the result can't be told from the element's style. */
export type Effect = 'none' | 'unclear' | 'hides';

const BLUR_MAX_PX = 1;
const SHOWN_MIN_SHARE = 0.4;

export function effectOf(element: Element, style: CSSStyleDeclaration, isPage: boolean): Effect {
  if (isTurnedAway(style)) return 'hides';
  const isClear =
    (isPage || (isClearFilter(style) && (style.mixBlendMode || 'normal') === 'normal')) &&
    isClearMask(style) &&
    isClearClip(element, style) &&
    isClearTransform(style) &&
    (style.offsetPath || 'none') === 'none' &&
    (style.getPropertyValue('-webkit-text-security') || 'none') === 'none' &&
    !/override/.test(style.unicodeBidi) &&
    !isStruckOut(style);
  return isClear ? 'none' : 'unclear';
}

function isClearFilter({ filter, backgroundColor }: CSSStyleDeclaration): boolean {
  if (!filter || filter === 'none') return true;
  const functions = [...filter.matchAll(/([a-z-]+)\(((?:[^()]|\([^()]*\))*)\)/g)];
  return functions.every(([, name, given = '']) => {
    const value = Number.parseFloat(given) / (given.endsWith('%') ? 100 : 1);
    switch (name) {
      case 'opacity':
      case 'grayscale':
      case 'sepia':
      case 'saturate':
      case 'hue-rotate':
      case 'drop-shadow':
        return true;
      case 'blur':
        return value <= BLUR_MAX_PX;
      case 'brightness':
        return value >= 0.4 && value <= 2;
      case 'contrast':
        return value >= 0.5;
      case 'invert':
        // With its own background both are inverted.
        return value < 0.2 || (value > 0.8 && /^rgb\(/.test(backgroundColor));
      default:
        return false;
    }
  });
}

function isClearMask(style: CSSStyleDeclaration): boolean {
  if ((style.getPropertyValue('-webkit-mask-box-image-source') || 'none') !== 'none') return false;
  const { maskImage, maskSize, maskComposite } = style;
  if (!maskImage || maskImage === 'none') return true;
  if (
    !/^(?:auto|cover|contain|100%|100% 100%)?$/.test(maskSize ?? '') ||
    !/^(?:add)?$/.test(maskComposite ?? '')
  )
    return false;
  const colours = coloursOfGradients(maskImage, painted);
  if (!colours) return false;
  if (colours.every(({ alpha }) => alpha >= 0.5)) return true;
  return (
    /^linear-gradient/.test(maskImage) &&
    shownShare(
      maskImage,
      colours.map(({ alpha }) => alpha),
    ) >= SHOWN_MIN_SHARE
  );
}

/** How much of a linear gradient is not transparent, by the places of its colors in percent. */
function shownShare(gradient: string, alphas: readonly number[]): number {
  const places = [...gradient.matchAll(/\)\s*(?:(-?[\d.]+)%)?\s*(?=,|\)$)/g)].map(([, place]) => place);
  if (places.length !== alphas.length || /\d(?:px|r?em|vh)/.test(gradient)) return 0;
  const stops = alphas.map((alpha, index) => ({
    alpha,
    at: places[index] === undefined ? (100 * index) / (alphas.length - 1) : Number(places[index]),
  }));
  let shown = 0;
  for (let at = 2.5; at < 100; at += 5) {
    const after = stops.findIndex((stop) => stop.at >= at);
    const [low, high] = [stops[Math.max(0, after - 1)], stops[after] ?? stops.at(-1)];
    if (!low || !high) continue;
    const way = high.at > low.at ? Math.min(1, Math.max(0, (at - low.at) / (high.at - low.at))) : 1;
    if (low.alpha + (high.alpha - low.alpha) * way >= UNSEEN_OPACITY) shown += 0.05;
  }
  return shown;
}

function isClearClip(element: Element, { clipPath }: CSSStyleDeclaration): boolean {
  if (!clipPath || clipPath === 'none') return true;
  const box = dom.box(element);
  if (!boxOfClipPath(clipPath, box) || clipPath.includes('evenodd')) return false;
  const [, inside] = /^polygon\(([^()]*)\)/.exec(clipPath) ?? [];
  return inside === undefined || areaOf(inside, box) >= SHOWN_MIN_SHARE * box.width * box.height;
}

/** Area of a polygon, by the shoelace formula. */
function areaOf(inside: string, { width, height }: DOMRect): number {
  const points = inside
    .replace(/^nonzero,\s*/, '')
    .split(',')
    .map((point) => {
      const [x = '', y = ''] = point.trim().split(/\s+/);
      const px = (text: string, of: number) =>
        (Number.parseFloat(text) * (text.endsWith('%') ? of : 100)) / 100;
      return [px(x, width), px(y, height)] as const;
    });
  const twice = points.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length] ?? [0, 0];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2;
}

const matrixOf = (transform: string): number[] =>
  /^matrix(?:3d)?\((.*)\)$/
    .exec(transform ?? '')?.[1]
    ?.split(',')
    .map(Number) ?? [];

/** Whether only its back would be seen, which it doesn't show. */
function isTurnedAway({ transform, backfaceVisibility, rotate }: CSSStyleDeclaration): boolean {
  if (backfaceVisibility !== 'hidden') return false;
  const matrix = matrixOf(transform);
  const [, degrees] = /^(?:x|y) (-?[\d.]+)deg$/.exec(rotate ?? '') ?? [];
  return (
    (matrix.length === 16 && (matrix[10] ?? 1) < 0) || Math.cos((Number(degrees ?? 0) * Math.PI) / 180) < 0
  );
}

function isClearTransform({ transform, rotate, scale }: CSSStyleDeclaration): boolean {
  if (/[xyz] |\d .*\d .*\d .*deg/.test(rotate ?? '') || /-/.test(scale ?? '')) return false;
  const matrix = matrixOf(transform);
  if (matrix.length === 0) return true;
  const [a = 1, b = 0, c = 0, d = 1] = matrix;
  if (matrix.length === 6) return a * d - b * c >= 0;
  const flat =
    [2, 3, 6, 7, 8, 9, 11].every((index) => matrix[index] === 0) && matrix[10] === 1 && matrix[15] === 1;
  return flat && a * (matrix[5] ?? 1) - b * (matrix[4] ?? 0) > 0;
}

function isStruckOut({
  textDecorationLine,
  textDecorationThickness,
  fontSize,
}: CSSStyleDeclaration): boolean {
  if (!textDecorationLine?.includes('line-through')) return false;
  return Number.parseFloat(textDecorationThickness) > Number.parseFloat(fontSize) / 3;
}

const LETTERS = [...'aegkmoqrswxAEGKMRSW'];
const GLYPH_PX = 24;
const fonts = new Map<string, boolean>();

/** Whether a font that the page brings draws other signs than its letters, or none. */
export function isReplacedFont(document: Document, { fontFamily }: CSSStyleDeclaration): boolean {
  const family = (fontFamily.split(',')[0] ?? '').trim();
  const known = fonts.get(family);
  if (known !== undefined) return known;
  const name = family.replace(/["']/g, '');
  const isLoaded = [...(document.fonts ?? [])].some(
    (face) => face.status === 'loaded' && face.family.replace(/["']/g, '') === name,
  );
  const isReplaced = isLoaded && !drawsItsLetters(document, family);
  fonts.set(family, isReplaced);
  return isReplaced;
}

/** Compares each letter with the same and with other letters of the browser's own fonts. */
function drawsItsLetters(document: Document, family: string): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = GLYPH_PX * 2;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return false;
  const drawn = (font: string) => LETTERS.map((letter) => glyph(context, font, letter));
  const own = drawn(family);
  if (own.filter((pixels) => pixels.every((value) => value === 0)).length > LETTERS.length / 3) return false;
  const references = [drawn('sans-serif'), drawn('serif')];
  const alike = own.filter((pixels, index) => {
    const likeness = (at: number) => Math.max(...references.map((one) => cosine(pixels, one[at] ?? [])));
    const same = likeness(index);
    return LETTERS.filter((_, at) => at !== index && likeness(at) > same).length <= 3;
  });
  return alike.length >= LETTERS.length / 2;
}

function glyph(context: CanvasRenderingContext2D, font: string, letter: string): number[] {
  context.clearRect(0, 0, GLYPH_PX * 2, GLYPH_PX * 2);
  context.font = `${GLYPH_PX}px ${font}`;
  context.textAlign = 'center';
  context.fillText(letter, GLYPH_PX, GLYPH_PX * 1.4);
  const { data } = context.getImageData(0, 0, GLYPH_PX * 2, GLYPH_PX * 2);
  return Array.from({ length: data.length / 4 }, (_, index) => data[index * 4 + 3] ?? 0);
}

function cosine(one: readonly number[], other: readonly number[]): number {
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  return dot(one, other) / (Math.sqrt(dot(one, one) * dot(other, other)) || 1);
}
