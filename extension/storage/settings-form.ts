import * as z from 'zod/mini';
import { LAST_INSTANT_MS } from '../../shared/durations.ts';
import { CALM_BADGES, DEFAULT_SETTINGS, type Settings, THEMES } from './settings.ts';

const wallClock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
const ids = z.array(z.string().check(z.maxLength(100))).check(z.maxLength(1000));

const fields = {
  theme: z.enum(THEMES),
  screenShare: z.boolean(),
  calmBadge: z.enum(CALM_BADGES),
  silencedTopics: ids,
  silencedProjects: ids,
  quietHours: z.object({ on: z.boolean(), from: wallClock, to: wallClock }),
  mutedUntil: z.number().check(z.minimum(0), z.maximum(LAST_INSTANT_MS)),
  longAfterMinutes: z.number().check(z.minimum(0), z.maximum(600)),
};

/** The form of settings that come from a page. */
export const settingsForm: z.ZodMiniType<Settings> = z.object(fields);

/** The same from a file: what it leaves out is as it was at first. */
export const settingsInFile: z.ZodMiniType<Settings> = z.object({
  theme: z._default(fields.theme, DEFAULT_SETTINGS.theme),
  screenShare: z._default(fields.screenShare, DEFAULT_SETTINGS.screenShare),
  calmBadge: z._default(fields.calmBadge, DEFAULT_SETTINGS.calmBadge),
  silencedTopics: z._default(fields.silencedTopics, DEFAULT_SETTINGS.silencedTopics),
  silencedProjects: z._default(fields.silencedProjects, DEFAULT_SETTINGS.silencedProjects),
  quietHours: z._default(fields.quietHours, DEFAULT_SETTINGS.quietHours),
  mutedUntil: z._default(fields.mutedUntil, DEFAULT_SETTINGS.mutedUntil),
  longAfterMinutes: z._default(fields.longAfterMinutes, DEFAULT_SETTINGS.longAfterMinutes),
});
