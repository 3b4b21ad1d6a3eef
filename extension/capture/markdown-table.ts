import { tableGrid } from './table-grid.ts';

/** A longer text of a cell is there once: it is no value that other places of its span need. */
const REPEATED_MAX_CHARS = 100;
/** More rows of headings are no head. */
const HEAD_ROWS_MAX = 3;

/**
 * Converts a data table to a Markdown pipe table.
 * @param cellToMarkdown converts a cell's content
 * @returns null for a layout table (one column, one row, or with a table inside)
 */
export function tableToMarkdown(
  table: HTMLTableElement,
  cellToMarkdown: (cell: HTMLElement) => string,
): string | null {
  if (table.querySelector('table')) return null;
  const rows = [...table.querySelectorAll('tr')];
  const grid = tableGrid<HTMLElement>(rows);
  const width = Math.max(0, ...grid.map((row) => row.length));
  if (grid.length < 2 || width < 2) return null;
  const texts = new Map<HTMLElement, string>();
  const textOf = (cell: HTMLElement | undefined) => {
    if (!cell) return '';
    const known = texts.get(cell);
    const text = known ?? cellText(cellToMarkdown(cell));
    texts.set(cell, text);
    return known === undefined || text.length <= REPEATED_MAX_CHARS ? text : '';
  };
  const count = headRows(rows);
  const heads = grid.slice(0, count).map((row) => row.map(textOf));
  // Of several lines of headings each column has its own words, below those that it shares.
  const head = Array.from({ length: width }, (_, at) =>
    [...new Set(heads.map((row) => row[at] ?? ''))].filter(Boolean).join(' '),
  );
  const body = grid.slice(count).map((row) => line(row.map(textOf), width));
  const caption = table.querySelector('caption')?.textContent?.trim();
  return `\n\n${caption ? `${caption}\n\n` : ''}${line(head, width)}\n${line(Array(width).fill('---'), width)}\n${body.join('\n')}\n\n`;
}

/** Number of heading rows: the first, and those below it with headings only, where other rows follow. */
function headRows(rows: readonly HTMLElement[]): number {
  const isHead = (row: HTMLElement) => [...row.children].every(({ localName }) => localName === 'th');
  const first = rows.findIndex((row) => !isHead(row));
  return first > 1 && first <= HEAD_ROWS_MAX ? first : 1;
}

const FENCED = /^(`{3,})[^\n]*\n([\s\S]*?)\n\1$/gm;

/** Puts a cell on one line: breaks between its blocks and list items, and each line of code as code. */
function cellText(markdown: string): string {
  return markdown
    .replace(
      FENCED,
      (_, _fence, code: string) => `\n\n${code.split('\n').filter(isWritten).map(asCode).join('\n\n')}\n\n`,
    )
    .split(/\n(?:\s*\n|(?=\s*(?:[-*]|\d+[.)]) ))/)
    .map((block) =>
      block
        .replace(/^\s*- (?!\[)/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(isWritten)
    .join('<br>')
    .replace(/(?<!\\)\|/g, '\\|');
}

const isWritten = (text: string): boolean => text.trim() !== '';

function asCode(line: string): string {
  const fence = line.includes('`') ? '``' : '`';
  const pad = line.includes('`') ? ' ' : '';
  return `${fence}${pad}${line.trim()}${pad}${fence}`;
}

function line(cells: string[], width: number): string {
  return `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`;
}
