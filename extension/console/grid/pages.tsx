import type { Signal } from '@preact/signals';
import type { Row } from '../../../shared/builder-api/database.ts';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { CsvButton } from './csv.tsx';
import { ExportButton } from './export.tsx';
import { nextPage, type RowSource, type RowsQuestion, SORTED_PAGE_ROWS } from './row-source.ts';

/** Rows to read from a source without pages: at first, and after each "Show more". */
const LIMITS = [50, 200, SORTED_PAGE_ROWS] as const;

/** Above a list of rows: position, total, and paging. */
export function Pages({
  source,
  question,
  rows,
  total,
}: {
  source: RowSource;
  question: Signal<RowsQuestion>;
  rows: readonly Row[];
  /** Null: unknown. */
  total: number | null;
}) {
  const { limit, page } = question.value;
  const first = page * limit;
  const isLast = isLastPage(question.value, rows.length, total);
  const nextLimit = source.hasPages ? undefined : LIMITS.find((one) => one > limit);
  const isSorted = question.value.sort.length > 0;
  const next = source.hasPages ? { ...question.value, page: page + 1 } : nextPage(question.value, rows);
  const hasMore = !isLast && (source.hasPages || (isSorted && limit === SORTED_PAGE_ROWS));
  return (
    <span class="grid-pages">
      <span class="meta" role="status">
        {shownWords(first, rows.length, total)}
      </span>
      <span class="verbs">
        {(page > 0 || hasMore) && (
          <>
            <button
              type="button"
              class="button quiet"
              aria-label={t('console.rows.previous')}
              disabled={page === 0}
              onClick={() =>
                (question.value = question.value.previous ?? { ...question.value, page: page - 1 })
              }
            >
              ‹
            </button>
            <button
              type="button"
              class="button quiet"
              aria-label={t('console.rows.next')}
              disabled={!hasMore || next === null}
              onClick={() => {
                if (next !== null) question.value = next;
              }}
            >
              ›
            </button>
          </>
        )}
        {hasMore && next === null && <span class="meta">{t('console.rows.sortOtherwise')}</span>}
        {!source.hasPages && !isLast && !isSorted && limit === SORTED_PAGE_ROWS && (
          <button
            type="button"
            class="button quiet"
            onClick={() =>
              (question.value = { ...question.value, sort: [{ column: source.idColumn, dir: 'asc' }] })
            }
          >
            {t('console.rows.pageById')}
          </button>
        )}
        {nextLimit !== undefined && rows.length >= limit && (
          <button
            type="button"
            class="button quiet"
            onClick={() => (question.value = { ...question.value, limit: nextLimit })}
          >
            {t('console.more')}
          </button>
        )}
      </span>
    </span>
  );
}

/** Whether nothing follows; a service may give fewer rows at once than a later sorted page requests. */
const isLastPage = ({ limit, page, after }: RowsQuestion, count: number, total: number | null): boolean =>
  total === null ? count < limit - (after?.shown.length ?? 0) : page * limit + count >= total;

/** Saves the rows as a file: those shown, where they are all, else all that are found. */
export function SaveRows({
  source,
  question,
  names,
  rows,
  total,
}: {
  source: RowSource;
  question: RowsQuestion;
  names: readonly string[];
  rows: readonly Row[];
  total: number | null;
}) {
  return source.hasPages || question.page > 0 || !isLastPage(question, rows.length, total) ? (
    <ExportButton source={source} question={question} total={total} />
  ) : (
    <CsvButton name={source.fileName} names={names} rows={rows} />
  );
}

/** "51-100 of 1,234", "1-50" with an unknown total, "12 rows" if that is all. */
export function shownWords(first: number, count: number, total: number | null): string {
  const isAll = first === 0 && (total === null || total <= count);
  if (isAll || count === 0) return t('console.database.rows', count, { count: formatNumber(count) });
  const values = { from: formatNumber(first + 1), to: formatNumber(first + count) };
  return total === null
    ? t('console.rows.range', values)
    : t('console.rows.rangeOf', { ...values, total: formatNumber(total) });
}
