/** Red, green and blue from 0 to 255, and opacity from 0 to 1. */
export interface Colour {
  red: number;
  green: number;
  blue: number;
  alpha: number;
}

export const CLEAR: Colour = { red: 0, green: 0, blue: 0, alpha: 0 };
export const WHITE: Colour = { red: 255, green: 255, blue: 255, alpha: 1 };
/** Approximate page background of Chromium and Firefox in a dark color scheme. */
export const DARK_CANVAS: Colour = { red: 22, green: 22, blue: 24, alpha: 1 };

const CHANNELS = /^rgba?\(\s*([\d.]+)[,\s]+([\d.]+)[,\s]+([\d.]+)(?:\s*[,/]\s*([\d.]+)(%?))?\s*\)$/;
const COLOURS = /(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]*\)/g;

/**
 * Parses a computed color.
 * @param paint asks the browser for colors not written as `rgb()`: wide-gamut and perceptual ones
 */
export function parseColour(text: string, paint: (text: string) => Colour | null): Colour {
  const [, red, green, blue, alpha, percent] = CHANNELS.exec(text) ?? [];
  if (red === undefined) return (text && text !== 'transparent' && paint(text)) || CLEAR;
  const cover = alpha === undefined ? 1 : Number(alpha) / (percent ? 100 : 1);
  return { red: Number(red), green: Number(green), blue: Number(blue), alpha: cover };
}

/** The colors in a computed image made of gradients only; null for a picture. */
export function coloursOfGradients(
  image: string,
  paint: (text: string) => Colour | null,
): readonly Colour[] | null {
  if (/url\(|image-set\(|element\(|cross-fade\(|paint\(/.test(image)) return null;
  const found = (image.match(COLOURS) ?? []).map((one) => parseColour(one, paint));
  return found.length > 0 ? found : null;
}

/** The result of blending one color over another. */
export function over(top: Colour, bottom: Colour): Colour {
  const mix = (above: number, below: number) => above * top.alpha + below * (1 - top.alpha);
  return {
    red: mix(top.red, bottom.red),
    green: mix(top.green, bottom.green),
    blue: mix(top.blue, bottom.blue),
    alpha: top.alpha + bottom.alpha * (1 - top.alpha),
  };
}

/** WCAG contrast of two opaque colors: 1 is none, 21 is black on white. */
export function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance({ red, green, blue }: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
