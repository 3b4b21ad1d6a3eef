import * as z from 'zod/mini';
import { instantMs } from '../time-schema.ts';

/**
 * What a visitor gets: the page with its own scripts and styles (`answers`), an error's status (`status`), a
 * page without one of them (`asset`), nothing (`silent`), or an empty page (`empty`). Not how it appears.
 */
export const SITE_STATES = ['answers', 'status', 'asset', 'silent', 'empty'] as const;
export type SiteState = (typeof SITE_STATES)[number];

/** One look at a published app. `detail`: the status, or the missing path. `tookMs`: of one that answers. */
export const siteLook = z.object({
  at: instantMs,
  what: z.enum(SITE_STATES),
  detail: z.nullable(z.string()),
  host: z.string(),
  tookMs: z.nullable(z.number()),
});
export type SiteLook = z.infer<typeof siteLook>;

/**
 * GET `/sites/:projectId`: the latest successful deployments, newest first, with the last look at each, and
 * the versions marked as good. `versionId`: if the service names it; `isUnsure`: a restore was going on.
 */
export const projectSite = z.object({
  deployments: z.array(
    z.object({
      at: instantMs,
      versionId: z.nullable(z.string()),
      isUnsure: z.boolean(),
      look: z.nullable(siteLook),
    }),
  ),
  /** When it was last taken down by this edge; absent: not, as far as the edge knows. */
  unpublishedAt: z.optional(instantMs),
  marks: z.array(z.object({ versionId: z.string(), madeAt: instantMs })),
});
export type ProjectSite = z.infer<typeof projectSite>;

/** POST `/sites/:projectId/looks`: null where nothing can be said, as of an app that sleeps or asks who. */
export const lookedNow = z.object({ look: z.nullable(siteLook) });
export type LookedNow = z.infer<typeof lookedNow>;

/** PUT `/sites/:projectId/marks/:versionId`: this version works. `madeAt`: when it was made. */
export const markRequest = z.object({ madeAt: instantMs });
