import { storage } from '@wxt-dev/storage';
import * as z from 'zod/mini';

export const THEMES = ['system', 'light', 'dark'] as const;

/** A wall-clock time of the user's, `HH:MM`. */
const wallClock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/** Everything the user decides. Made of nothing secret: it is what export and import carry. */
export const settings = z.object({
  theme: z._default(z.enum(THEMES), 'system'),
  /** Names and numbers are hidden wherever they would be seen over a shoulder. */
  screenShare: z._default(z.boolean(), false),
  /** What the badge says when nothing asks for the user. */
  calmBadge: z._default(z.enum(['running', 'credits', 'nothing']), 'running'),
  /** Topics of which the user wants no notification. */
  silencedTopics: z._default(z.array(z.string()), []),
  /** Projects of which the user wants no notification. */
  silencedProjects: z._default(z.array(z.string()), []),
  quietHours: z._default(z.object({ on: z.boolean(), from: wallClock, to: wallClock }), {
    on: false,
    from: '22:00',
    to: '07:00',
  }),
  /** No notification before this instant, but critical ones. */
  mutedUntil: z._default(z.number(), 0),
  /** A run or deploy that took longer is worth a notification even while somebody looks. */
  longAfterMinutes: z._default(z.number().check(z.minimum(0), z.maximum(600)), 5),
});
export type Settings = z.infer<typeof settings>;

export const DEFAULT_SETTINGS: Settings = settings.parse({});

export const settingsItem = storage.defineItem<Settings>('local:settings', {
  fallback: DEFAULT_SETTINGS,
  version: 1,
});
