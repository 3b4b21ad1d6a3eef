import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type Row, readRows } from '../../../shared/builder-api/database.ts';
import { type ApiError, apiError, type Result, success } from '../../edge-client/api-error.ts';
import { failureWords } from '../../i18n/failure-words.ts';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { sendMessage } from '../../messaging/client.ts';
import { Button } from '../../ui/button.tsx';
import { saveCsv } from './csv.tsx';
import {
  columnsOf,
  idOf,
  nextPage,
  pageRequest,
  READ_AT_ONCE,
  type RowSource,
  type RowsQuestion,
} from './row-source.ts';

const PAGE_ROWS = 500;
/** Most rows in a file; a narrower filter gives the rest. */
const ROWS_MAX = 50_000;

type Progress =
  | { kind: 'idle' }
  | { kind: 'reading'; done: number }
  | { kind: 'cut' }
  | { kind: 'short'; count: number; total: number }
  | { kind: 'failed'; error: ApiError };

/** Saves all rows of a query as a CSV file, page by page; nothing is saved when a page can't be read. */
export function ExportButton({
  source,
  question,
  total,
}: {
  source: Pick<RowSource, 'rows' | 'hasPages' | 'idColumn' | 'columns' | 'fileName'>;
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
      const names = source.columns.map(({ name }) => name);
      const { rows, total } = read.value;
      saveCsv(source.fileName, columnsOf(names, rows), rows);
      const isShort = total !== null && rows.length < total;
      progress.value =
        rows.length >= ROWS_MAX
          ? { kind: 'cut' }
          : isShort
            ? { kind: 'short', count: rows.length, total }
            : { kind: 'idle' };
    }
  };
  const { value: now } = progress;
  if (now.kind === 'reading')
    return (
      <>
        <span class="meta" role="status">
          {t('console.rows.exporting', { done: formatNumber(now.done) })}
        </span>
        <Button quiet onClick={() => (stopped.current = true)}>
          {t('verb.stop')}
        </Button>
      </>
    );
  return (
    <>
      {now.kind === 'failed' && (
        <span class="meta failure" role="alert">
          {failureWords(now.error)}
        </span>
      )}
      {(now.kind === 'short' || now.kind === 'cut') && (
        <span class="meta" role="status">
          {now.kind === 'cut'
            ? t('console.rows.exportCut', { count: formatNumber(ROWS_MAX) })
            : t('console.rows.exportShort', {
                count: formatNumber(now.count),
                total: formatNumber(now.total),
              })}
        </span>
      )}
      <Button quiet onClick={() => void save()}>
        {total === null
          ? t('console.database.csv')
          : t('console.rows.csvAll', { count: formatNumber(total) })}
      </Button>
    </>
  );
}

type ReadRows = Result<{ rows: Row[]; total: number | null }>;
type OnPage = (done: number) => boolean;

/** @param onPage called with the number of rows read; false stops */
export const readAll = (
  source: Pick<RowSource, 'rows' | 'hasPages' | 'idColumn'>,
  question: RowsQuestion,
  onPage: OnPage,
): Promise<ReadRows> =>
  source.hasPages ? readPages(source, question, onPage) : readSorted(source, question, onPage);

/** All rows of a source without pages, by id: in any other order, rows without the value would be missing. */
async function readSorted(
  { rows, idColumn }: Pick<RowSource, 'rows' | 'idColumn'>,
  { where }: RowsQuestion,
  onPage: OnPage,
): Promise<ReadRows> {
  const read: Row[] = [];
  let total: number | null = null;
  let question: RowsQuestion = {
    where,
    sort: [{ column: idColumn, dir: 'asc' }],
    limit: READ_AT_ONCE,
    page: 0,
  };
  while (read.length < ROWS_MAX) {
    const answered = await sendMessage('readEdge', { ...rows(question), keep: false });
    if (!answered.ok) {
      if (answered.error.code !== 'EDGE_ANSWER_TOO_LARGE' || question.limit === 1) return answered;
      question = { ...question, limit: Math.floor(question.limit / 2) };
      continue;
    }
    const found = readRows(answered.value.value);
    if (found === null) return apiError('service-failing', 'UNEXPECTED_ANSWER');
    total ??= found.total;
    const page = pageRequest(question).rowsOf(found.rows);
    read.push(...page);
    if (page.length === 0 || !onPage(read.length)) break;
    const next = nextPage(question, page);
    // Rows without ids can't be told apart, and a file that lacks some must not look whole.
    if (next === null) return apiError('service-failing', 'UNEXPECTED_ANSWER');
    question = next;
  }
  return success({ rows: read, total });
}

async function readPages(
  { rows }: Pick<RowSource, 'rows'>,
  question: RowsQuestion,
  onPage: OnPage,
): Promise<ReadRows> {
  // Inserts and deletes between two pages shift the rest: no row is saved twice.
  const read = new Map<string, Row>();
  let total: number | null = null;
  let limit = PAGE_ROWS;
  let skip = 0;
  while (read.size < ROWS_MAX) {
    const { path, body } = rows({ ...question, limit, page: skip / limit });
    const answered = await sendMessage('readEdge', { path, keep: false, body });
    if (!answered.ok) {
      // Rows so wide that a page of them is more than the edge passes on.
      if (answered.error.code !== 'EDGE_ANSWER_TOO_LARGE' || limit === 1) return answered;
      limit = smaller(limit, skip);
      continue;
    }
    const found = readRows(answered.value.value);
    if (found === null) return apiError('service-failing', 'UNEXPECTED_ANSWER');
    total = found.total ?? answered.value.total ?? total;
    const before = read.size;
    for (const [at, row] of found.rows.entries()) read.set(idOf(row) ?? String(skip + at), row);
    skip += found.rows.length;
    if (!onPage(read.size) || read.size === before || (total !== null && skip >= total)) break;
    if (found.rows.length < limit) {
      // Either the last page, or a backend that gives fewer rows than requested: its maximum is undocumented.
      if (skip % found.rows.length !== 0) break;
      limit = found.rows.length;
    }
  }
  return success({ rows: [...read.values()], total });
}

/** The largest part of a page size at which `skip` rows are whole pages. */
function smaller(limit: number, skip: number): number {
  for (let size = Math.floor(limit / 2); size > 1; size--) if (skip % size === 0) return size;
  return 1;
}
