import Papa from 'papaparse';
import type { Row } from '../../../shared/builder-api/database.ts';
import { t } from '../../i18n/t.ts';
import { cellText } from './values.ts';

/** Saves rows as a CSV file. Cells that a spreadsheet would run as a formula become text. */
export function saveCsv(name: string, names: readonly string[], rows: readonly Row[]): void {
  const data = rows.map((row) => names.map((column) => cellText(row[column])));
  const csv = Papa.unparse({ fields: [...names], data }, { escapeFormulae: true });
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(url);
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
    <button type="button" class="button quiet" onClick={() => saveCsv(name, names, rows)}>
      {t('console.database.csv')}
    </button>
  );
}
