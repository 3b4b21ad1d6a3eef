import type { RecognizedPage } from '../recognition/page.ts';
import type { Wanted } from './wanted.ts';

/** What the lines of a bill say: labels with what follows them, and the rows below a heading. */
export interface Document {
  text: string;
  /** By the label in lower case. */
  values: ReadonlyMap<string, string>;
  /** Each by its column's name in lower case. */
  items: readonly ReadonlyMap<string, string>[];
}

const NAMED = /^([^:]{2,40}):\s+(.+)$/;
/** "VAT 19% EUR 71.44". */
const SUM = /^(.+?)(?: \d+%)? ([A-Z]{3} [\d.,]+)$/;
const HEADING = ['description', 'qty', 'unit price', 'amount'];
const ITEM = /^(.+?) (\d+) ([\d.,]+) ([\d.,]+)$/;

export function documentOf(pages: readonly RecognizedPage[]): Document {
  const text = pages.map((page) => page.text).join('\n');
  const values = new Map<string, string>();
  const items: Map<string, string>[] = [];
  for (const line of text.split('\n')) {
    const [, label, value = ''] = NAMED.exec(line) ?? SUM.exec(line) ?? [];
    const [, ...cells] = ITEM.exec(line) ?? [];
    if (label !== undefined) {
      if (!values.has(label.toLowerCase())) values.set(label.toLowerCase(), value);
    } else if (cells.length > 0) {
      items.push(new Map(HEADING.map((name, at) => [name, cells[at] ?? ''])));
    }
  }
  return { text, values, items };
}

/** What there is of the wanted values (README, How a scan finds its values); the rest is absent. */
export function findValues(
  document: Pick<Document, 'values'> & Partial<Document>,
  wanted: ReadonlyMap<string, Wanted>,
): Record<string, unknown> {
  const found = [...wanted].map(([name, one]) => [name, findValue(document, one)] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

function findValue(
  { values, items = [], text = '' }: Pick<Document, 'values'> & Partial<Document>,
  wanted: Wanted,
): unknown {
  const label = wanted.labels.find((one) => values.has(one.toLowerCase()));
  const value = label === undefined ? undefined : values.get(label.toLowerCase());
  switch (wanted.kind) {
    case 'object': {
      const inner = findValues({ values, items, text }, wanted.properties);
      return Object.keys(inner).length === 0 ? undefined : inner;
    }
    case 'table': {
      const rows = items.map((item) => findValues({ values: item }, wanted.columns));
      return rows.length === 0 ? undefined : rows;
    }
    case 'list':
      return value === undefined
        ? undefined
        : value
            .split(/\s*[,;]\s*/)
            .map((part) => findValue({ values: new Map([['', part]]) }, { ...wanted.item, labels: [''] }));
    case 'enum': {
      const there = (value ?? text).toLowerCase();
      const found = wanted.values.filter((one) => there.includes(one.toLowerCase()));
      return found.length === 1 ? found[0] : undefined;
    }
    case 'date':
      return value === undefined ? undefined : dateIn(value);
    case 'number': {
      const number = Number(/-?[\d,]*\d(?:\.\d+)?/.exec(value ?? '')?.[0].replaceAll(',', ''));
      return value === undefined || Number.isNaN(number) ? undefined : number;
    }
    case 'boolean':
      return value === undefined ? undefined : /^(?:yes|true)$/i.test(value);
    case 'text':
      return value;
  }
}

/** As `YYYY-MM-DD`; of a date in numbers the day comes first. */
function dateIn(text: string): string | undefined {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  const at = Date.parse(day === undefined ? `${text} UTC` : `${year}-${month}-${day}`);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString().slice(0, 10);
}
