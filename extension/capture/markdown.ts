import TurndownService from 'turndown';

/** A blank that the page shows and Markdown's own rules would take away, until all is written. */
export const BLANK = '\uE001';

/**
 * Turns a copied part into Markdown. Text that looks like Markdown or HTML is escaped, so that it stays text; code stays
 * as it is between fences longer than any inside.
 */
export function toMarkdown(part: HTMLElement): string {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '_',
  });
  service.escape = escapeText;
  // Code is put in last: its blanks and empty lines are its own, and what is tidied would be looked through for them.
  const blocks: string[] = [];
  service.addRule('table', {
    filter: 'table',
    replacement: (content, node) =>
      tableToMarkdown(node as HTMLTableElement, (cell) => withBlocks(service.turndown(cell), blocks)) ??
      content,
  });
  service.addRule('code', {
    filter: 'pre',
    replacement: (_content, node) => {
      const block = codeBlock(node as HTMLElement);
      return block ? `\n\n\uE000${blocks.push(block) - 1}\uE000\n\n` : '';
    },
  });
  service.addRule('item', {
    filter: 'li',
    replacement: (content, node) => listItem(content, node as HTMLElement),
  });
  service.addRule('struck', {
    filter: ['del', 's'],
    replacement: (content) => (content.trim() ? `~~${content}~~` : ''),
  });
  service.addRule('quotation', { filter: 'q', replacement: (content) => (content ? `“${content}”` : '') });
  const hasNotes = part.querySelector('sup a[href*="#"]') !== null;
  service.addRule('script', {
    filter: ['sup', 'sub'],
    replacement: (content, node) => script(content, node as HTMLElement, hasNotes),
  });
  service.addRule('mark', {
    filter: (node) => node.nodeName !== 'LI' && node.hasAttribute('data-mark'),
    replacement: (_content, node) =>
      `${(node as HTMLElement).dataset.mark ?? ''}${/^\s/.test(node.nextSibling?.textContent ?? '') ? '' : ' '}`,
  });
  service.addRule('formula', {
    filter: (node) => node.hasAttribute('data-tex') || node.hasAttribute('data-formula'),
    replacement: (_content, node) => {
      const { tex, formula } = (node as HTMLElement).dataset;
      const before = /[\p{L}\p{N}]$/u.test(node.previousSibling?.textContent ?? '') ? ' ' : '';
      const after = /^[\p{L}\p{N}]/u.test(node.nextSibling?.textContent ?? '') ? ' ' : '';
      return `${before}${tex ? `$${tex}$` : escapeText(formula ?? '')}${after}`;
    },
  });
  service.addRule('image', {
    filter: 'img',
    replacement: (_content, node) => imageToMarkdown(node as HTMLElement),
  });
  return withBlocks(tidy(service.turndown(part)), blocks);
}

/** Puts each block of code where its number stands, each line as far in as that, or quoted like that. */
function withBlocks(markdown: string, blocks: readonly string[]): string {
  return markdown.replace(/^(.*)\uE000(\d+)\uE000/gm, (_, before: string, index: string) => {
    const block = blocks[Number(index)] ?? '';
    return `${before}${block.replaceAll('\n', `\n${before.replace(/[^>]/g, ' ')}`)}`;
  });
}

/**
 * Escapes what Markdown or HTML would interpret, and no more: words like `snake_case` stay readable. Blanks before a mark are
 * those of its line, so that a long run of line ends is not looked through from each of them.
 */
