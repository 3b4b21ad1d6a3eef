import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type Row, readRows } from '../../../shared/builder-api/database.ts';
import { type ApiError, apiError, type Result, success } from '../../edge-client/api-error.ts';
import { failureWords } from '../../i18n/failure-words.ts';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { sendMessage } from '../../messaging/client.ts';
import { saveCsv } from './csv.tsx';
import { columnsOf, idOf, type RowSource, type RowsQuestion } from './row-source.ts';

const PAGE_ROWS = 500;
/** Most rows in a file; a narrower filter gives the rest. */
const ROWS_MAX = 50_000;

type Progress =
  | { kind: 'idle' }
  | { kind: 'reading'; done: number }
  | { kind: 'cut' }
  | { kind: 'failed'; error: ApiError };

/** Saves all rows of a query as a CSV file, page by page; nothing is saved when a page can't be read. */
export function ExportButton({
  source,
  question,
  total,
}: {
  source: RowSource;
  question: RowsQuestion;
  total: number | null;
}) {
  const progress = useSignal<Progress>({ kind: 'idle' });
  const stopped = useRef(false);
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );
  const save = async () => {
    stopped.current = false;
    progress.value = { kind: 'reading', done: 0 };
    const read = await readAll(source, question, (done) => {
      progress.value = { kind: 'reading', done };
      return !stopped.current;
    });
    if (stopped.current) progress.value = { kind: 'idle' };
    else if (!read.ok) progress.value = { kind: 'failed', error: read.error };
    else {
      const named = source.columns.map(({ name }) => name);
      saveCsv(source.fileName, columnsOf(named, read.value), read.value);
      progress.value = { kind: read.value.length >= ROWS_MAX ? 'cut' : 'idle' };
    }
  };
  const { value: now } = progress;
  if (now.kind === 'reading')
    return (
      <>
        <span class="meta" role="status">
          {t('console.rows.exporting', { done: formatNumber(now.done) })}
        </span>
        <button type="button" class="button quiet" onClick={() => (stopped.current = true)}>
          {t('verb.stop')}
        </button>
      </>
    );
  return (
    <>
      {now.kind === 'failed' && (
        <span class="meta failure" role="alert">
          {failureWords(now.error)}
        </span>
      )}
      {now.kind === 'cut' && (
        <span class="meta" role="status">
          {t('console.rows.exportCut', { count: formatNumber(ROWS_MAX) })}
        </span>
      )}
      <button type="button" class="button quiet" onClick={() => void save()}>
        {total === null
          ? t('console.database.csv')
          : t('console.rows.csvAll', { count: formatNumber(total) })}
      </button>
    </>
  );
}

/** @param onPage called with the number of rows read; false stops */
export async function readAll(
  { rows }: Pick<RowSource, 'rows'>,
  question: RowsQuestion,
  onPage: (done: number) => boolean,
): Promise<Result<Row[]>> {
  // Inserts and deletes between two pages shift the rest: no row is saved twice.
  const read = new Map<string, Row>();
  for (let page = 0; read.size < ROWS_MAX; page++) {
    const { path, body } = rows({ ...question, limit: PAGE_ROWS, page });
    const result = await sendMessage('readEdge', { path, keep: false, body });
    if (!result.ok) return result;
    const found = readRows(result.value.value);
    if (found === null) return apiError('service-failing', 'UNEXPECTED_ANSWER');
    for (const [at, row] of found.rows.entries()) read.set(idOf(row) ?? `${page}/${at}`, row);
    if (!onPage(read.size) || found.rows.length < PAGE_ROWS) break;
  }
  return success([...read.values()]);
}
