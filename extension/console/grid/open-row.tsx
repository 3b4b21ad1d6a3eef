import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import * as z from 'zod/mini';
import { type Row, readRows } from '../../../shared/builder-api/database.ts';
import { formatNumber } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { Loaded } from '../../reads/loaded.tsx';
import { useResource } from '../../reads/resource.ts';
import { Button } from '../../ui/button.tsx';
import type { NameOf } from './grid.tsx';
import { RowForm } from './row-form.tsx';
import type { RowSource } from './row-source.ts';
import { valuesIn } from './staged.ts';
import { changesOf } from './staged-changes.ts';
import { shownText } from './values.ts';

export type Named = (rows: readonly Row[], draw: (nameOf: NameOf) => ComponentChildren) => ComponentChildren;
export type More = (id: string, row: Row) => ComponentChildren;
/** The id of the row before or after, the turn to its page, or null: there is none. */
type Neighbour = string | (() => void) | null;
/** Position of an open row in its list, of how many, and the rows beside it. */
export type Beside = { position: number; count: number; previous: Neighbour; next: Neighbour };

/** Begins the address of the form of a new row; its key follows. */
const NEW_ROW = '+';
export const newRowKey = (): string => `${NEW_ROW}${crypto.randomUUID()}`;
export const isNewRow = (id: string): boolean => id.startsWith(NEW_ROW);

/**
 * The row that is open, or the form of a new one, with the way to the rows beside it.
 * @param row undefined: not among the rows of the page, so read by itself
 * @param isRead whether those have been read
 */
export function OpenRow({
  source,
  id,
  row,
  names,
  beside,
  rows,
  isRead,
  more,
  named,
}: {
  source: RowSource;
  id: string;
  row: Row | undefined;
  names: readonly string[];
  beside: Beside | null;
  /** Those of its list. */
  rows: readonly Row[];
  isRead: boolean;
  more: More | undefined;
  named: Named;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [id]);
  const isNew = isNewRow(id);
  const staged = changesOf(source.key).staged.value.filter(({ key }) => key === id);
  const whole = (shown: Row) => (
    <>
      {named([...valuesIn(staged), shown], (nameOf) => (
        <RowForm key={id} {...{ source, id, isNew, names, nameOf }} row={shown} beside={rows} />
      ))}
      {!isNew && more?.(id, shown)}
    </>
  );
  const shown = isNew ? {} : row;
  return (
    <section class="record" aria-label={t('console.rows.open')}>
      <p class="spread">
        <a href={source.addressOf()} class="button quiet">
          ‹ {t('fact.allRows')}
        </a>
        {beside && (
          <span class="verbs">
            <span class="meta">
              {t('count.doneOf', {
                done: formatNumber(beside.position),
                count: formatNumber(beside.count),
              })}
            </span>
            <Step to={beside.previous} source={source} label={t('console.rows.previousRow')} face="↑" />
            <Step to={beside.next} source={source} label={t('console.rows.nextRow')} face="↓" />
          </span>
        )}
      </p>
      <h2 class="clip" dir="auto" tabIndex={-1} ref={heading}>
        {isNew ? t('console.rows.row.new') : titleOf(source, id, row)}
      </h2>
      {shown ? whole(shown) : isRead && <LostRow key={id} source={source} id={id} whole={whole} />}
    </section>
  );
}

/** The value that its row in the list begins with, else its id. */
export function titleOf({ columns }: Pick<RowSource, 'columns'>, id: string, row: Row | undefined): string {
  const [first] = columns;
  const text = first && row ? shownText(row[first.name], first.control) : '';
  return isolated(text || id);
}

function Step({
  to,
  source,
  label,
  face,
}: {
  to: Neighbour;
  source: RowSource;
  label: string;
  face: string;
}) {
  if (to === null) return null;
  return typeof to === 'function' ? (
    <Button quiet aria-label={label} title={label} onClick={to}>
      {face}
    </Button>
  ) : (
    <a class="button quiet" href={source.addressOf(to)} aria-label={label} title={label}>
      {face}
    </a>
  );
}

/** A row named by the address that is not on the current page: read separately. */
function LostRow({
  source,
  id,
  whole,
}: {
  source: RowSource;
  id: string;
  whole: (row: Row) => ComponentChildren;
}) {
  const where = [{ column: source.idColumn, op: 'eq' as const, value: id }];
  const Gone = () => (
    <p class="meta">
      {t('console.rows.row.gone', { row: isolated(id) })} <a href={source.addressOf()}>{t('fact.allRows')}</a>
    </p>
  );
  const row = useResource(
    source.rowPath
      ? { path: source.rowPath(id), schema: z.unknown(), keep: false }
      : { ...source.rows({ where, sort: [], limit: 1, page: 0 }), schema: z.unknown() },
  );
  const { value: answer } = row.state;
  // Also when it was deleted while it was shown.
  if ('error' in answer && answer.error?.code === 'EDGE_DATA_NOT_FOUND') return <Gone />;
  return (
    <Loaded of={row}>
      {(data) => {
        const found = readRows(source.rowPath ? [data] : data)?.rows[0];
        return found ? whole(found) : <Gone />;
      }}
    </Loaded>
  );
}
