import type { InstantMs } from '../../shared/durations.ts';
import { localItem } from './stored-item.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** What the badge says when nothing asks for the user. */
export const CALM_BADGES = ['running', 'credits', 'nothing'] as const;
export type CalmBadge = (typeof CALM_BADGES)[number];

/** Everything the user decides; nothing in it is secret. Parsed by `settings-form.ts` where it comes from outside. */
export type Settings = {
  theme: Theme;
  /** Names and numbers are hidden wherever they would be seen over a shoulder. */
  screenShare: boolean;
  calmBadge: CalmBadge;
  /** Topics of which the user wants no notification. */
  silencedTopics: string[];
  /** Projects of which the user wants no notification. */
  silencedProjects: string[];
  /** Wall-clock times of the user's, `HH:MM`. */
  quietHours: { on: boolean; from: string; to: string };
  /** No notification before this instant, but critical ones. */
  mutedUntil: InstantMs;
  /** A run or deploy that took longer is worth a notification even while somebody looks. */
  longAfterMinutes: number;
};

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

export const settingsItem = localItem<Settings>('settings', DEFAULT_SETTINGS);

/** Settings as stored, whatever an older version left out. */
export const completeSettings = (stored: Partial<Settings> | null): Settings => ({
  ...DEFAULT_SETTINGS,
  ...stored,
});

export async function readSettings(): Promise<Settings> {
  return completeSettings(await settingsItem.getValue());
}
