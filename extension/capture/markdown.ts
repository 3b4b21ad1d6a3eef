import TurndownService from 'turndown';
import { tableToMarkdown } from './markdown-table.ts';

/** A blank that the page shows and Markdown's own rules would take away, until all is written. */
export const BLANK = '\uE001';

/**
 * Turns a copied part into Markdown. Text that looks like Markdown or HTML is escaped, so that it stays text;
 * code stays as it is, between fences longer than any inside.
 */
export function toMarkdown(part: HTMLElement): string {
  narrowLinks(part);
  joinEmphasis(part);
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '_',
  });
  service.escape = escapeText;
  // Code is put in last, so that tidying neither changes nor searches its blanks and empty lines.
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
  service.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (content, { nodeName }) => {
      const words = content.replace(/\s*\n\s*/g, ' ').trim();
      return words === '' ? '' : `\n\n${'#'.repeat(Number(nodeName[1]))} ${words}\n\n`;
    },
  });
  service.addRule('term', { filter: 'dt', replacement: (content) => `\n\n${content.trim()}\n` });
  service.addRule('explanation', {
    filter: 'dd',
    replacement: (content) => `${indented(': ', content)}\n`,
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
 * Escapes only what Markdown or HTML would interpret: words like `snake_case` stay readable. Blanks before a
 * mark are matched within its line, so that a long run of line ends is not searched from each of them.
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
  const isChange = pre.querySelector('[data-sign]') !== null;
  const text = codeText(pre).replace(/^\n/, '').trimEnd();
  const code = isChange ? signed(text) : text;
  if (code === '') return '';
  const longest = (code.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  const language =
    /\blang(?:uage)?-([\w+#-]+)/.exec(pre.querySelector('code')?.className ?? pre.className)?.[1] ??
    (isChange ? 'diff' : '');
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
    const isWhole = isLine || ((text === '' || isEnded || text.endsWith('\n')) && endsLine(element));
    const isWithin = element.parentElement?.closest('[data-sign]') != null;
    const sign = isWithin ? undefined : SIGNS[element.dataset.sign ?? ''];
    if (sign) write(isWhole ? sign.line : sign.opens);
    const from = text.length;
    for (const child of element.childNodes) visit(child);
    if (sign && isWhole) text = text.slice(0, from) + text.slice(from).replace(/\n(?=.)/g, `\n${sign.line}`);
    if (sign && !isWhole) write(sign.closes);
    if (!isLine) return;
    if (!element.hasChildNodes()) text += '\n';
    else endLine();
  };
  visit(pre);
  return text;
}

type Sign = { line: string; opens: string; closes: string };
/** Signs of a change: `line` before each line until all are written; the others around words within one. */
const SIGNS: Readonly<Record<string, Sign>> = {
  '+': { line: '\uE002', opens: '{+', closes: '+}' },
  '-': { line: '\uE003', opens: '[-', closes: '-]' },
};

/** Whether a line ends with an element, or right behind it. */
const endsLine = ({ nextSibling, textContent }: Element): boolean =>
  nextSibling === null || textContent?.endsWith('\n') === true || /^\n/.test(nextSibling.textContent ?? '');

/** Each changed line with its sign, unless it shows one, and the others as far in, unless they are. */
function signed(code: string): string {
  const lines = code.split('\n').map((line) => {
    const sign = line.includes('\uE002') ? '+' : line.includes('\uE003') ? '-' : ' ';
    return { sign, text: line.replace(/[\uE002\uE003]/g, '') };
  });
  const changed = lines.filter(({ sign }) => sign !== ' ');
  const others = lines.filter(({ sign, text }) => sign === ' ' && text !== '');
  const areShown = changed.every(({ text }) => /^\s*[-+−]/.test(text));
  const areFarIn = areShown && others.every(({ text }) => /^(?:[ @\\]|diff |index )/.test(text));
  return lines
    .map(({ sign, text }) => ((sign === ' ' ? areFarIn : areShown) ? text : sign + text))
    .join('\n');
}

/** Endings of ordinal numbers, abbreviations and marks are read as one word with what they stand at. */
const RAISED_ENDING = /^(?:st|nd|rd|th|er|re|e|ème|ère|nde?|[oa]s?|tm|sm|®|™|mes?|lles?|grs?)$/i;
const YEAR = /(?:^|[^\d.,])(?:1[5-9]|20)\d\d$/;
const UNITS: Readonly<Record<string, string>> = { '2': '²', '3': '³' };

/**
 * A superscript or subscript after what it stands at: `2^32`, `m²`, `x_i`, `H2O`; a number at a sentence or a
 * word is its note's. What has a link is a note's already.
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
  const text = indented(item.dataset.mark ?? '- ', content);
  return content.trim() ? `${text}\n` : '';
}

/** Lines behind a mark, each as far in as the first. */
const indented = (mark: string, content: string): string =>
  mark +
  content
    .trim()
    .replace(/\n{3,}/g, '\n\n')
    .replace(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length)}`);

const BLOCKS =
  'address, article, aside, blockquote, dd, div, dl, dt, figcaption, figure, footer, h1, h2, h3, h4, h5, h6, header, li, main, nav, ol, p, section, ul';

/** Moves a link around blocks to its heading, else its first block: Markdown has none over several lines. */
function narrowLinks(part: HTMLElement): void {
  for (const link of part.querySelectorAll('a[href]')) {
    const blocks = [...link.querySelectorAll(BLOCKS)].filter(
      (block) => !block.querySelector(BLOCKS) && (block.textContent?.trim() || block.querySelector('img')),
    );
    const first = blocks.find((block) => block.closest('h1, h2, h3, h4, h5, h6')) ?? blocks[0];
    if (!first) continue;
    const inner = link.cloneNode() as Element;
    inner.append(...first.childNodes);
    first.append(inner);
    link.replaceWith(...link.childNodes);
  }
}

/** Joins what is emphasized letter by letter, as pages do that move each by itself. */
function joinEmphasis(part: HTMLElement): void {
  for (const one of part.querySelectorAll('b, strong, em, i, del, s')) {
    if (!part.contains(one)) continue;
    for (let next = one.nextSibling; next && isAlike(one, next); next = one.nextSibling) {
      one.append(...(next.textContent === '\u00a0' ? [' '] : next.childNodes));
      next.remove();
    }
  }
}

const isAlike = (one: Element, next: ChildNode): next is Element & ChildNode =>
  next.nodeName === one.nodeName && !(next as Element).hasAttribute('data-mark');

function imageToMarkdown(image: HTMLElement): string {
  const src = image.getAttribute('src');
  if (!src) return '';
  const alt = escapeText(image.getAttribute('alt') ?? '').replace(/\s+/g, ' ');
  return `![${alt}](${src.replace(/[()\s]/g, encodeURIComponent)})`;
}

function tidy(markdown: string): string {
  return (
    markdown
      .replaceAll(BLANK, ' ')
      .replace(/(?<![ \t])[ \t]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      // A number at the beginning of a heading is no list.
      .replace(/^(#{1,6} \d+)\\(?=[.)])/gm, '$1')
      // What follows a word begins no line, though it begins a part of one.
      .replace(/(?<=[^\s\\]|[\p{L}\p{N}\]"”’*_`] )\\(?=[-+>]|#{1,6}\s|={3,})/gu, '')
      .replace(/(?<=[\p{L}\]"”’*_`] ?\d+)\\(?=[.)]\s)/gu, '')
      .trim()
  );
}
