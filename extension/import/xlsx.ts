import { stripInvisible } from '../capture/invisible-characters.ts';
import { sourcesOfRows } from './file-rows.ts';
import { type Cell, COLUMNS_MAX, ROWS_MAX, type Source } from './page-data.ts';
import { TooLarge, unzip } from './unzip.ts';

export type SpreadsheetReading =
  | { ok: true; sources: Source[] }
  | { ok: false; problem: 'damaged' | 'unpacks-large' | 'no-rows' | 'other-kind' };

/** Sheets read of one file. */
const SHEETS_MAX = 20;
/** Lines above and between tables come on top of their rows. */
const SHEET_ROWS_MAX = ROWS_MAX + 500;

/**
 * Reads the sheets of an .xlsx file with what a person sees in cells: days, percent, the words of a number's
 * format beside it, errors at their place. Leaves out and counts hidden rows; repeats cells that span rows.
 */
export async function readSpreadsheet(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<SpreadsheetReading> {
  try {
    return await read(name, bytes);
  } catch (error) {
    return { ok: false, problem: error instanceof TooLarge ? 'unpacks-large' : 'damaged' };
  }
}

async function read(title: string, bytes: Uint8Array<ArrayBuffer>): Promise<SpreadsheetReading> {
  const parts = unzip(bytes);
  if (!parts) return { ok: false, problem: 'damaged' };
  const textOf = async (path: string) => (await parts.get(path)?.()) ?? '';
  const names = [...parts.keys()];
  const book = names.find((one) => /(?:^|\/)workbook\.xml$/.test(one));
  if (!book) return { ok: false, problem: 'other-kind' };
  const folder = book.slice(0, book.lastIndexOf('/') + 1);
  const workbook = await textOf(book);
  const targets = new Map(
    tags(await textOf(`${folder}_rels/workbook.xml.rels`), 'Relationship').map(({ of }) => {
      const target = of('Target');
      return [of('Id'), target.startsWith('/') ? target.slice(1) : folder + target];
    }),
  );
  const is1904 = tags(workbook, 'workbookPr').some(({ of }) => /^(?:1|true)$/.test(of('date1904')));
  const formats = formatsOf(await textOf(`${folder}styles.xml`));
  const shared = sharedTexts(await textOf(`${folder}sharedStrings.xml`));
  const sheets = tags(workbook, 'sheet').slice(0, SHEETS_MAX);
  // A hidden sheet is no one's first choice.
  const ordered = sheets.toSorted(
    (one, other) => Number(one.of('state') !== '') - Number(other.of('state') !== ''),
  );
  const sources: Source[] = [];
  for (const { of } of ordered) {
    const path = targets.get(of('r:id') || of('id')) ?? '';
    if (!/worksheets?\//i.test(path) && !parts.has(path)) continue;
    const { rows, hidden, more } = rowsOf(await textOf(path), { shared, formats, is1904 });
    const own = sheets.length > 1 ? `${title} · ${decoded(of('name'))}` : title;
    for (const source of sourcesOfRows(own, rows))
      sources.push({ ...source, hidden, total: source.total + more });
  }
  return sources.length > 0 ? { ok: true, sources } : { ok: false, problem: 'no-rows' };
}

interface Tag {
  of: (attribute: string) => string;
  /** What stands in it; empty for one without content. */
  inside: string;
}

const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Elements of a name, whatever its namespace prefix; none of them stands in another of its name. Looks at
 * each character once: what does not end is none.
 */
function* tagsIn(xml: string, name: string): Generator<Tag> {
  const open = new RegExp(`<(?:[\\w.-]{1,40}:)?${name}(?=[\\s/>])((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>`, 'g');
  const close = new RegExp(`</(?:[\\w.-]{1,40}:)?${name}\\s*>`, 'g');
  for (let found = open.exec(xml); found; found = open.exec(xml)) {
    const attributes = found[1] ?? '';
    if (attributes.endsWith('/')) {
      yield tagOf(attributes, '');
      continue;
    }
    close.lastIndex = open.lastIndex;
    const end = close.exec(xml);
    if (!end) return;
    yield tagOf(attributes, xml.slice(open.lastIndex, end.index));
    open.lastIndex = close.lastIndex;
  }
}

const tags = (xml: string, name: string): Tag[] => [...tagsIn(xml, name)];

function tagOf(attributes: string, inside: string): Tag {
  const known = new Map(
    [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', one, other]) => [name, one ?? other ?? '']),
  );
  return { of: (attribute) => known.get(attribute) ?? '', inside };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decoded = (text: string): string =>
  text.includes('&') || text.includes('_x')
    ? text
        .replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (_, hex, decimal, name) =>
          name
            ? (ENTITIES[name] ?? '')
            : String.fromCodePoint(Math.min(0x10ffff, hex ? Number.parseInt(hex, 16) : Number(decimal))),
        )
        .replace(/_x([\da-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** Without how it is read aloud. */
function withoutReadings(xml: string): string {
  const first = xml.search(/<(?:\w+:)?rPh\b/);
  return first < 0 ? xml : xml.slice(0, first);
}

/** The text of a string, in one piece or several. */
const richText = (xml: string): string =>
  tags(withoutReadings(xml), 't')
    .map(({ inside }) => decoded(inside))
    .join('');

const sharedTexts = (xml: string): string[] => tags(xml, 'si').map(({ inside }) => richText(inside));

/** How numbers of a style are shown. */
interface Format {
  kind: 'number' | 'day' | 'time' | 'moment' | 'duration' | 'percent';
  before: string;
  after: string;
  /** Digits that are there at least: zeros before the number, as of a code, and after its point. */
  leading: number;
  decimals: number;
}

const PLAIN: Format = { kind: 'number', before: '', after: '', leading: 0, decimals: 0 };
/** Formats that a file has without naming them. */
const BUILT_IN: Readonly<Record<number, string>> = {
  ...{ 9: '0%', 10: '0.00%', 14: 'd/m/yy', 15: 'd-mmm-yy', 16: 'd-mmm', 17: 'mmm-yy', 18: 'h:mm AM/PM' },
  ...{ 19: 'h:mm:ss AM/PM', 20: 'h:mm', 21: 'h:mm:ss', 22: 'd/m/yy h:mm', 45: 'mm:ss', 46: '[h]:mm:ss' },
  47: 'mm:ss.0',
};

function formatsOf(styles: string): Format[] {
  const codes = new Map(
    tags(styles, 'numFmt').map(({ of }) => [Number(of('numFmtId')), decoded(of('formatCode'))]),
  );
  const [cells] = tags(styles, 'cellXfs');
  return tags(cells?.inside ?? '', 'xf').map(({ of }) => {
    const id = Number(of('numFmtId'));
    // 27 to 36 and 50 to 58 are days in the scripts of East Asia.
    const isDay = (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
    return formatOf(codes.get(id) ?? BUILT_IN[id] ?? (isDay ? 'yyyy/m/d' : ''));
  });
}

function formatOf(code: string): Format {
  const [first = ''] = code.split(';');
  if (first === '' || /^general$/i.test(first)) return PLAIN;
  const bare = first.replace(/"[^"]*"|\\.|_.|\*./g, '');
  if (/\[[hms]+\]/i.test(bare)) return { ...PLAIN, kind: 'duration' };
  const letters = bare.replace(/\[[^\]]*\]/g, '').replace(/am\/pm|a\/p/gi, '');
  const hasDay =
    /[dy]|m{3,}/i.test(letters) || (/m/i.test(letters) && !/[hs]/i.test(letters) && !/[0#?]/.test(letters));
  const hasTime = /[hs]/i.test(letters);
  if (hasDay || hasTime) return { ...PLAIN, kind: hasDay && hasTime ? 'moment' : hasDay ? 'day' : 'time' };
  if (letters.includes('%')) return { ...PLAIN, kind: 'percent' };
  const shown = first
    .replace(/\[\$([^\]-]*)[^\]]*\]/g, '$1')
    .replace(/\[[^\]]*\]|_.|\*./g, '')
    .replace(/"([^"]*)"|\\(.)/g, (_, quoted, escaped) => quoted ?? escaped);
  const from = shown.search(/[0#?]/);
  const digits = from < 0 ? '' : (/^[0#?., ]*/.exec(shown.slice(from))?.[0] ?? '').trimEnd();
  return {
    kind: 'number',
    before: shown.slice(0, Math.max(0, from)).replace(/[-+(]/g, '').trim(),
    after: shown
      .slice(from + digits.length)
      .replace(/[-)]/g, '')
      .trim(),
    leading: /^0{2,}$/.test(digits) ? digits.length : 0,
    decimals: /\.(0+)/.exec(digits)?.[1]?.length ?? 0,
  };
}

interface Book {
  shared: readonly string[];
  formats: readonly Format[];
  is1904: boolean;
}

function rowsOf(xml: string, book: Book): { rows: Cell[][]; hidden: number; more: number } {
  const rows: Cell[][] = [];
  const at = new Map<number, Cell[]>();
  let hidden = 0;
  let more = 0;
  let last = 0;
  for (const { of, inside } of tagsIn(xml, 'row')) {
    if (rows.length >= SHEET_ROWS_MAX) {
      more += 1;
      continue;
    }
    const number = Number(of('r')) || last + 1;
    const cells = cellsOf(inside, book);
    at.set(number, cells);
    if (/^(?:1|true)$/.test(of('hidden'))) hidden += cells.some(({ text }) => text !== '') ? 1 : 0;
    else {
      // Rows that are not in the file are empty.
      if (last > 0 && number > last + 1) rows.push([]);
      rows.push(cells);
    }
    last = number;
  }
  for (const { of } of tagsIn(xml, 'mergeCell')) repeat(of('ref'), at);
  return { rows, hidden, more };
}

function cellsOf(xml: string, book: Book): Cell[] {
  const cells: Cell[] = [];
  for (const tag of tagsIn(xml, 'c')) {
    const column = columnOf(tag.of('r')) ?? cells.length;
    if (column > COLUMNS_MAX) continue;
    while (cells.length < column) cells.push({ text: '' });
    cells[column] = cellOf(tag, book);
  }
  return cells;
}

/** B7 as 1. */
function columnOf(reference: string): number | null {
  const [letters = ''] = /^[A-Z]{1,3}/.exec(reference) ?? [];
  return letters === ''
    ? null
    : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellOf({ of, inside }: Tag, { shared, formats, is1904 }: Book): Cell {
  const type = of('t') || 'n';
  const [held] = tags(inside, 'v');
  const value = decoded(held?.inside ?? '').trim();
  const plain = (text: string): Cell => ({ text: stripInvisible(text).text.trim() });
  switch (type) {
    case 's':
      return plain(shared[Number(value)] ?? '');
    case 'inlineStr':
      return plain(richText(inside));
    case 'b':
      return { text: value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : value };
    case 'n': {
      const number = Number(value);
      return value === '' || Number.isNaN(number)
        ? { text: value }
        : numberCell(number, formats[Number(of('s'))] ?? PLAIN, is1904);
    }
    default:
      // A text that a formula gives, an error (#REF!), a day as ISO writes it.
      return plain(value);
  }
}

const DAY_MS = 86_400_000;

function numberCell(number: number, format: Format, is1904: boolean): Cell {
  const { kind, before, after, leading, decimals } = format;
  const written = writtenNumber(number);
  switch (kind) {
    case 'number': {
      const around = (digits: string) => [before, digits, after].filter(Boolean).join(' ');
      if (leading > 0 && Number.isInteger(number)) return { text: around(written.padStart(leading, '0')) };
      const [, fraction = ''] = written.split('.');
      const isShort = fraction.length < decimals && !written.includes('e');
      return { text: around(isShort ? number.toFixed(decimals) : written), value: around(written) };
    }
    case 'percent': {
      const value = `${writtenNumber(number * 100)}%`;
      return { text: value, value };
    }
    case 'duration': {
      const minutes = Math.round(number * 1_440);
      return { text: `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}` };
    }
    case 'day':
    case 'time':
    case 'moment': {
      // Spreadsheets have a 29th of February 1900.
      const days = number + (is1904 ? 1_462 : number < 60 ? 1 : 0);
      const date = new Date(Math.round(((days - 25_569) * DAY_MS) / 1_000) * 1_000);
      if (Number.isNaN(date.getTime())) return { text: written };
      const [day = '', time = ''] = date
        .toISOString()
        .replace(/(?::00)?\.000Z$/, '')
        .split('T');
      const hasTime = number % 1 !== 0;
      if (kind === 'time' && number < 1) return { text: time };
      return { text: hasTime && kind !== 'day' ? `${day}T${time}` : day };
    }
  }
}

/** Fifteen digits, as spreadsheets show them: 0.1 + 0.2 is 0.3. */
const writtenNumber = (number: number): string => String(Number(number.toPrecision(15)));

/** Repeats a cell that spans rows in each of them. */
function repeat(range: string, at: ReadonlyMap<number, Cell[]>): void {
  const [, from = '', first = '', last = ''] =
    /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/.exec(range) ?? [];
  const column = columnOf(from);
  const cell = column === null ? undefined : at.get(Number(first))?.[column];
  if (column === null || !cell) return;
  for (
    let number = Number(first) + 1;
    number <= Math.min(Number(last), Number(first) + ROWS_MAX);
    number += 1
  ) {
    const row = at.get(number);
    if (!row) continue;
    while (row.length < column) row.push({ text: '' });
    row[column] = cell;
  }
}
