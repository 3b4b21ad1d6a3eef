import TurndownService from 'turndown';

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
  for (const lineBreak of pre.querySelectorAll('br')) lineBreak.replaceWith('\n');
  const code = (pre.textContent ?? '').replace(/^\n/, '').trimEnd();
  if (code === '') return '';
  const longest = (code.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  const language =
    /\blang(?:uage)?-([\w+#-]+)/.exec(pre.querySelector('code')?.className ?? pre.className)?.[1] ?? '';
  return `${fence}${language}\n${code}\n${fence}`;
}

function listItem(content: string, item: HTMLElement): string {
  const list = item.parentElement;
  const siblings = [...(list?.children ?? [])].filter((child) => child.localName === 'li');
  const first = Number(list?.getAttribute('start') ?? 1) || 1;
  const mark = list?.localName === 'ol' ? `${first + siblings.indexOf(item)}. ` : '- ';
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
    .replace(/ /g, ' ')
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
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/(?<!\\)\|/g, '\\|');
}

function line(cells: string[], width: number): string {
  return `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`;
}
