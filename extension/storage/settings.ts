import * as z from 'zod/mini';
import { LAST_INSTANT_MS } from '../../shared/time.ts';
import { localItem } from './stored-item.ts';

export const THEMES = ['system', 'light', 'dark'] as const;

/** What the badge says when nothing asks for the user. */
export const CALM_BADGES = ['running', 'credits', 'nothing'] as const;

const wallClock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
const ids = z.array(z.string().check(z.maxLength(100))).check(z.maxLength(1000));

/** Everything the user decides; nothing in it is secret. */
export const settings = z.object({
  theme: z.enum(THEMES),
  /** Names and numbers are hidden wherever they would be seen over a shoulder. */
  screenShare: z.boolean(),
  calmBadge: z.enum(CALM_BADGES),
  /** Topics of which the user wants no notification. */
  silencedTopics: ids,
  /** Projects of which the user wants no notification. */
  silencedProjects: ids,
  /** Wall-clock times of the user's, `HH:MM`. */
  quietHours: z.object({ on: z.boolean(), from: wallClock, to: wallClock }),
  /** No notification before this instant, but critical ones. */
  mutedUntil: z.number().check(z.minimum(0), z.maximum(LAST_INSTANT_MS)),
  /** A run or deploy that took longer is worth a notification even while somebody looks. */
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

/** The same from a file: what it leaves out has its default. */
export const settingsInFile = z.object(
  Object.fromEntries(FIELDS.map((name) => [name, withDefault(name)])),
) as unknown as z.ZodMiniType<Settings>;

function withDefault(name: keyof Settings) {
  const field: z.ZodMiniType = settings.shape[name];
  return z._default(field, DEFAULT_SETTINGS[name]);
}

/** What of stored settings fits, and the default of what does not. */
export function repairSettings(stored: unknown): Settings {
  const given = Object(stored) as Record<string, unknown>;
  const repaired = FIELDS.map((name) => {
    const read = (settings.shape[name] as z.ZodMiniType).safeParse(given[name]);
    return [name, read.success ? read.data : DEFAULT_SETTINGS[name]];
  });
  return Object.fromEntries(repaired) as Settings;
}

export const settingsItem = localItem<Settings>('settings', DEFAULT_SETTINGS);

/** Settings as stored, whatever an older version left out. */
export const completeSettings = (stored: Partial<Settings> | null): Settings => ({
  ...DEFAULT_SETTINGS,
  ...stored,
});

export async function readSettings(): Promise<Settings> {
  return completeSettings(await settingsItem.getValue());
}

/** Entry points to a launch, each of which can be switched off, and where the menu and the keyboard open it. */
export const entryPoints = z.object({
  popup: z.boolean(),
  menu: z.boolean(),
  shortcut: z.boolean(),
  /** `panel`: the side panel (Firefox: the sidebar), which stays while the user clicks around. */
  place: z.enum(['popup', 'panel']),
});
export type EntryPoints = z.infer<typeof entryPoints>;
export const DEFAULT_ENTRY_POINTS: EntryPoints = { popup: true, menu: true, shortcut: true, place: 'popup' };

export const entryPointsItem = localItem<EntryPoints>('launch-ways', DEFAULT_ENTRY_POINTS);
