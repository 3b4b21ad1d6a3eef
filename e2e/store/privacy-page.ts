import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../dev/step.ts';

/**
 * The privacy statement (`docs/store/privacy.md`) as a page that loads nothing else, for whatever address the
 * stores get. Refuses Markdown other than a title, headings, paragraphs, tables, bold words and code.
 */
export function privacyPage(): string {
  const [heading = '', ...blocks] = readFileSync(join(ROOT, 'docs', 'store', 'privacy.md'), 'utf8')
    .trim()
    .split(/\n{2,}/);
  const title = heading.replace(/^# /, '');
  const body = [heading.replace(/^# (.*)$/, '<h1>$1</h1>'), ...blocks.map(blockOf)];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Pilot Light: ${title}</title>
<style>:root { color-scheme: light dark; } body { max-width: 640px; margin: 48px auto; padding: 0 16px; font: 15px/24px system-ui, sans-serif; } td, th { padding: 4px 12px 4px 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; }</style>
${body.join('\n')}
</html>
`;
}

function blockOf(text: string): string {
  const heading = /^## (.*)$/.exec(text)?.[1];
  if (heading !== undefined) return `<h2>${inline(heading)}</h2>`;
  if (text.startsWith('|')) return tableOf(text.split('\n'));
  return `<p>${inline(text)}</p>`;
}

function tableOf([head = '', , ...rows]: string[]): string {
  const rowOf = (row: string, cell: 'th' | 'td') =>
    `<tr>${row
      .slice(1, -1)
      .split('|')
      .map((text) => `<${cell}>${inline(text.trim())}</${cell}>`)
      .join('')}</tr>`;
  return `<table>\n${[rowOf(head, 'th'), ...rows.map((row) => rowOf(row, 'td'))].join('\n')}\n</table>`;
}

function inline(text: string): string {
  const html = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/`([^`]+)`/g, '<code>$1</code>');
  if (/^[#>|-]|[*`]|\]\(/m.test(html)) throw new Error(`The privacy page has no form for this: ${text}`);
  return html;
}
