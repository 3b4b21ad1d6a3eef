import type { RecognizedPage } from '../recognition/page.ts';
import { type Cell, type Row, rowsOf } from '../recognition/rows.ts';
import { findTable } from './find-table.ts';
import { fuller, type Labelled, labelled } from './labels.ts';
import { booleanIn, dateIn, numberIn, numbersIn } from './parse-value.ts';
import type { Wanted } from './wanted.ts';

/** Words recognized with low confidence are ignored. */
const LEAST_CONFIDENCE = 30;
/** How far below its label a value may stand, in heights of the label. */
const BELOW = 2.5;

/** The rows of one or several pages, as the rules look at them. */
export type Document = Row[][];

export function documentOf(pages: readonly RecognizedPage[]): Document {
  return pages.map(({ words }) => rowsOf(words.filter(({ confidence }) => confidence >= LEAST_CONFIDENCE)));
}

/** What can be found of the wanted values (README, How a scan finds its values); the rest is absent. */
export function findValues(document: Document, wanted: ReadonlyMap<string, Wanted>): Record<string, unknown> {
  const found: [string, unknown][] = [];
  for (const [name, one] of wanted) {
    const value = findValue(document, one);
    if (value !== undefined) found.push([name, value]);
  }
  return Object.fromEntries(found);
}

function findValue(document: Document, wanted: Wanted): unknown {
  switch (wanted.kind) {
    case 'object': {
      const inner = findValues(document, wanted.properties);
      return Object.keys(inner).length === 0 ? undefined : inner;
    }
    case 'table':
      return findTable(document, wanted.columns);
    case 'list':
      return findList(document, wanted.labels, wanted.item);
    case 'amount':
      return first(document, wanted.labels, ({ row }) => amountOf(row));
    case 'date':
      return first(document, wanted.labels, (found) => valueBeside(found, dateIn)) ?? onlyDate(document);
    case 'enum': {
      const choose = (text: string) => chosenIn(text, wanted.values);
      return (
        first(document, wanted.labels, (found) => valueBeside(found, choose)) ??
        onlyChosen(document, wanted.values)
      );
    }
    case 'text':
      return first(document, wanted.labels, (found) => valueBeside(found, textIn));
    case 'code':
      return first(document, wanted.labels, (found) => valueBeside(found, codeIn));
    case 'number':
      return first(document, wanted.labels, (found) => valueBeside(found, numberIn));
    case 'boolean':
      return first(document, wanted.labels, (found) => valueBeside(found, booleanIn));
  }
}

/** A word with a digit in it. */
function codeIn(text: string): string | undefined {
  return /\S*\d\S*/.exec(text)?.[0].replace(/[,;:.]+$/, '');
}

function textIn(text: string): string | undefined {
  const trimmed = text.trim();
  return /[\p{L}\p{N}]/u.test(trimmed) ? trimmed : undefined;
}

/** The first label, the surest ones first, beside which there is such a value. */
function first(document: Document, labels: readonly string[], read: (found: Labelled) => unknown): unknown {
  for (const found of labelled(document, labels)) {
    const value = read(found);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** After the label, else right of it, else below it. */
function valueBeside(
  { rest, right, row, rowsBelow, cell }: Labelled,
  read: (text: string) => unknown,
): unknown {
  const after = rest === '' ? undefined : read(rest);
  if (after !== undefined) return after;
  const beside = right === undefined || right.text.endsWith(':') ? undefined : read(right.text);
  if (beside !== undefined) return beside;
  const [next] = rowsBelow;
  if (rest !== '' || next === undefined || next.box.y - row.box.y > BELOW * Math.max(row.box.height, 1))
    return undefined;
  const below = next.cells.find((one) => overlaps(one, cell));
  return below === undefined || below.text.endsWith(':') ? undefined : read(below.text);
}

function overlaps(a: Cell, b: Cell): boolean {
  return a.box.x < b.box.x + b.box.width && b.box.x < a.box.x + a.box.width;
}

/** The last number of a row that is not a percentage. */
function amountOf({ cells }: Row): number | undefined {
  const text = cells.map((cell) => cell.text).join('  ');
  return numbersIn(text.replaceAll(/\d+(?:[.,]\d+)?\s*%/g, '')).at(-1);
}

function chosenIn(text: string, values: readonly string[]): string | undefined {
  return values.toSorted((a, b) => b.length - a.length).find((value) => fuller(value).test(text));
}

function onlyChosen(document: Document, values: readonly string[]): string | undefined {
  const text = textOf(document);
  const there = values.filter((value) => fuller(value).test(text));
  return there.length === 1 ? there[0] : undefined;
}

function onlyDate(document: Document): string | undefined {
  const dates = new Set(
    document.flat().flatMap(({ cells }) => cells.flatMap((cell) => dateIn(cell.text) ?? [])),
  );
  return dates.size === 1 ? [...dates][0] : undefined;
}

export function textOf(document: Document): string {
  return document
    .flat()
    .map(({ cells }) => cells.map(({ text }) => text).join('  '))
    .join('\n');
}

/** What is enumerated after a label, or stands below it line by line. */
function findList(document: Document, labels: readonly string[], item: Wanted): unknown[] | undefined {
  for (const { rest, right, row, rowsBelow, cell } of labelled(document, labels)) {
    const beside = rest === '' ? (right?.text ?? '') : rest;
    const parts = beside === '' ? linesBelow(row, rowsBelow, cell) : beside.split(/\s*[,;•|]\s*/);
    const values = parts.flatMap((part) => itemOf(item, part.replace(/^[-•*\s]+/, '')) ?? []);
    if (values.length > 0) return values;
  }
  return undefined;
}

function linesBelow(row: Row, rowsBelow: readonly Row[], label: Cell): string[] {
  const lines: string[] = [];
  let above = row;
  for (const next of rowsBelow) {
    const cell = next.cells.find((one) => overlaps(one, label));
    if (cell === undefined || /:\s*\S*$/.test(cell.text)) break;
    if (next.box.y - above.box.y > BELOW * Math.max(above.box.height, 1)) break;
    lines.push(cell.text);
    above = next;
  }
  return lines;
}

function itemOf(item: Wanted, text: string): unknown {
  switch (item.kind) {
    case 'number':
    case 'amount':
      return numberIn(text);
    case 'date':
      return dateIn(text);
    case 'boolean':
      return booleanIn(text);
    case 'enum':
      return chosenIn(text, item.values);
    case 'text':
    case 'code':
      return textIn(text);
    case 'list':
    case 'table':
    case 'object':
      return undefined;
  }
}
