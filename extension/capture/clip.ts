/** An area in the coordinates of its window, in CSS pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const EVERYWHERE: Box = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

/** The intersection of two areas; its size is zero or negative when there is none. */
export function overlap(one: Box, other: Box): Box {
  return {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
}

export function covers(outer: Box, inner: Box): boolean {
  return (
    outer.left <= inner.left + 1 &&
    outer.top <= inner.top + 1 &&
    outer.right >= inner.right - 1 &&
    outer.bottom >= inner.bottom - 1
  );
}

const READABLE_PX = 2;
const READABLE_SHARE = 0.3;

/** Whether the part of a line of text within an area is readable. */
export function isReadable(line: Box, within: Box): boolean {
  const [width, height] = [line.right - line.left, line.bottom - line.top];
  if (width < 0.5 || height < 1) return false;
  const left = overlap(line, within);
  return (
    left.right - left.left >= Math.min(READABLE_PX, width * READABLE_SHARE) &&
    left.bottom - left.top >= Math.max(1, height * READABLE_SHARE)
  );
}

const BASIC_SHAPE = /^(inset|circle|ellipse|polygon)\(([^()]*)\)/;

/**
 * What a computed `clip-path` leaves of an element: at most the bounding box of its shape.
 * @returns null when the shape is not a basic one, or not given in pixels and percentages
 */
export function boxOfClipPath(clipPath: string, of: Box): Box | null {
  const [, shape, inside = ''] = BASIC_SHAPE.exec(clipPath) ?? [];
  const [width, height] = [of.right - of.left, of.bottom - of.top];
  switch (shape) {
    case 'inset': {
      const [top, right = top, bottom = top, left = right] = inside.split(' round ')[0]?.split(' ') ?? [];
      return moved(
        of,
        length(left, width),
        length(top, height),
        length(right, width),
        length(bottom, height),
      );
    }
    case 'circle':
    case 'ellipse': {
      const [radii = '', place = '50% 50%'] = inside.split('at ');
      const [first, second = first] = radii.trim().split(' ');
      const [x, y] = place.trim().split(' ');
      const reach = shape === 'circle' ? Math.hypot(width, height) / Math.SQRT2 : width;
      const across = length(first, reach);
      const down = length(second, shape === 'circle' ? reach : height);
      const [centreX, centreY] = [length(x, width), length(y, height)];
      return moved(of, centreX - across, centreY - down, width - centreX - across, height - centreY - down);
    }
    case 'polygon': {
      const points = inside.replace(/^(?:evenodd|nonzero),\s*/, '').split(/,\s*/);
      const xs = points.map((point) => length(point.split(' ')[0], width));
      const ys = points.map((point) => length(point.split(' ')[1], height));
      return moved(of, Math.min(...xs), Math.min(...ys), width - Math.max(...xs), height - Math.max(...ys));
    }
    default:
      return null;
  }
}

/** What a computed `clip` leaves of an absolutely positioned box. */
export function boxOfClip(clip: string, of: Box): Box | null {
  const [, inside] = /^rect\(([^()]*)\)$/.exec(clip) ?? [];
  const sides = inside?.split(/[,\s]+/);
  if (sides?.length !== 4) return null;
  const [top, right, bottom, left] = sides.map((side) => (side === 'auto' ? Number.NaN : parseFloat(side)));
  const at = (start: number, side: number | undefined, otherwise: number) =>
    Number.isNaN(side ?? Number.NaN) ? otherwise : start + (side ?? 0);
  return {
    left: at(of.left, left, of.left),
    top: at(of.top, top, of.top),
    right: at(of.left, right, of.right),
    bottom: at(of.top, bottom, of.bottom),
  };
}

/** @returns null when a length is unknown */
function moved(of: Box, left: number, top: number, right: number, bottom: number): Box | null {
  const box = {
    left: of.left + left,
    top: of.top + top,
    right: of.right - right,
    bottom: of.bottom - bottom,
  };
  return Object.values(box).some(Number.isNaN) ? null : box;
}

function length(text: string | undefined, of: number): number {
  const [, number, unit] = /^(-?[\d.]+(?:e-?\d+)?)(px|%)?$/.exec(text ?? '') ?? [];
  if (number === undefined) return Number.NaN;
  return unit === '%' ? (Number(number) / 100) * of : Number(number);
}

/** Whether nothing of a box is within another. */
export const isCut = (box: Box, within: Box): boolean => {
  const { left, top, right, bottom } = overlap(box, within);
  return right - left < 1 || bottom - top < 1;
};
