import type { Plan } from '../world/account.ts';
import type { Feature } from '../world/features.ts';

export interface Ceiling {
  monthlyCreditCap: number | null;
  monthlyUnitCap: number | null;
}

const NONE: Ceiling = { monthlyCreditCap: null, monthlyUnitCap: null };

/** Highest budgets a plan allows; the documents give no numbers, these are ours. */
const PAID: Partial<Record<Feature, Ceiling>> = {
  ai_video: { monthlyCreditCap: 5_000, monthlyUnitCap: null },
  email: { monthlyCreditCap: null, monthlyUnitCap: 100_000 },
  mobile: { monthlyCreditCap: null, monthlyUnitCap: 100 },
  all: { monthlyCreditCap: 50_000, monthlyUnitCap: null },
};

const FREE: Partial<Record<Feature, Ceiling>> = {
  ...PAID,
  ai_video: { monthlyCreditCap: 50, monthlyUnitCap: 10 },
  email: { monthlyCreditCap: null, monthlyUnitCap: 1_000 },
  all: { monthlyCreditCap: 500, monthlyUnitCap: null },
};

export function ceilingOf(plan: Plan, feature: Feature): Ceiling {
  return (plan.paid ? PAID : FREE)[feature] ?? NONE;
}
