import * as z from 'zod/mini';
import { instantMs } from '../time.ts';
import { accountBalance, prices, spending } from './account.ts';
import { atLimit } from './at-limit.ts';
import { deliveryFailures } from './delivery-failures.ts';
import { recentEvents } from './kept-event.ts';
import { launchRecord } from './launches.ts';
import { recentProjects } from './project-state.ts';
import { runHistory } from './run-history.ts';
import { section } from './section.ts';
import { subscriptionHealth } from './subscription-health.ts';

/** How much of what is newest a snapshot tells; apart from the forms, so that the background can count without them. */
export const RECENT_EVENTS_MAX = 30;
export const RECENT_LAUNCHES_MAX = 10;
/** Recent projects that a snapshot tells of. */
export const RECENT_PROJECTS_MAX = 20;
/** Projects at a cap that a snapshot tells of. */
export const AT_LIMIT_MAX = 50;

/** The sections that are read from the service or kept by the edge, each with its own age and error. */
export const snapshotSections = z.object({
  account: section(accountBalance),
  spending: section(spending),
  prices: section(prices),
  atLimit: section(atLimit),
  projects: section(recentProjects),
  deliveries: section(deliveryFailures),
  events: section(recentEvents),
  subscriptions: section(subscriptionHealth),
  history: section(runHistory),
});
export type SnapshotSections = z.infer<typeof snapshotSections>;
export type SectionName = keyof SnapshotSections;

/**
 * Everything the popup draws, as one value. `version` changes when anything but `at` changes and is the `ETag` of
 * GET `/snapshot`; `at` is the edge's clock when it answered, by which a browser notices that its own clock is wrong.
 */
export const snapshot = z.object({
  version: z.string(),
  at: instantMs,
  sections: snapshotSections,
  /**
   * Launches that this device's account made, at most `RECENT_LAUNCHES_MAX`: those whose end is open (`sent`, `unknown`)
   * first, however old, then those of the last 7 days; newest first among each.
   */
  launches: z.array(launchRecord),
});
export type Snapshot = z.infer<typeof snapshot>;
