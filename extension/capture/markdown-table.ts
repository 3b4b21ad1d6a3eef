/**
 * A table of data as Markdown's pipe table.
 * @param cellToMarkdown how a cell's content is written
 * @returns null for a table that only lays out a page (one column, one row, or a table inside)
 */
export function tableToMarkdown(
  table: HTMLTableElement,
  cellToMarkdown: (cell: HTMLElement) => string,
): string | null {
  if (table.querySelector('table')) return null;
  const rows = [...table.querySelectorAll('tr')].map((row) => [...row.children] as HTMLElement[]);
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (rows.length < 2 || width < 2) return null;
  const lines = rows.map((row) =>
    line(
      row.map((cell) => cellText(cellToMarkdown(cell))),
      width,
    ),
  );
  const [head, ...body] = lines;
  const caption = table.querySelector('caption')?.textContent?.trim();
  return `\n\n${caption ? `${caption}\n\n` : ''}${head}\n${line(Array(width).fill('---'), width)}\n${body.join('\n')}\n\n`;
}

function cellText(markdown: string): string {
  return markdown
    .replace(/\s*\n\s*/g, ' ')
    .replace(/(?<!\\)\|/g, '\\|')
    .trim();
}

function line(cells: string[], width: number): string {
  return `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`;
}
