import type { Kept } from '../decisions.ts';
import { alerts } from './alerts.ts';
import { announcements } from './announcements.ts';
import { confirmations } from './confirmations.ts';
import { guards } from './guards.ts';
import { imports } from './imports.ts';
import { launches } from './launches.ts';
import { links } from './links.ts';
import { liveness } from './liveness.ts';
import type { SeedResult } from './seed-result.ts';
import { whole } from './whole.ts';

/** What a seed can decide. */
export const SCENARIOS = {
  launches,
  imports,
  guards,
  confirmations,
  announcements,
  alerts,
  links,
  whole,
  liveness,
} satisfies Record<string, (seed: number, kept?: Kept) => Promise<SeedResult>>;
export type ScenarioName = keyof typeof SCENARIOS;
export const SCENARIO_NAMES = Object.keys(SCENARIOS) as ScenarioName[];
