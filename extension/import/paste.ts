import { stripInvisible } from '../capture/invisible-characters.ts';
import { tableGrid } from '../capture/table-grid.ts';
import { readDelimited } from './delimited.ts';
import { sourcesOfRows } from './file-rows.ts';
import { CELL_MAX_CHARS, type Cell, ROWS_MAX, type Source } from './page-data.ts';

/** What was copied in a spreadsheet or of a page. */
export interface Copied {
  html: string;
  text: string;
}

/** Rows of what was copied: its tables, else its text with tabs between cells; empty if it has neither. */
export function readPasted({ html, text }: Copied): Source[] {
  const tables = /<table[\s>]/i.test(html)
    ? tablesOfHtml(html).flatMap((rows) => sourcesOfRows('', rows))
    : [];
  if (tables.length > 0) return tables.map(asPasted);
  if (!/[\t\n\r]/.test(text.trim())) return [];
  const read = readDelimited(text.includes('\t') ? 'pasted.tsv' : '', text);
  return read.ok ? [read.source, ...read.others].map(asPasted) : [];
}

const asPasted = (source: Source): Source => ({ ...source, kind: 'pasted', title: '' });

/** The rows of each table of an HTML text. */
export function tablesOfHtml(html: string): Cell[][][] {
  const document = new DOMParser().parseFromString(html, 'text/html');
  const tables = [...document.querySelectorAll('table')].filter(
    (table) => !table.parentElement?.closest('table'),
  );
  return tables.map((table) => {
    const known = new Map<HTMLTableCellElement, Cell>();
    const cellAt = (element: HTMLTableCellElement): Cell => {
      const cell = known.get(element) ?? cellOf(element);
      known.set(element, cell);
      return cell;
    };
    // What spans columns is in the first of them, what spans rows in each.
    return tableGrid<HTMLTableCellElement>([...table.rows].slice(0, ROWS_MAX + 500)).map((row) =>
      Array.from(row, (element, at) => (element && element !== row[at - 1] ? cellAt(element) : { text: '' })),
    );
  });
}

/** A copied cell: its text without what is struck out in it, and where its link leads. */
function cellOf(element: HTMLTableCellElement): Cell {
  const whole = textOf(element);
  for (const struck of element.querySelectorAll('del, s, strike, style, script')) struck.remove();
  const text = textOf(element) || whole;
  const link = element.querySelector('a[href]')?.getAttribute('href') ?? '';
  const image = element.querySelector('img[src]')?.getAttribute('src') ?? '';
  return {
    text,
    ...(/^https?:/.test(link) && { link }),
    ...(/^https?:/.test(image) && { image }),
  };
}

function textOf(element: Element): string {
  for (const line of element.querySelectorAll('br, p, div, li')) line.append(' ');
  for (const line of element.querySelectorAll('br')) line.replaceWith(' ');
  return stripInvisible(element.textContent ?? '')
    .text.replace(/\s+/g, ' ')
    .trim()
    .slice(0, CELL_MAX_CHARS);
}
