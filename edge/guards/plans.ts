import * as z from 'zod/mini';
import type { AccountContext } from '../object/context.ts';
import type { Schema } from '../object/database.ts';
import type { ReportGuard } from './guard-events.ts';

/** Caps of a next month, which former builds kept. This one keeps and sets none. */
export const plansSchema: Schema = {
  capability: 'plans',
  startAnew: ['DELETE FROM plans'],
  migrations: ['CREATE TABLE plans (month TEXT PRIMARY KEY, plan TEXT NOT NULL)'],
};

const kept = z.object({ state: z.string() });
const NOT_DONE: ReadonlySet<string> = new Set(['waiting', 'applying', 'undoing']);

/** Forgets what a former build has planned, and says so where its caps were still to be set. */
export function endFormerPlan({ storage: { sql } }: AccountContext, report: ReportGuard): void {
  const rows = sql.exec<{ plan: string }>('SELECT plan FROM plans').toArray();
  if (rows.length === 0) return;
  sql.exec('DELETE FROM plans');
  if (rows.some(({ plan }) => NOT_DONE.has(kept.parse(JSON.parse(plan)).state)))
    report(null, { guard: null, did: 'could-not', reason: null });
}
