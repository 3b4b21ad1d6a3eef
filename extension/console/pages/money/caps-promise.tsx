import type { Category } from '../../../../shared/builder-api/limits.ts';
import { highestCap } from '../../../../shared/spending/effective-limit.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { stored } from '../../../ui/stored-state.ts';
import { sum } from '../../kit/series.ts';
import { type CapRows, isWhole, PROJECTS_MAX } from './cap-rows.ts';

/** Says what all caps, for building and for running apps, still allow this month, of the projects read. */
export function CapsPromise({ rows, credits }: { rows: CapRows; credits: number | null }) {
  const leftOf = (category: Category) =>
    sum(
      rows.rows.map(
        ({
          caps: {
            [category]: { limit, used },
          },
        }) => Math.max(0, (highestCap(limit) ?? used) - used),
      ),
    );
  const building = leftOf('development');
  const running = leftOf('infrastructure');
  const without = rows.rows.filter(({ caps: own }) =>
    Object.values(own).some(({ cap }) => cap === null),
  ).length;
  const facts = [
    credits !== null &&
      t(building + running > credits ? 'console.money.beyondBalance' : 'console.money.youHave', {
        credits: formatNumber(credits),
      }),
    // While they are read their number stands here.
    running > 0 &&
      rows.read === rows.total &&
      t('console.money.promiseOf', { building: formatNumber(building), running: formatNumber(running) }),
    without > 0 && t('console.money.withoutCap', without),
    rows.total !== null &&
      !isWhole(rows) &&
      t('console.money.ofProjects', {
        read: formatNumber(rows.rows.length),
        total: rows.isPart ? allWords() : formatNumber(rows.total),
      }),
    rows.isPart && t('console.money.partOnly', { max: formatNumber(PROJECTS_MAX) }),
  ].filter((fact): fact is string => typeof fact === 'string');
  const promise =
    rows.rows.length === 0 && !isWhole(rows) ? '–' : sumWords(building + running, isWhole(rows));
  return (
    <p class="meta">
      {t('console.money.promise')} <b class="amount">{promise}</b>
      {facts.map((fact) => ` · ${fact}`)}
    </p>
  );
}

/** A sum over all projects, or what it is at least where a part of them was read. */
const sumWords = (credits: number, isOfAll: boolean): string =>
  isOfAll ? formatNumber(credits) : t('count.atLeast', { amount: formatNumber(credits) });

/** How many projects the account has, as last read. */
function allWords(): string {
  const all = stored.value?.snapshot?.snapshot.sections.projects.data?.total ?? null;
  return all !== null && all > PROJECTS_MAX
    ? formatNumber(all)
    : t('console.money.moreThan', { count: formatNumber(PROJECTS_MAX) });
}
