import { useMemo } from 'preact/hooks';
import { type Row, readRows } from '../../../shared/builder-api/database.ts';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { CsvButton } from './csv.tsx';
import { drawnRows, Grid } from './grid.tsx';
import { RawValue } from './long-text.tsx';
import { columnsOf } from './row-source.ts';

/**
 * The response to a query of any kind: rows as a grid, with their number and a file of all of them; anything else as received.
 * Rendered once per response, because it may be large.
 * @param none shown when there is no row
 */
export function ResultGrid({
  label,
  fileName,
  response,
  none,
}: {
  label: string;
  fileName: string;
  response: unknown;
  none: string;
}) {
  return useMemo(() => {
    const found = readRows(response);
    if (found === null) return <RawValue value={response} />;
    return found.rows.length === 0 ? (
      <p class="meta">{none}</p>
    ) : (
      <Found label={label} fileName={fileName} rows={found.rows} />
    );
  }, [response]);
}

function Found({ label, fileName, rows }: { label: string; fileName: string; rows: readonly Row[] }) {
  const names = columnsOf([], rows);
  const drawn = drawnRows(rows, names.length);
  const total = formatNumber(rows.length);
  return (
    <>
      <Grid label={label} names={names} rows={drawn} />
      <p class="spread">
        <span class="meta">
          {drawn.length < rows.length
            ? t('console.rows.firstOf', { count: formatNumber(drawn.length), total })
            : t('console.database.rows', rows.length, { count: total })}
        </span>
        <CsvButton name={fileName} names={names} rows={rows} />
      </p>
    </>
  );
}
