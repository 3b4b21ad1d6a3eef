/** A line of text or a row of a table, in the order of the page. */
export type Block =
  | { kind: 'text'; text: string; size: number; bold: boolean; indent: number }
  | { kind: 'row'; cells: string[]; bold: boolean }
  | { kind: 'rule' }
  | { kind: 'space' };

const BODY_SIZE = 11;
const SIZES: Readonly<Record<string, number>> = { h1: 20, h2: 15, h3: 12.5 };
const BLOCK_TAGS = ['p', 'div', 'section', 'article', 'header', 'footer', 'ul', 'ol', 'body', 'html'];
const HIDDEN = /<(style|script|head|title)\b[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->|<!doctype[^>]*>/gi;
const TOKEN = /<\/?([a-z][a-z0-9]*)\b[^>]*>|[^<]+|</gi;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  euro: '€',
};

/** Blocks of an HTML page: headings, paragraphs, lists, tables and rules. Styles are left out. */
export function blocksOf(html: string): Block[] {
  const blocks: Block[] = [];
  let text = '';
  let heading: string | undefined;
  let bold = false;
  let item = false;
  let row: { cells: string[]; bold: boolean } | undefined;

  function flush(): void {
    const line = decode(text.replaceAll(/\s+/g, ' ')).trim();
    text = '';
    if (line === '') return;
    const size = SIZES[heading ?? ''] ?? BODY_SIZE;
    const words = item ? `- ${line}` : line;
    blocks.push({
      kind: 'text',
      text: words,
      size,
      bold: bold || heading !== undefined,
      indent: item ? 12 : 0,
    });
  }

  for (const [token, name = ''] of html.replaceAll(HIDDEN, '').matchAll(TOKEN)) {
    const tag = name.toLowerCase();
    const closes = token.startsWith('</');
    if (tag === '') text += token;
    else if (tag in SIZES) {
      flush();
      heading = closes ? undefined : tag;
      if (!closes && blocks.length > 0) blocks.push({ kind: 'space' });
    } else if (tag === 'tr') {
      flush();
      if (closes && row !== undefined) blocks.push({ kind: 'row', ...row });
      row = closes ? undefined : { cells: [], bold: false };
    } else if (tag === 'td' || tag === 'th') {
      if (closes) row?.cells.push(decode(text.replaceAll(/\s+/g, ' ')).trim());
      else if (tag === 'th' && row !== undefined) row.bold = true;
      text = '';
    } else if (tag === 'li') {
      flush();
      item = !closes;
    } else if (tag === 'br') flush();
    else if (tag === 'hr') {
      flush();
      blocks.push({ kind: 'rule' });
    } else if (tag === 'b' || tag === 'strong') {
      if (row === undefined && (!closes || text.trim() !== '')) bold = !closes || text.trim() !== '';
    } else if (BLOCK_TAGS.includes(tag) || tag === 'table') {
      flush();
      bold = false;
      if (closes && (tag === 'p' || tag === 'table')) blocks.push({ kind: 'space' });
    }
  }
  flush();
  return blocks;
}

function decode(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
