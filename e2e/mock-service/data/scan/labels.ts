import type { Cell, Row } from '../recognition/rows.ts';

/** A label that was found, with what stands around it. */
export interface Labelled {
  cell: Cell;
  row: Row;
  /** What follows the label in its own cell. */
  rest: string;
  right: Cell | undefined;
  rowsBelow: Row[];
}

/** A text as a whole word or words, whatever its case, spaces and punctuation. */
export function fuller(label: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${wordsOf(label)}(?![\\p{L}\\p{N}])`, 'iu');
}

function wordsOf(label: string): string {
  const words = label.match(/[\p{L}\p{N}#]+/gu) ?? [];
  return words.length === 0 ? '(?!)' : words.join('[^\\p{L}\\p{N}]*');
}

/**
 * Every place where a cell begins with one of the labels. Surest first: longer labels before shorter ones, and of each
 * those that stand alone or end in a colon before those that run on.
 */
export function labelled(document: readonly Row[][], labels: readonly string[]): Labelled[] {
  const sure: Labelled[] = [];
  const unsure: Labelled[] = [];
  for (const label of labels.toSorted((a, b) => b.length - a.length)) {
    const start = new RegExp(
      `^[^\\p{L}\\p{N}#]*${wordsOf(label)}(?![\\p{L}\\p{N}])(\\.?\\s*[:=])?(.*)$`,
      'iu',
    );
    for (const rows of document) {
      for (const [index, row] of rows.entries()) {
        for (const [place, cell] of row.cells.entries()) {
          const [whole, colon, rest = ''] = start.exec(cell.text) ?? [];
          if (whole === undefined) continue;
          const found = {
            cell,
            row,
            rest: rest.replace(/^[\s.#:=-]+(?!\d)|^[\s.#:=]+/, '').trim(),
            right: row.cells[place + 1],
            rowsBelow: rows.slice(index + 1),
          };
          (colon !== undefined || found.rest === '' ? sure : unsure).push(found);
        }
      }
    }
  }
  return [...sure, ...unsure];
}