export function escapeText(text: string): string {
  return text
    .replace(/\\(?=[\\`*_{}[\]<>()#+.!|~-])/g, '\\\\')
    .replace(/[`*[\]~]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/^([^\S\n\r\u2028\u2029]*)(#{1,6}\s|[-+>]|={3,})/gm, '$1\\$2')
    .replace(/^([^\S\n\r\u2028\u2029]*\d+)([.)]\s)/gm, '$1\\$2');
}

function codeBlock(pre: HTMLElement): string {
  const code = codeText(pre).replace(/^\n/, '').trimEnd();
  if (code === '') return '';
  const longest = (code.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  const language =
    /\blang(?:uage)?-([\w+#-]+)/.exec(pre.querySelector('code')?.className ?? pre.className)?.[1] ?? '';
  return `${fence}${language}\n${code}\n${fence}`;
}

/** The text of code, in which each block (`data-line`) begins and ends a line. */
function codeText(pre: HTMLElement): string {
  let text = '';
  let isEnded = false;
  const write = (more: string) => {
    if (isEnded && !more.startsWith('\n')) text += '\n';
    isEnded = false;
    text += more;
  };
  const endLine = () => {
    isEnded = text !== '' && !text.endsWith('\n');
  };
  const visit = (node: Node) => {
    if (node.nodeType === 3) {
      if (node.nodeValue) write(node.nodeValue);
      return;
    }
    const element = node as HTMLElement;
    if (element.localName === 'br') {
      if (isEnded) text += '\n';
      isEnded = false;
      text += '\n';
      return;
    }
    const isLine = element !== pre && (element.hasAttribute('data-line') || element.localName === 'div');
    if (isLine) endLine();
    for (const child of element.childNodes) visit(child);
    if (!isLine) return;
    if (!element.hasChildNodes()) text += '\n';
    else endLine();
  };
  visit(pre);
  return text;
}

/** Endings of ordinal numbers, abbreviations and marks are read as one word with what they stand at. */
const RAISED_ENDING = /^(?:st|nd|rd|th|er|re|e|ème|ère|nde?|[oa]s?|tm|sm|®|™|mes?|lles?|grs?)$/i;
const YEAR = /(?:^|[^\d.,])(?:1[5-9]|20)\d\d$/;
const UNITS: Readonly<Record<string, string>> = { '2': '²', '3': '³' };

/**
 * A superscript or subscript after what it stands at: `2^32`, `m²`, `x_i`, `H2O`; a number at a sentence or a word is its
 * note's. What has a link is one of these already.
 */
function script(content: string, node: HTMLElement, hasNotes: boolean): string {
  const text = (node.textContent ?? '').trim();
  const before = textBefore(node);
  if (text === '' || node.querySelector('a, img') || /^[[(]/.test(text) || /(?:^|\s)$/.test(before))
    return content;
  const word = /[\p{L}]*$/u.exec(before)?.[0] ?? '';
  const grouped = /^[\p{L}\p{N}.,+−–-]+$/u.test(text) ? content : `(${content})`;
  if (node.localName === 'sub')
    return /^\d+$/.test(text) && /^[A-Z][a-z]?$/.test(word.slice(-2).trim()) ? content : `_${grouped}`;
  if (RAISED_ENDING.test(text)) return content;
  const isNumber = /^[\d,–-]+$/.test(text);
  if (isNumber && word !== '' && word.length <= 3) return UNITS[text] ?? `^${content}`;
  if (isNumber && (word !== '' || /[.,;:!?"”’»]$/.test(before) || (hasNotes && YEAR.test(before))))
    return `\\[${content}\\]`;
  return `^${grouped}`;
}

/** The text directly before an element, in its block. */
function textBefore(node: Node): string {
  for (let at: Node | null = node; at; at = at.parentNode) {
    const text = at.previousSibling?.textContent ?? '';
    if (text !== '') return text.slice(-40);
    if (/^(?:P|DIV|LI|TD|TH|H\d|DD|DT|BLOCKQUOTE)$/.test(at.parentNode?.nodeName ?? 'P')) return '';
  }
  return '';
}

function listItem(content: string, item: HTMLElement): string {
  const mark = item.dataset.mark ?? '- ';
  const text = content
    .trim()
    .replace(/\n{3,}/g, '\n\n')
    .replace(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length)}`);
  return text ? `${mark}${text}\n` : '';
}

function imageToMarkdown(image: HTMLElement): string {
  const src = image.getAttribute('src');
  if (!src) return '';
  const alt = escapeText(image.getAttribute('alt') ?? '').replace(/\s+/g, ' ');
  return `![${alt}](${src.replace(/[()\s]/g, encodeURIComponent)})`;
}

function tidy(markdown: string): string {
  return markdown
    .replaceAll(BLANK, ' ')
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/**
 * Converts a data table to a Markdown pipe table.
 * @param cellToMarkdown converts a cell's content
 * @returns null for a layout table (one column, one row, or with a table inside)
 */
function tableToMarkdown(
  table: HTMLTableElement,
  cellToMarkdown: (cell: HTMLElement) => string,
): string | null {
  if (table.querySelector('table')) return null;
  const rows = tableGrid([...table.querySelectorAll('tr')]);
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (rows.length < 2 || width < 2) return null;
  const texts = new Map<HTMLElement, string>();
  const textOf = (cell: HTMLElement) => texts.get(cell) ?? cellText(cellToMarkdown(cell));
  const lines = rows.map((row) =>
    line(
      row.map((cell) => {
        if (!cell) return '';
        const isFirst = !texts.has(cell);
        const text = textOf(cell);
        texts.set(cell, text);
        return isFirst || text.length <= REPEATED_MAX_CHARS ? text : '';
      }),
      width,
    ),
  );
  const [head, ...body] = lines;
  const caption = table.querySelector('caption')?.textContent?.trim();
  return `\n\n${caption ? `${caption}\n\n` : ''}${head}\n${line(Array(width).fill('---'), width)}\n${body.join('\n')}\n\n`;
}

/**
 * The rows of a table, each cell in all of the places that it spans. One that spans a whole row is there once, and no column
 * is made by a span alone.
 */
function tableGrid(rows: readonly HTMLElement[]): (HTMLElement | undefined)[][] {
  const grid: (HTMLElement | undefined)[][] = rows.map(() => []);
  let width = 0;
  rows.forEach((row, at) => {
    let column = 0;
    for (const cell of row.children as Iterable<HTMLElement>) {
      while (grid[at]?.[column]) column += 1;
      width = Math.max(width, column + 1);
      const across = span(cell, 'colspan', COLUMNS_MAX);
      const down = span(cell, 'rowspan', rows.length - at);
      for (let below = at; below < Math.min(rows.length, at + down); below += 1)
        for (let beside = column; beside < column + across; beside += 1) {
          const line = grid[below];
          if (line) line[beside] ??= cell;
        }
      column += across;
    }
  });
  return grid.map((line, at) => {
    const isAlone = rows[at]?.children.length === 1 && new Set(line.slice(0, width)).size === 1;
    return isAlone ? line.slice(0, 1) : line.slice(0, width);
  });
}

/** A longer text of a cell is there once: it is no value that other places of its span need. */
const REPEATED_MAX_CHARS = 100;
/** More columns of a cell are none that anybody could see. */
const COLUMNS_MAX = 200;

/** How many rows or columns a cell takes; 0 means the rest of them. */
function span(cell: HTMLElement, name: 'rowspan' | 'colspan', rest: number): number {
  const count = Number.parseInt(cell.getAttribute(name) ?? '1', 10);
  return count === 0 && name === 'rowspan' ? rest : Math.min(Math.max(1, count || 1), rest);
}

function cellText(markdown: string): string {
  return markdown
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/(?<!\\)\|/g, '\\|');
}

function line(cells: string[], width: number): string {
  return `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`;
}
