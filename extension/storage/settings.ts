import { isRecord } from '../../shared/parse.ts';
import { alike, isAlike } from './outline.ts';
import type { EntryPoints, Settings } from './settings-schema.ts';
import { localItem } from './stored-item.ts';

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

export const SETTING_NAMES = Object.keys(DEFAULT_SETTINGS) as (keyof Settings)[];

export const settingsItem = localItem<Settings>('settings', DEFAULT_SETTINGS, (value) =>
  isRecord(value) ? withDefaults(value) : null,
);

/** Each setting, or its default where another kind of value is stored. */
function withDefaults(value: Record<string, unknown>): Settings {
  const each = SETTING_NAMES.map((name) => {
    const otherwise = DEFAULT_SETTINGS[name];
    return [name, isAlike(value[name], otherwise) ? value[name] : otherwise];
  });
  return Object.fromEntries(each) as Settings;
}

export const readSettings = (): Promise<Settings> => settingsItem.getValue();

export const DEFAULT_ENTRY_POINTS: EntryPoints = { popup: true, menu: true, shortcut: true, place: 'popup' };

export const entryPointsItem = localItem<EntryPoints>(
  'launch-ways',
  DEFAULT_ENTRY_POINTS,
  alike(DEFAULT_ENTRY_POINTS),
);
