import { formatNumber } from '../../i18n/format.ts';
import { searchWords } from '../../i18n/searchable.ts';
import { t } from '../../i18n/t.ts';
import { CAP_RANGE, limitProblem } from '../../ui/limit-input.tsx';
import { naming } from '../../ui/page-state.ts';
import { mayAct } from '../../ui/stored-state.ts';
import { projectAddress } from '../parts/routes.ts';
import { type Finding, type FoundProject, go, knownProjects } from './palette-findings.ts';

/**
 * Caps to set to the last number that is typed, beside a word for a cap, in whatever order. Each opens the form with the number,
 * where it is set.
 */
export function capFindings(typed: string, found: readonly FoundProject[]): Finding[] {
  if (!mayAct('owner')) return [];
  const words = searchWords(typed);
  const number = words.findLast((word) => /^\d+(\.\d+)?$/.test(word));
  const also = t('console.palette.also.cap');
  const isOfCaps = words.some((word) => searchWords(also).includes(word));
  if (number === undefined || !isOfCaps || limitProblem(Number(number), CAP_RANGE) !== null) return [];
  return knownProjects(found).map(({ projectId, name }) =>
    go(
      t('console.palette.capTo', { name, amount: formatNumber(Number(number)) }),
      naming.value.screened ? '' : projectId,
      projectAddress(projectId, 'limits', 'cap', number),
      { also: `${also} ${number}`, of: name, part: t('console.money.development') },
    ),
  );
}
