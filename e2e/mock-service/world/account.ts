/** What the account's plan allows. The documents give no numbers for most of it: the README lists ours. */
export interface Plan {
  name: string;
  paid: boolean;
  maxProjects: number;
  upgradePlan: string | null;
  /** Plan credits granted at the start of each billing period (the 1st, UTC). */
  monthlyCredits: number;
  projectsPerMinute: number;
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
  /** False for a key of somebody who is not the account's owner. */
  owner: boolean;
  /** A restricted key can't change account settings. */
  restricted: boolean;
  /** When given, heavy work on other projects is refused. */
  projectIds?: string[];
}

export const PRO_PLAN: Plan = {
  name: 'pro',
  paid: true,
  maxProjects: 20_000,
  upgradePlan: 'business',
  monthlyCredits: 100,
  projectsPerMinute: 30,
  rateLimitMax: 60_000,
};

export const FREE_PLAN: Plan = {
  name: 'free',
  paid: false,
  maxProjects: 3,
  upgradePlan: 'pro',
  monthlyCredits: 0,
  projectsPerMinute: 3,
  rateLimitMax: 5_000,
};
