import { type Decimal, decimalOf, readNumber, VALUE_MAX_CHARS } from './numbers.ts';
import type { Cell, Source } from './page-data.ts';

const TOTAL =
  /^(?:(?:grand|sub|net|gross|overall)?[\s-]?totals?|sum|(?:gesamt|zwischen|end)?summe|gesamt(?:betrag)?|insgesamt|(?:sous-)?total(?: g[ée]n[ée]ral)?|somme|suma|subtotale?|totale|(?:sub)?totaal|som|razem|suma|итого|всего|toplam|yhteensä|celkem|summa|(?:opening|closing|ending|final) balance|(?:anfangs|end)?saldo|[Σ∑]|合計|小計|総計|合计|总计|小计|합계|소계)(?:\s.{0,30})?$/iu;
/** The total of a group, by the name of that, as a pivot table has it: only where it is their sum. */
const TOTAL_OF = /^.{1,60} (?:sub)?totals?$/iu;
/** What stands below a total: what it is made of or paid with. */
const BELOW_TOTAL =
  /^(?:(?:sales )?tax|vat|mwst|ust|tva|iva|btw|discount|rabatt|shipping|versand|rounding|balance(?: due)?|amount due|paid|average|mean|durchschnitt|mittelwert|min(?:imum)?|max(?:imum)?|count|anzahl)\b/iu;
/** What is no sum, but the mean of the rows above. */
const MEAN = /^(?:average|mean|durchschnitt|mittelwert|moyenne|promedio|media|média|gemiddelde|średnia)\b/iu;
/** A line of types or units below the names. */
const KIND =
  /^(?:[([{<].{1,30}[)\]}>]|(?:string|text|str|number|numeric|(?:big|small)?int(?:eger)?|float|double|real|decimal|bool(?:ean)?|date(?:time)?|timestamp|(?:var)?char|enum|uuid|json)(?:\(\d+(?:, ?\d+)?\))?|texte|zahl|datum|ganzzahl|nombre|entier|número|fecha|texto)$/iu;
/** A number, perhaps with its currency or unit. */
const AMOUNT = /^[^\p{L}]*\d[^\p{L}]*(?:\p{L}{1,3})?$/u;
const ROUNDING = 0.011;
/** A sum of fewer rows may be one by chance. */
const SUMMED_MIN = 2;

const known = new WeakMap<readonly Cell[][], ReadonlySet<number>>();

/**
 * Rows of a source that are no records: totals and what stands below them, a line of types or units below the
 * names, and headings of groups. They are not sent unless the user says so.
 */
export function notRecordsOf({ rows, apart = [] }: Source): ReadonlySet<number> {
  const found = known.get(rows) ?? find(rows);
  known.set(rows, found);
  return apart.length > 0 ? new Set([...found, ...apart]) : found;
}

function find(rows: readonly Cell[][]): ReadonlySet<number> {
  const found = new Set<number>();
  if (rows.length < 2) return found;
  const read = rows.map((row) => {
    const texts = row.map(textOf);
    const filled = texts.filter((text) => text !== '');
    const label = filled[0]?.replace(/[:：]\s*$/, '') ?? '';
    return {
      label,
      isTotal: TOTAL.test(label),
      isTotalOf: TOTAL_OF.test(label),
      isMean: MEAN.test(label),
      filled: filled.length,
      hasFirst: texts[0] !== '',
      hasNumber: texts.some((text) => AMOUNT.test(text)),
    };
  });
  if ((areKinds(rows[0]) && !areKinds(rows[1])) || areUnits(rows)) found.add(0);
  // Adding up thousands of rows takes longer than a page may stand still.
  const mayHaveTotals =
    read.some(({ isTotal, isTotalOf, isMean }) => isTotal || isTotalOf || isMean) ||
    read.at(-1)?.hasFirst === false;
  const sums = mayHaveTotals ? columnsOf(rows) : null;
  const endsAt = read.findLastIndex(({ label, isTotal }) => !isTotal && !BELOW_TOTAL.test(label)) + 1;
  let isBelow = false;
  for (const [index, { label, isTotal, isTotalOf, isMean, filled, hasFirst, hasNumber }] of read.entries()) {
    const isPart: boolean = isBelow && BELOW_TOTAL.test(label);
    const added: number = sums?.add(index, isTotal || isTotalOf || isPart, isMean) ?? 0;
    const isShort = filled < (rows[index]?.length ?? 0);
    const isLast = index >= endsAt && index > 0 && hasNumber;
    const isNamed: boolean =
      (isTotal && (added > 0 || isBelow || isShort || isLast)) || (isTotalOf && added > 0);
    const isSum = index === rows.length - 1 && !hasFirst && added > 0 && added === filled;
    if (isNamed || isSum || isPart || (isMean && added > 0)) found.add(index);
    isBelow = isNamed || isPart;
  }
  for (const index of headings(read, rows[0]?.length ?? 0)) found.add(index);
  return found;
}

