import type { Signal } from '@preact/signals';
import type { Row } from '../../../shared/builder-api/database.ts';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Pager } from '../../ui/pager.tsx';
import { CsvButton } from './csv.tsx';
import { ExportButton } from './export.tsx';
import { nextPage, type RowSource, type RowsQuestion } from './row-source.ts';

/** Above a list of rows: position, total, and paging. */
export function Pages({
  source,
  question,
  rows,
  shown,
  total,
}: {
  source: RowSource;
  question: Signal<RowsQuestion>;
  /** Those of the page, and how many of them are shown. */
  rows: readonly Row[];
  shown: number;
  /** Null: unknown. */
  total: number | null;
}) {
  const { limit, page, sort } = question.value;
  const { previous, next, isLast } = pagesBeside(source, question.value, rows, total);
  const goTo = (to: RowsQuestion) => () => (question.value = to);
  return (
    <span class="grid-pages">
      <Pager onPrevious={previous && goTo(previous)} onNext={next && goTo(next)}>
        {shown < rows.length
          ? t(page === 0 && isLast ? 'count.rowsOf' : 'console.rows.foundHere', {
              count: formatNumber(shown),
              of: formatNumber(rows.length),
            })
          : shownWords(page * limit, rows.length, total, isLast)}
      </Pager>
      {!isLast && next === null && sort.length > 0 && (
        <span class="meta">{t('console.rows.sortOtherwise')}</span>
      )}
      {!isLast && next === null && sort.length === 0 && (
        <Button
          quiet
          onClick={goTo({ ...question.value, page: 0, sort: [{ column: source.idColumn, dir: 'asc' }] })}
        >
          {t('console.rows.pageById')}
        </Button>
      )}
    </span>
  );
}

/** Questions for the pages before and after that of `rows`, if readable, and whether it is the last one. */
export function pagesBeside(
  source: Pick<RowSource, 'hasPages'>,
  question: RowsQuestion,
  rows: readonly Row[],
  total: number | null,
): { previous: RowsQuestion | null; next: RowsQuestion | null; isLast: boolean } {
  const { page, previous } = question;
  const isLast = isLastPage(question, rows.length, total);
  return {
    previous: page === 0 ? null : (previous ?? { ...question, page: page - 1 }),
    next: isLast ? null : source.hasPages ? { ...question, page: page + 1 } : nextPage(question, rows),
    isLast,
  };
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

/** Says "51–100 of 1,234", "1–50" of an unknown total, "12 rows" if all. `isLast`: as far as is known. */
export function shownWords(first: number, count: number, total: number | null, isLast = true): string {
  const isAll = first === 0 && (total === null ? isLast : total <= count);
  if (isAll || count === 0) return t('fact.rows', count);
  const values = { from: formatNumber(first + 1), to: formatNumber(first + count) };
  return total === null
    ? t('console.rows.range', values)
    : t('count.rangeOf', { ...values, total: formatNumber(total) });
}
