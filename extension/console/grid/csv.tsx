import Papa from 'papaparse';
import type { Row } from '../../../shared/builder-api/database.ts';
import { formatValue } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { fileCell } from './values.ts';

/**
 * Matches a text that a spreadsheet runs as a formula: by its first character, also in full width, whatever
 * follows, and behind blanks or invisible characters, such as marks of direction, which some take away first.
 */
const FORMULA = /^[\s\p{Default_Ignorable_Code_Point}\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/**
 * Spreadsheets separate cells by semicolons where numbers have a decimal comma, and read a decimal point as a
 * date. Another separator would have them cut a text that holds a semicolon, and begin a cell with the rest.
 */
const hasDecimalComma = (): boolean => formatValue(0.5).includes(',');

/** Saves rows as a CSV file. Texts that a spreadsheet would run as a formula stay text. */
export function saveCsv(name: string, names: readonly string[], rows: readonly Row[]): void {
  const url = URL.createObjectURL(new Blob([csvOf(names, rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}

const asText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

export function csvOf(names: readonly string[], rows: readonly Row[]): string {
  const isComma = hasDecimalComma();
  const cell = (value: unknown): string | number | boolean => {
    const content = fileCell(value);
    // No language's own minus and digits, which spreadsheets take for text.
    if (typeof content === 'number') return isComma ? String(content).replace('.', ',') : content;
    return typeof content === 'string' ? asText(content) : content;
  };
  const data = rows.map((row) => names.map((column) => cell(row[column])));
  return Papa.unparse({ fields: names.map(asText), data }, { delimiter: isComma ? ';' : ',' });
}

export function CsvButton({
  name,
  names,
  rows,
}: {
  name: string;
  names: readonly string[];
  rows: readonly Row[];
}) {
  return (
    <Button quiet onClick={() => saveCsv(name, names, rows)}>
      {t('console.database.csv')}
    </Button>
  );
}
