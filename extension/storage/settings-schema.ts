import * as z from 'zod/mini';
import { LAST_INSTANT_MS } from '../../shared/time.ts';

export const THEMES = ['system', 'light', 'dark'] as const;

/** What the badge shows when nothing needs the user. */
export const CALM_BADGES = ['running', 'credits', 'nothing'] as const;

const wallClock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
const ids = z.array(z.string().check(z.maxLength(100))).check(z.maxLength(1000));

/** All settings; none is secret. */
export const settings = z.object({
  theme: z.enum(THEMES),
  /** Hides names and numbers wherever others could see them. */
  screenShare: z.boolean(),
  calmBadge: z.enum(CALM_BADGES),
  /** Topics without notifications. */
  silencedTopics: ids,
  /** Projects without notifications. */
  silencedProjects: ids,
  /** Wall-clock times, `HH:MM`. */
  quietHours: z.object({ on: z.boolean(), from: wallClock, to: wallClock }),
  /** No notifications before this instant, except critical ones. */
  mutedUntil: z.number().check(z.minimum(0), z.maximum(LAST_INSTANT_MS)),
  /** A run or deploy that took longer than this is announced even while a view is open. */
  longAfterMinutes: z.number().check(z.minimum(0), z.maximum(600)),
});
export type Settings = z.infer<typeof settings>;

/** Entry points to a launch, each of which can be disabled, and where the menu and the keyboard open it. */
export const entryPoints = z.object({
  popup: z.boolean(),
  menu: z.boolean(),
  shortcut: z.boolean(),
  /** `panel`: the side panel (Firefox: the sidebar), which stays open while the user navigates. */
  place: z.enum(['popup', 'panel']),
});
export type EntryPoints = z.infer<typeof entryPoints>;
