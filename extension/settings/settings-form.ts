import * as z from 'zod/mini';
import { LAST_INSTANT_MS } from '../../shared/durations.ts';
import { CALM_BADGES, DEFAULT_SETTINGS, type Settings, THEMES } from './settings.ts';

const wallClock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
const ids = z.array(z.string().check(z.maxLength(100))).check(z.maxLength(1000));

/** The form of settings that come from a page or a file; what a file leaves out is as it was at first. */
export const settingsForm: z.ZodMiniType<Settings> = z.object({
  theme: z._default(z.enum(THEMES), DEFAULT_SETTINGS.theme),
  screenShare: z._default(z.boolean(), DEFAULT_SETTINGS.screenShare),
  calmBadge: z._default(z.enum(CALM_BADGES), DEFAULT_SETTINGS.calmBadge),
  silencedTopics: z._default(ids, DEFAULT_SETTINGS.silencedTopics),
  silencedProjects: z._default(ids, DEFAULT_SETTINGS.silencedProjects),
  quietHours: z._default(
    z.object({ on: z.boolean(), from: wallClock, to: wallClock }),
    DEFAULT_SETTINGS.quietHours,
  ),
  mutedUntil: z._default(
    z.number().check(z.minimum(0), z.maximum(LAST_INSTANT_MS)),
    DEFAULT_SETTINGS.mutedUntil,
  ),
  longAfterMinutes: z._default(
    z.number().check(z.minimum(0), z.maximum(600)),
    DEFAULT_SETTINGS.longAfterMinutes,
  ),
});