const textOf = ({ text }: Cell): string => text.slice(0, VALUE_MAX_CHARS).trim();

function areKinds(row: readonly Cell[] = []): boolean {
  const filled = row.map(textOf).filter((text) => text !== '');
  return filled.length > 1 && filled.every((text) => KIND.test(text));
}

const DIGITS = /^[^\p{L}]*\d[^\p{L}]*$/u;
const UNIT_MAX_CHARS = 8;

/** True if the first row has a short word above each of several numbers, nothing or a dash above the rest. */
function areUnits([first = [], ...rows]: readonly (readonly Cell[])[]): boolean {
  const sample = rows.slice(0, 20);
  let units = 0;
  for (const [column, cell] of first.entries()) {
    const text = textOf(cell);
    if (text === '' || /^[-–—]$/.test(text)) continue;
    const below = sample.map((row) => (row[column] ? textOf(row[column]) : '')).filter((one) => one !== '');
    const areNumbers = below.length > 0 && below.every((one) => DIGITS.test(one));
    if (!areNumbers || text.length > UNIT_MAX_CHARS || /\d$/.test(text)) return false;
    units += 1;
  }
  return units > 0 && units < first.length && sample.length > 1;
}

/** The numbers of each column, and what they add up to so far. */
function columnsOf(rows: readonly Cell[][]) {
  const width = rows[0]?.length ?? 0;
  const decimals: (Decimal | null)[] = Array.from({ length: width }, (_, column) =>
    decimalOf(rows.slice(0, 200).map((row) => row[column]?.text ?? '')),
  );
  const all = new Array<number>(width).fill(0);
  const group = new Array<number>(width).fill(0);
  const counts = new Array<number>(width).fill(0);
  const numberOf = (cell: Cell | undefined, column: number): number | null => {
    if (!cell || !/\d/.test(cell.text) || cell.text.length > VALUE_MAX_CHARS) return null;
    const read = readNumber(cell.value ?? cell.text, cell.value ? 'en-US' : null, decimals[column] ?? null);
    return read.kind === 'value' ? read.value : null;
  };
  return {
    /** Counts numbers of a row that are sums or means of those above; `isTotal`: they are not added. */
    add(index: number, isTotal: boolean, isMean: boolean): number {
      const row = rows[index] ?? [];
      let sums = 0;
      row.forEach((cell, column) => {
        const number = numberOf(cell, column);
        if (number === null) return;
        const isSum = (of: number) => number !== 0 && Math.abs(of - number) <= ROUNDING;
        const count = counts[column] ?? 0;
        const [whole, part] = [all[column] ?? 0, group[column] ?? 0];
        if (count >= SUMMED_MIN && (isMean ? isSum(whole / count) : isSum(whole) || isSum(part))) sums += 1;
        if (isTotal || isMean) group[column] = 0;
        else {
          all[column] = (all[column] ?? 0) + number;
          group[column] = (group[column] ?? 0) + number;
          counts[column] = (counts[column] ?? 0) + 1;
        }
      });
      return sums;
    },
  };
}

/** Rows with nothing but a first cell, each above rows that are full, or that have everything but that. */
function headings(rows: readonly { filled: number; hasFirst: boolean }[], columns: number): number[] {
  const width = rows.reduce((most, { filled }) => Math.max(most, filled), 0);
  const isAlone = (row: (typeof rows)[number] | undefined) => row?.filled === 1 && row.hasFirst;
  const alone = rows.flatMap((row, index) => (isAlone(row) ? [index] : []));
  const others = rows.filter(({ filled }) => filled > 1);
  const areFull = others.length >= 2 * alone.length && others.every(({ filled }) => filled >= width - 1);
  const areAbove = alone.every((index) => index + 1 < rows.length && !isAlone(rows[index + 1]));
  const areBeside = others.length > 0 && others.every(({ hasFirst }) => !hasFirst);
  return columns > 2 && alone[0] === 0 && ((areFull && width > 2) || areBeside) && areAbove ? alone : [];
}
