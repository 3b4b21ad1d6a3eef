import { HOUR_MS, MINUTE_MS } from '../clock/calendar.ts';

/** At most `count` new projects within `withinMs`. */
export interface CreationRate {
  count: number;
  withinMs: number;
}

/** What the account's plan allows. */
export interface Plan {
  name: string;
  paid: boolean;
  maxProjects: number | 'unlimited';
  creationRates: readonly CreationRate[];
  upgradePlan: string | null;
  /** Plan credits granted at the start of each billing period (the 1st, UTC). */
  monthlyCredits: number;
  /** Highest per-visitor requests a minute. */
  rateLimitMax: number;
}

export interface Account {
  recurrentCredits: number;
  oneTimeCredits: number;
  plan: Plan;
  v2OptIn: boolean;
  /** Whether the switch decides anything now (the current engine is an opt-in). */
  v2OptInAvailable: boolean;
}

/** A key of the account: its owner's own, a team member's, or one restricted in what it may reach. */
export interface ApiKey {
  key: string;
  /** False for a key of a user who is not the account's owner. */
  owner: boolean;
  /** A restricted key can't change account settings. */
  restricted: boolean;
  /** When given, work on other projects is refused. */
  projectIds?: string[];
}

export type PlanName = 'free' | 'starter' | 'basic' | 'professional' | 'enterprise';

const PAID = { paid: true, monthlyCredits: 100, rateLimitMax: 60_000 };

/** Numbers of projects and creations are from the gaps page; monthly credits and names' spelling are ours. */
export const PLANS: Record<PlanName, Plan> = {
  free: {
    name: 'free',
    paid: false,
    maxProjects: 2,
    creationRates: [{ count: 1, withinMs: 5 * MINUTE_MS }, perHour(12)],
    upgradePlan: 'starter',
    monthlyCredits: 0,
    rateLimitMax: 5_000,
  },
  starter: {
    ...PAID,
    name: 'starter',
    maxProjects: 10,
    creationRates: [perMinute(5), perHour(60)],
    upgradePlan: 'basic',
  },
  basic: {
    ...PAID,
    name: 'basic',
    maxProjects: 50,
    creationRates: [perMinute(10), perHour(120)],
    upgradePlan: 'professional',
  },
  professional: {
    ...PAID,
    name: 'professional',
    maxProjects: 300,
    creationRates: [perMinute(30), perHour(360)],
    upgradePlan: 'enterprise',
  },
  enterprise: {
    ...PAID,
    name: 'enterprise',
    maxProjects: 'unlimited',
    creationRates: [perMinute(100), perHour(1200)],
    upgradePlan: null,
  },
};

function perMinute(count: number): CreationRate {
  return { count, withinMs: MINUTE_MS };
}

function perHour(count: number): CreationRate {
  return { count, withinMs: HOUR_MS };
}
