import * as z from 'zod/mini';
import { isRecord } from '../../shared/parse.ts';
import { LAST_INSTANT_MS } from '../../shared/time.ts';
import { fitting, localItem } from './stored-item.ts';

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

export const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  screenShare: false,
  calmBadge: 'running',
  silencedTopics: [],
  silencedProjects: [],
  quietHours: { on: false, from: '22:00', to: '07:00' },
  mutedUntil: 0,
  longAfterMinutes: 5,
};

const FIELDS = Object.keys(DEFAULT_SETTINGS) as (keyof Settings)[];

/** The same from a file, with defaults for missing values. */
export const settingsInFile = z.object(
  Object.fromEntries(FIELDS.map((name) => [name, withDefault(name)])),
) as unknown as z.ZodMiniType<Settings>;

function withDefault(name: keyof Settings) {
  const field: z.ZodMiniType = settings.shape[name];
  return z._default(field, DEFAULT_SETTINGS[name]);
}

/** Stored settings with defaults for what does not match. */
export function repairSettings(stored: unknown): Settings {
  const given = Object(stored) as Record<string, unknown>;
  const repaired = FIELDS.map((name) => {
    const read = (settings.shape[name] as z.ZodMiniType).safeParse(given[name]);
    return [name, read.success ? read.data : DEFAULT_SETTINGS[name]];
  });
  return Object.fromEntries(repaired) as Settings;
}

export const settingsItem = localItem<Settings>('settings', DEFAULT_SETTINGS, (value) =>
  isRecord(value) ? repairSettings(value) : null,
);

export const readSettings = (): Promise<Settings> => settingsItem.getValue();

/** Entry points to a launch, each of which can be disabled, and where the menu and the keyboard open it. */
export const entryPoints = z.object({
  popup: z.boolean(),
  menu: z.boolean(),
  shortcut: z.boolean(),
  /** `panel`: the side panel (Firefox: the sidebar), which stays open while the user navigates. */
  place: z.enum(['popup', 'panel']),
});
export type EntryPoints = z.infer<typeof entryPoints>;
export const DEFAULT_ENTRY_POINTS: EntryPoints = { popup: true, menu: true, shortcut: true, place: 'popup' };

export const entryPointsItem = localItem<EntryPoints>(
  'launch-ways',
  DEFAULT_ENTRY_POINTS,
  fitting(entryPoints),
);
