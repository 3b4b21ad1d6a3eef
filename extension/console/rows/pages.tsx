import type { Signal } from '@preact/signals';
import type { Row } from '../../../shared/builder-api/database.ts';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { CsvButton } from './csv.tsx';
import { ExportButton } from './export.tsx';
import type { RowSource, RowsQuestion } from './row-source.ts';

/** Rows to read from a source without pages: at first, and after each "Show more". */
const LIMITS = [50, 200, 500] as const;

/** Footer of a list of rows: position, total, paging, and export. */
export function Pages({
  source,
  question,
  names,
  rows,
  total,
  onRefresh,
}: {
  source: RowSource;
  question: Signal<RowsQuestion>;
  names: readonly string[];
  rows: readonly Row[];
  /** Null: unknown. */
  total: number | null;
  onRefresh: () => void;
}) {
  const { limit, page } = question.value;
  const first = page * limit;
  const isLast = total === null ? rows.length < limit : first + rows.length >= total;
  const nextLimit = source.hasPages ? undefined : LIMITS.find((one) => one > limit);
  const turn = (to: number) => (question.value = { ...question.value, page: to });
  return (
    <p class="spread">
      <span class="meta" role="status">
        {shownWords(first, rows.length, total)}
      </span>
      <span class="verbs">
        {source.hasPages && (page > 0 || !isLast) && (
          <>
            <button type="button" class="button quiet" disabled={page === 0} onClick={() => turn(page - 1)}>
              {t('console.rows.previous')}
            </button>
            <button type="button" class="button quiet" disabled={isLast} onClick={() => turn(page + 1)}>
              {t('console.rows.next')}
            </button>
          </>
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
        <button type="button" class="button quiet" onClick={onRefresh}>
          {t('verb.refresh')}
        </button>
        {source.hasPages ? (
          <ExportButton source={source} question={question.value} total={total} />
        ) : (
          <CsvButton
            name={source.fileName}
            names={names}
            rows={rows}
            label={isLast ? undefined : t('console.rows.csvThese', { count: formatNumber(rows.length) })}
          />
        )}
      </span>
    </p>
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
