import { useSignal } from '@preact/signals';
import type { Category } from '../../../../shared/builder-api/limits.ts';
import { RUN_BUDGET_MIN_CREDITS } from '../../../../shared/edge-api/guards.ts';
import { failureWords } from '../../../i18n/failure-words.ts';
import { forecastWords } from '../../../i18n/forecast-words.ts';
import { formatAgo, formatCap, formatFacts, formatNumber } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { isSaidAbove } from '../../../reads/loaded.tsx';
import { servicePath } from '../../../reads/paths.ts';
import { refreshUnder } from '../../../reads/resource.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceChips } from '../../../ui/chips.tsx';
import { CAP_RANGE, stopsAtOnce } from '../../../ui/limit-input.tsx';
import { edgeNow, naming } from '../../../ui/page-state.ts';
import { mayAct, stored } from '../../../ui/stored-state.ts';
import { UsedBar } from '../../../ui/used-bar.tsx';
import { overrideWords } from '../../kit/guard-words.ts';
import { comparedAtEdge, EditLimit, type SetLimit } from '../../parts/edit-limit.tsx';
import { Part } from '../../parts/part.tsx';
import { projectAddress } from '../../parts/routes.ts';
import { type CapReads, type CapRow, type CapRows, rowsOf } from './cap-rows.ts';
import { CapsPromise } from './caps-promise.tsx';

const CATEGORIES = ['development', 'infrastructure'] as const satisfies readonly Category[];
const SHOWN_FIRST = 20;

/**
 * Projects with their caps of one category, each edited in its row; those that used most of theirs come
 * first. The infrastructure cap is the same field of the service as the budget of all features.
 */
export function Caps({ state, again, reread }: { state: CapRows } & CapReads) {
  const category = useSignal<Category>('development');
  const shown = useSignal(SHOWN_FIRST);
  const { error, readAt, read, total, unread } = state;
  const rows = rowsOf(state.rows, category.value);
  return (
    <Part
      title={t('console.money.caps')}
      summary=""
      side={
        <ChoiceChips
          of={CATEGORIES}
          chosen={category.value}
          words={(of) => t(`category.${of}`)}
          onChoose={(of) => (category.value = of)}
        />
      }
    >
      <CapsPromise
        rows={state}
        credits={stored.value?.snapshot?.snapshot.sections.account.data?.credits ?? null}
      />
      {error?.code === 'EDGE_NOT_FOUND' && <p class="meta">{t('state.olderEdge')}</p>}
      {error && isSaidAbove(error) && <p class="meta">{t('status.unread')}</p>}
      {error && error.code !== 'EDGE_NOT_FOUND' && !isSaidAbove(error) && (
        <p class="meta failure" role="alert">
          {failureWords(error)}{' '}
          <Button quiet onClick={() => void again()}>
            {t('verb.retry')}
          </Button>
        </p>
      )}
      {rows.length > 0 && (
        <CapTable rows={rows.slice(0, shown.value)} category={category.value} reread={reread} />
      )}
      {rows.length > shown.value && (
        <Button quiet onClick={() => (shown.value += SHOWN_FIRST)}>
          {t('verb.showMore')}
        </Button>
      )}
      {total !== null && read < total && (
        <p class="meta" role="status">
          {t('console.money.reading', { read: formatNumber(read), total: formatNumber(total) })}
        </p>
      )}
      {total !== null && read === total && readAt !== null && rows.length > 0 && (
        <p class="meta">
          {t('console.money.readAgo', { ago: formatAgo(readAt, edgeNow.value) })}{' '}
          <Button quiet onClick={() => void again()}>
            {t('verb.readAgain')}
          </Button>
        </p>
      )}
      {unread.length > 0 && <p class="meta">{t('console.money.unread', unread.length)}</p>}
    </Part>
  );
}

function CapTable({
  rows,
  category,
  reread,
}: { rows: readonly CapRow[]; category: Category } & Pick<CapReads, 'reread'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="caps-scroll" tabIndex={0} aria-label={t('console.money.capNow')}>
      <table class="caps">
        <thead>
          <tr>
            <th scope="col">{t('fact.project')}</th>
            <th scope="col" class="number">
              {t('fact.used')}
            </th>
            <th scope="col" class="bar-cell">
              {t('console.money.ofCap')}
            </th>
            <th scope="col" class="pace-cell">
              {t('console.money.pace')}
            </th>
            <th scope="col" class="number">
              {t('console.money.capNow')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.projectId} ${category}`}>
              <th scope="row">
                <a class="clip plain-link" href={projectAddress(row.projectId, 'limits')}>
                  {row.label ? isolated(row.label) : naming.value.project(row.projectId)}
                </a>
              </th>
              <td class="number">{formatNumber(row.used)}</td>
              <td class="bar-cell">
                <UsedBar used={row.used} cap={row.limit.cap} />
              </td>
              <td class="meta pace-cell">
                {(row.limit.kind === 'overridden' && overrideWords(row.limit, edgeNow.value)) ||
                  paceWords(category, row)}
              </td>
              <td class="number">
                <CapCell row={row} category={category} reread={reread} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The owner's cap, which an owner edits here; beside it the one that stands in its place for a time. */
function CapCell({
  row: { projectId, cap, limit, used },
  category,
  reread,
}: { row: CapRow; category: Category } & Pick<CapReads, 'reread'>) {
  const isOverridden = limit.kind === 'overridden';
  const standing = isOverridden && <span class="meta">{formatCap(limit.cap)} </span>;
  if (!mayAct('owner'))
    return (
      <>
        {standing}
        {isOverridden ? t('console.money.then', { cap: formatCap(cap) }) : formatCap(cap)}
      </>
    );
  const atEdge = comparedAtEdge({ projectId, category });
  const set: SetLimit = async (...change) => {
    const outcome = await atEdge(...change);
    if (outcome.kind === 'failed') return outcome;
    await Promise.all([reread([projectId]), refreshUnder(servicePath('/projects'))]);
    return outcome;
  };
  return (
    <>
      {standing}
      <EditLimit
        id={`${projectId} ${category}`}
        label={t('console.money.capOf', { name: naming.value.project(projectId) })}
        value={cap}
        range={CAP_RANGE}
        canRemove
        isOverridden={isOverridden}
        shown={formatCap(cap)}
        stops={(to) => stopsAtOnce(to, used, category)}
        set={set}
      />
    </>
  );
}

function paceWords(category: Category, { forecast, cap, used }: CapRow): string {
  if (cap === null || forecast === null) return t('fact.noCap');
  // A run that is begun with less is stopped at once.
  if (category === 'development' && used < cap && cap - used < RUN_BUDGET_MIN_CREDITS)
    return t('console.money.noRunPace');
  const { title, facts } = forecastWords(forecast, 'cap', edgeNow.value);
  if (forecast.kind === 'about') return t('console.money.reached', { when: title });
  return forecast.kind === 'not-before' ? title : formatFacts(title, facts);
}
