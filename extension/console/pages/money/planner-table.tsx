import type { Category } from '../../../../shared/builder-api/limits.ts';
import { roomToLeave } from '../../../../shared/spending/planner.ts';
import { forecastWords } from '../../../i18n/forecast-words.ts';
import { formatCap, formatFacts, formatNumber, formatPercent } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { CAP_RANGE, LimitInput } from '../../../ui/limit-input.tsx';
import { edgeNow, naming } from '../../../ui/page-state.ts';
import { UsedBar } from '../../../ui/used-bar.tsx';
import { overrideWords } from '../../kit/guard-words.ts';
import { sum } from '../../kit/series.ts';
import { dayName } from '../../kit/spending-plot.tsx';
import { projectAddress } from '../../parts/routes.ts';
import { sumWords } from './caps-promise.tsx';
import { withCap } from './plan-of.ts';
import type { PlannerRow } from './planner-rows.ts';

/** One row per project: what it used, how long its cap lasts, and the planned cap. */
export function PlannerTable({
  rows,
  category,
  caps,
  wrong,
  byHand,
  isOfAll,
  isOwner,
  disabled,
  onType,
}: {
  rows: readonly PlannerRow[];
  category: Category;
  caps: ReadonlyMap<string, number>;
  wrong: ReadonlyMap<string, string>;
  /** Texts typed by hand, by project; null = the plan is computed from a total. */
  byHand: Readonly<Record<string, string>> | null;
  /** Whether the rows are all projects: else sums are the least, and no share is known. */
  isOfAll: boolean;
  isOwner: boolean;
  disabled: boolean;
  onType: (projectId: string, text: string) => void;
}) {
  const usedByAll = sum(rows.map(({ used }) => used));
  const sumOwn = sumOfCaps(rows, new Map());
  const sumAfter = sumOfCaps(rows, caps);
  const isPlanned = rows.some(({ projectId, cap }) => (caps.get(projectId) ?? cap) !== cap);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="plan-scroll" tabIndex={0} aria-label={t('console.money.table')}>
      <table class="plan">
        <thead>
          <tr>
            <th scope="col">{t('fact.project')}</th>
            <th scope="col" class="number">
              {t('fact.used')}
            </th>
            <th scope="col" class="number wide-only">
              {t('console.money.share')}
            </th>
            <th scope="col" class="bar-cell">
              {t(isPlanned ? 'console.money.ofPlannedCap' : 'console.money.ofCap')}
            </th>
            <th scope="col" class="pace-cell">
              {t('console.money.pace')}
            </th>
            <th scope="col" class="wide-only">
              {t('console.money.lastSpent')}
            </th>
            <th scope="col" class="number">
              {t('console.money.capNow')}
            </th>
            {isOwner && (
              <th scope="col" class="number">
                {t('console.money.planned')}
              </th>
            )}
            {isOwner && (
              <th scope="col" class="difference-cell">
                <span class="hidden-words">{t('console.money.difference')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const isLaid = row.limit.kind === 'laid';
            return (
              <tr key={row.projectId}>
                <th scope="row">
                  <a class="clip plain-link" href={projectAddress(row.projectId, 'limits')}>
                    {row.label ? isolated(row.label) : naming.value.project(row.projectId)}
                  </a>
                </th>
                <td class="number">{formatNumber(row.used)}</td>
                <td class="number wide-only">
                  {isOfAll && usedByAll > 0 && formatPercent(row.used / usedByAll)}
                </td>
                <td class="bar-cell">
                  <UsedBar
                    used={row.used}
                    cap={isLaid ? row.limit.cap : (caps.get(row.projectId) ?? row.cap)}
                  />
                </td>
                <td class="meta pace-cell">
                  {(isLaid && overrideWords(row.limit, edgeNow.value)) ||
                    paceWords(category, withCap(row, category, caps.get(row.projectId), edgeNow.value))}
                </td>
                <td class="meta wide-only">{lastSpentWords(row, category)}</td>
                <td class="number">
                  {formatCap(row.limit.cap)}
                  {isLaid && (
                    <span class="meta"> {t('console.money.then', { cap: formatCap(row.cap) })}</span>
                  )}
                </td>
                {isOwner && (
                  <td class="number" data-arrive={byHand !== null && index === 0}>
                    {byHand !== null ? (
                      <LimitInput
                        isInTable
                        value={byHand[row.projectId] ?? String(caps.get(row.projectId) ?? row.cap ?? '')}
                        range={CAP_RANGE}
                        isWrong={wrong.has(row.projectId)}
                        label={t('console.money.capOf', { name: naming.value.project(row.projectId) })}
                        disabled={disabled}
                        onType={(text) => onType(row.projectId, text)}
                      />
                    ) : (
                      <Planned to={caps.get(row.projectId) ?? row.cap} from={row.cap} />
                    )}
                  </td>
                )}
                {isOwner && (
                  <td
                    class={wrong.has(row.projectId) ? 'meta failure difference-cell' : 'meta difference-cell'}
                  >
                    {isLaid
                      ? t('console.money.laidAlone')
                      : (wrong.get(row.projectId) ?? differenceWords(row, caps.get(row.projectId)))}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
        {isOwner && (
          <tfoot>
            <tr>
              <th scope="row">{t('console.money.sum')}</th>
              <td class="number">{sumWords(usedByAll, isOfAll)}</td>
              <td class="wide-only" />
              <td class="bar-cell" />
              <td class="pace-cell" />
              <td class="wide-only" />
              <td class="number">{sumWords(sumOwn, isOfAll)}</td>
              <td class="number">
                <Planned to={sumAfter} from={sumOwn} words={sumWords(sumAfter, isOfAll)} />
              </td>
              <td class="meta difference-cell">{signed(sumAfter - sumOwn)}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

/** A cap after the plan, or their sum; bold where the plan changes it. */
const Planned = ({
  to,
  from,
  words = formatCap(to),
}: Record<'to' | 'from', number | null> & { words?: string }) => (to === from ? words : <b>{words}</b>);

export const sumOfCaps = (rows: readonly PlannerRow[], caps: ReadonlyMap<string, number>): number =>
  sum(rows.map(({ projectId, cap }) => caps.get(projectId) ?? cap ?? 0));

function paceWords(category: Category, { forecast, cap, used }: PlannerRow): string {
  if (cap === null || forecast === null) return t('fact.noCap');
  if (used < cap && cap - used < roomToLeave(category)) return t('console.money.noRunPace');
  const { title, facts } = forecastWords(forecast, 'cap', edgeNow.value);
  if (forecast.kind === 'about') return t('console.money.reached', { when: title });
  return forecast.kind === 'not-before' ? title : formatFacts(title, facts);
}

/** The last day on which anything was spent: of development, that of the last run or deployment. */
function lastSpentWords({ daily }: PlannerRow, category: Category): string {
  const dates = daily.filter((day) => day[category] > 0).map(({ date }) => date.slice(0, 10));
  const last = dates.toSorted().at(-1);
  return last === undefined ? '' : dayName(last);
}

function differenceWords({ cap }: PlannerRow, to: number | undefined): string {
  return to === undefined || cap === null ? '' : signed(to - cap);
}

const signed = (amount: number): string =>
  amount === 0 ? '' : `${amount > 0 ? '+' : '−'}${formatNumber(Math.abs(amount))}`;
