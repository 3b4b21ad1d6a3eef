import type { Category } from '../../../../shared/builder-api/limits.ts';
import {
  type CapChange,
  capChanges,
  roomToLeave,
  type Spread,
  spreadCaps,
  stoppedAtOnce,
} from '../../../../shared/spending/planner.ts';
import { capForecast } from '../../../../shared/spending/spending-days.ts';
import type { InstantMs } from '../../../../shared/time.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { CAP_RANGE, limitIn, limitProblem } from '../../../ui/limit-input.tsx';
import type { PlannerRow } from './planner-rows.ts';

/** What is typed: a total in credits that is spread evenly, or caps by hand by project id. */
export type PlanForm = {
  category: Category;
  spread: Spread;
  total: string;
  byHand: Readonly<Record<string, string>>;
};

/** What a form makes of the projects' caps. */
export type Plan = {
  /** The rows that it is about: a cap that a guard overrides during a run is left alone. */
  taking: readonly PlannerRow[];
  overridden: readonly PlannerRow[];
  /** The caps by project, also those that stay as they are. */
  caps: ReadonlyMap<string, number>;
  changes: readonly CapChange[];
  /** Why the total can't be spread; null where it can. */
  problem: string | null;
  /** Why caps by hand can't be set, by project. */
  wrong: ReadonlyMap<string, string>;
  /** Projects that its cap stops at once. */
  stopping: readonly PlannerRow[];
};

const NOTHING = { caps: new Map<string, number>(), problem: null, wrong: new Map<string, string>() };

export function planOf(rows: readonly PlannerRow[], form: PlanForm): Plan {
  const { category } = form;
  const taking = rows.filter(({ limit }) => limit.kind !== 'laid');
  const { caps, problem, wrong } = form.spread === 'hand' ? byHandOf(taking, form) : spreadOf(taking, form);
  const changes = capChanges(category, taking, caps);
  return {
    taking,
    overridden: rows.filter((row) => !taking.includes(row)),
    caps,
    changes,
    problem,
    wrong,
    stopping: stoppedAtOnce(taking, caps),
  };
}

function byHandOf(rows: readonly PlannerRow[], { byHand }: PlanForm) {
  const caps = new Map<string, number>();
  const wrong = new Map<string, string>();
  for (const { projectId } of rows) {
    const cap = limitIn(byHand[projectId] ?? '');
    if (cap === null) continue;
    const why = limitProblem(cap, CAP_RANGE);
    if (why === null) caps.set(projectId, cap);
    else wrong.set(projectId, why);
  }
  return { ...NOTHING, caps, wrong };
}

function spreadOf(rows: readonly PlannerRow[], { category, total }: PlanForm) {
  if (total.trim() === '' || rows.length === 0) return NOTHING;
  const credits = Number(total);
  if (!Number.isInteger(credits) || credits < 1) return { ...NOTHING, problem: t('console.limits.whole') };
  const planned = spreadCaps(credits, rows, roomToLeave(category));
  if (planned.kind === 'planned') return { ...NOTHING, caps: planned.caps };
  const least = formatNumber(planned.least);
  return { ...NOTHING, problem: t('console.money.belowUsed', { least }) };
}

/** A row as it is with another cap. */
export function withCap(
  row: PlannerRow,
  category: Category,
  to: number | undefined,
  now: InstantMs,
): PlannerRow {
  if (to === undefined || to === row.cap) return row;
  const { daily, used } = row;
  return { ...row, cap: to, forecast: capForecast({ daily, category, cap: to, used, now }) };
}
