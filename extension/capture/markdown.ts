import TurndownService from 'turndown';
import { tableToMarkdown } from './markdown-table.ts';

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
  service.addRule('table', {
    filter: 'table',
    replacement: (content, node) =>
      tableToMarkdown(node as HTMLTableElement, (cell) => service.turndown(cell)) ?? content,
  });
  service.addRule('struck', {
    filter: ['del', 's'],
    replacement: (content) => (content.trim() ? `~~${content}~~` : ''),
  });
  service.addRule('image', {
    filter: 'img',
    replacement: (_content, node) => imageToMarkdown(node as HTMLElement),
  });
  return tidy(service.turndown(part));
}

/** Escapes what Markdown or HTML would take for its own, and no more: words like `snake_case` stay readable. */
export function escapeText(text: string): string {
  return text
    .replace(/\\(?=[\\`*_{}[\]<>()#+.!|~-])/g, '\\\\')
    .replace(/[`*[\]~]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/^(\s*)(#{1,6}\s|[-+>]|={3,})/gm, '$1\\$2')
    .replace(/^(\s*\d+)([.)]\s)/gm, '$1\\$2');
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
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
