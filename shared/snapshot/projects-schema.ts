import * as z from 'zod/mini';
import { spendingAnalyticsRecord } from '../builder-api/account.ts';
import { amount, cap, openText } from '../builder-api/open.ts';
import { capCategory } from '../edge-api/caps.ts';
import { projectState } from './project-state.ts';
import { section } from './section.ts';

/** A project as the service lists it (service reference, List Projects). */
const listedProject = z.object({
  projectId: z.string(),
  label: openText,
  description: openText,
  groupId: openText,
  createdAt: openText,
  lastModifiedAt: openText,
});
export type ListedProject = z.infer<typeof listedProject>;

/** Monthly caps at the service, and what is used this UTC month; `used` null: it can't say. Credits. */
const projectLimits = z.object({
  caps: z.object({ development: cap, infrastructure: cap }),
  used: z.nullable(z.object({ development: amount, infrastructure: amount })),
});
export type ProjectLimits = z.infer<typeof projectLimits>;

/** The cap of which most is used, or a guard's in its place; `cap` null: none, `used` is development's. */
const nearestCap = z.object({ category: capCategory, used: amount, cap });
export type NearestCap = z.infer<typeof nearestCap>;

/**
 * A project with what is known of it. Each part has when it was read; `isOverdue`: something has happened
 * since, or it is old. `data` null without an error: it was not read yet.
 */
const projectRow = z.object({
  projectId: z.string(),
  /** Null where it was asked for by its id. */
  listed: z.nullable(listedProject),
  /** Whether the service no longer knows it. */
  isGone: z.boolean(),
  /** Its run and deployment are its newest rows of work. */
  state: section(projectState),
  limits: section(projectLimits),
  /** Of `limits`; null where these are not known. */
  nearest: z.nullable(nearestCap),
  /** What it spent by UTC day, of the same reading as `limits`; only where `days` was asked for. */
  days: z.optional(section(z.pick(spendingAnalyticsRecord, { daily: true }))),
});
export type ProjectRow = z.infer<typeof projectRow>;

/** GET `/projects`. `total`: how many fit the query; null: the service doesn't say, or ids were asked for. */
export const projectsPage = z.object({ rows: z.array(projectRow), total: z.nullable(z.number()) });
export type ProjectsPage = z.infer<typeof projectsPage>;
