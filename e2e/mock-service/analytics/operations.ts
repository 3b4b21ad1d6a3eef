import { DAY_MS, dayOf } from '../clock/calendar.ts';
import type { Answer, Call, Operation } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { roundCredits } from '../http/values.ts';
import type { Spending } from '../world/world.ts';

const LONGEST_RANGE_DAYS = 90;
const DEFAULT_RANGE_DAYS = 30;

/** Spending by day, between two days inclusive (UTC); the one route outside `P`. */
export const ANALYTICS_OPERATIONS: Operation[] = [
  {
    name: 'getSpendingAnalytics',
    method: 'GET',
    path: '/credits/spending-analytics',
    cost: 'free',
    outsideP: true,
    handle: getSpendingAnalytics,
  },
];

interface Sums {
  development: number;
  infrastructure: number;
  byType: Record<string, number>;
}

function getSpendingAnalytics({ world, query }: Call): Answer {
  const now = world.clock.now();
  const to = day(query.get('to') ?? dayOf(now), 'to');
  const from = day(query.get('from') ?? dayOf(to - (DEFAULT_RANGE_DAYS - 1) * DAY_MS), 'from');
  if (from > to) refuse(400, 'VALIDATION_ERROR', 'from is after to');
  if ((to - from) / DAY_MS > LONGEST_RANGE_DAYS) {
    refuse(400, 'VALIDATION_ERROR', `from and to may be at most ${LONGEST_RANGE_DAYS} days apart`);
  }
  const projectId = query.get('projectId');
  const spent = world.spending.filter(
    (entry) =>
      entry.at >= from &&
      entry.at < to + DAY_MS &&
      (projectId === null || projectId === '' || entry.projectId === projectId),
  );
  const days = new Map<string, Sums>();
  for (let at = from; at <= to; at += DAY_MS) days.set(dayOf(at), emptySums());
  const all = emptySums();
  for (const entry of spent) {
    add(days.get(dayOf(entry.at)) ?? all, entry);
    add(all, entry);
  }
  return {
    data: {
      daily: [...days].map(([date, sums]) => ({ date, ...sums })),
      totals: {
        development: all.development,
        infrastructure: all.infrastructure,
        total: roundCredits(all.development + all.infrastructure),
        byType: all.byType,
      },
      projects: [...new Set(spent.map((entry) => entry.projectId))],
    },
  };
}

function emptySums(): Sums {
  return { development: 0, infrastructure: 0, byType: {} };
}

function add(sums: Sums, entry: Spending): void {
  sums[entry.category] = roundCredits(sums[entry.category] + entry.credits);
  sums.byType[entry.type] = roundCredits((sums.byType[entry.type] ?? 0) + entry.credits);
}

/** Start of a `YYYY-MM-DD` day, UTC. */
function day(text: string, name: string): number {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN;
  if (Number.isNaN(at) || dayOf(at) !== text) refuse(400, 'VALIDATION_ERROR', `${name} must be YYYY-MM-DD`);
  return at;
}
