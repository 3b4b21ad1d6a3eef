import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { type Row, readRows } from '../../../shared/builder-api/database.ts';
import { searchable } from '../../i18n/searchable.ts';
import { t } from '../../i18n/t.ts';
import { SearchField } from '../../ui/form.tsx';
import { Pager } from '../../ui/pager.tsx';
import { CsvButton } from './csv.tsx';
import { Grid, rowsAtOnce } from './grid.tsx';
import { RawValue } from './long-text.tsx';
import { shownWords } from './pages.tsx';
import { columnsOf } from './row-source.ts';
import { cellText } from './values.ts';

/**
 * Response to a query of any kind: rows as a grid, with their number and a file of all; other responses as
 * is. Rendered once per response, because it may be large; drops the page and the words of an earlier one.
 * @param none shown when there is no row
 * @param flags columns that hold yes or no as 1 and 0
 * @param isCounted the number of rows stands beside it already
 */
export function ResultGrid({
  label,
  fileName,
  response,
  none,
  flags = [],
  isCounted = false,
}: {
  label: string;
  fileName: string;
  response: unknown;
  none: string;
  flags?: readonly string[];
  isCounted?: boolean;
}) {
  return useMemo(() => {
    const found = readRows(response);
    if (found === null) return <RawValue value={response} />;
    return found.rows.length === 0 ? (
      <p class="meta">{none}</p>
    ) : (
      <Found
        key={crypto.randomUUID()}
        label={label}
        fileName={fileName}
        rows={found.rows}
        {...{ flags, isCounted }}
      />
    );
  }, [response]);
}

function Found({
  label,
  fileName,
  rows,
  flags,
  isCounted,
}: {
  label: string;
  fileName: string;
  rows: readonly Row[];
  flags: readonly string[];
  isCounted: boolean;
}) {
  const columns = flags.map((name) => ({ name, label: name, control: null, type: 'boolean' }));
  const page = useSignal(0);
  const words = useSignal('');
  const names = useMemo(() => columnsOf([], rows), [rows]);
  const size = rowsAtOnce(names.length);
  const isLong = rows.length > size;
  const found = useMemo(() => rowsWith(rows, names, words.value), [rows, names, words.value]);
  const first = page.value * size;
  const shown = found.slice(first, first + size);
  return (
    <>
      {isLong && (
        <SearchField
          label={t('console.rows.findInResult')}
          value={words.value}
          onText={(text) => {
            words.value = text;
            page.value = 0;
          }}
        />
      )}
      {found.length === 0 ? (
        <p class="meta">{t('status.nothingFound')}</p>
      ) : (
        <Grid label={label} names={names} columns={columns} rows={shown} first={first} total={found.length} />
      )}
      <div class="spread">
        <Pager
          onPrevious={page.value === 0 ? null : () => (page.value -= 1)}
          onNext={first + size >= found.length ? null : () => (page.value += 1)}
        >
          {(isLong || !isCounted) && shownWords(first, shown.length, found.length)}
        </Pager>
        <span class="verbs">
          <CsvButton name={fileName} names={names} rows={rows} />
        </span>
      </div>
    </>
  );
}

/** Rows of which a value contains these words, as they are shown. */
export function rowsWith(rows: readonly Row[], names: readonly string[], words: string): readonly Row[] {
  const wanted = searchable(words.trim());
  if (wanted === '') return rows;
  return rows.filter((row) => names.some((name) => searchable(cellText(row[name])).includes(wanted)));
}
