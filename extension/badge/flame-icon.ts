import type { FlameLook } from './badge.ts';

const FLAME =
  'M8.2 1c.5 2.5-.7 3.8-2.2 5.5C4.5 8.2 3.2 9.7 3.2 11.5c0 2.5 2.1 4 4.8 4s4.8-1.6 4.8-4.2c0-2.1-1-3.5-1.9-4.6-.3.9-.6 1.4-1.3 1.8.4-2.8-.1-5.5-1.4-7.5z';
const CORE =
  'M8.2 8.5c.1 1.4-.6 1.9-1.2 2.7-.5.6-.9 1.1-.9 1.9 0 1.2.9 1.9 1.9 1.9s2-.8 2-2c0-1-.4-1.6-.8-2.1-.1.4-.3.6-.6.8.1-1.2 0-2.3-.4-3.2z';
const LIT = '#e8590c';
const GLOW = '#ffd8a8';
/** Between a light and a dark toolbar: at least 3:1 on both. */
const GREY = '#85807a';

/** The toolbar flame in one look, drawn for the sizes that browsers ask for. */
export function flameIcon(look: FlameLook): Record<number, ImageData> {
  return Object.fromEntries([16, 32].map((size) => [size, drawFlame(look, size)]));
}

function drawFlame(look: FlameLook, size: number): ImageData {
  const canvas = new OffscreenCanvas(size, size);
  const pen = canvas.getContext('2d');
  if (!pen) return new ImageData(size, size);
  pen.scale(size / 16, size / 16);
  const flame = new Path2D(FLAME);
  if (look === 'calm' || look === 'count') {
    pen.fillStyle = LIT;
    pen.fill(flame);
    pen.fillStyle = GLOW;
    pen.fill(new Path2D(CORE));
  } else {
    pen.strokeStyle = look === 'outlined' ? LIT : GREY;
    pen.lineWidth = 1.4;
    pen.lineJoin = 'round';
    pen.stroke(flame);
  }
  if (look === 'struck') {
    pen.lineWidth = 1.8;
    pen.lineCap = 'round';
    pen.stroke(new Path2D('M2 2.5 14 14.5'));
  }
  return pen.getImageData(0, 0, size, size);
}
