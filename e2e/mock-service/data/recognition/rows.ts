import { type Box, boxAround, type Word } from './page.ts';

/** Words that stand together, with a gap to what is left and right of them. */
export interface Cell {
  text: string;
  box: Box;
}

/** What stands on one line of a page, from left to right. */
export interface Row {
  cells: Cell[];
  box: Box;
}

/** Gap between words, in heights of the line, from which on they belong to different cells. */
const CELL_GAP = 1.2;

/** The rows of a page from top to bottom, regardless of the order of its words. */
export function rowsOf(words: readonly Word[]): Row[] {
  const lines: Word[][] = [];
  for (const word of words.toSorted((a, b) => middleOf(a.box) - middleOf(b.box))) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    if (
      line !== undefined &&
      last !== undefined &&
      isOnLine(word.box, boxAround(line.map(({ box }) => box)))
    ) {
      line.push(word);
    } else lines.push([word]);
  }
  return lines.map((line) => rowOf(line.toSorted((a, b) => a.box.x - b.box.x)));
}

function rowOf(line: Word[]): Row {
  const box = boxAround(line.map((word) => word.box));
  const groups: Word[][] = [];
  for (const word of line) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const gap = last === undefined ? 0 : word.box.x - (last.box.x + last.box.width);
    if (group === undefined || gap > CELL_GAP * medianHeight(line)) groups.push([word]);
    else group.push(word);
  }
  const cells = groups.map((group) => ({
    text: group.map(({ text }) => text).join(' '),
    box: boxAround(group.map((word) => word.box)),
  }));
  return { cells, box };
}

function medianHeight(line: readonly Word[]): number {
  const heights = line.map(({ box }) => box.height).toSorted((a, b) => a - b);
  return heights[heights.length >> 1] ?? 0;
}

function middleOf({ y, height }: Box): number {
  return y + height / 2;
}

function isOnLine(box: Box, line: Box): boolean {
  const middle = middleOf(box);
  return middle >= line.y && middle <= line.y + line.height;
}

/** A row a line, its cells apart. */
export function textOfWords(words: readonly Word[]): string {
  return rowsOf(words)
    .map(({ cells }) => cells.map(({ text }) => text).join('  '))
    .join('\n');
}
