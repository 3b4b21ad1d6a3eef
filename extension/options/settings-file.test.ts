import { expect, test } from 'vitest';
import { DAY_MS } from '../../shared/time.ts';
import { DEFAULT_ENTRY_POINTS, DEFAULT_SETTINGS } from '../storage/settings.ts';
import { parseSettingsFile, settingsFileText } from './data-section.tsx';

const NOW = Date.UTC(2026, 10, 21, 12);
const decided = {
  settings: { ...DEFAULT_SETTINGS, theme: 'dark', longAfterMinutes: 9 },
  ways: { ...DEFAULT_ENTRY_POINTS, menu: false, place: 'panel' },
} as const;

test('what was exported comes back whole', () => {
  expect(parseSettingsFile(settingsFileText(decided), NOW)).toEqual(decided);
});

test('a file from before there were ways to choose keeps the first ones', () => {
  const { ways: _, ...older } = JSON.parse(settingsFileText(decided));
  expect(parseSettingsFile(JSON.stringify(older), NOW)?.ways).toEqual(DEFAULT_ENTRY_POINTS);
});

test.each(['', 'null', '[]', '{"kind":"other","settings":{}}', '{"kind":"pilot-light-settings"}'])(
  'a file that is not ours is refused: %s',
  (text) => {
    expect(parseSettingsFile(text, NOW)).toBeNull();
  },
);

test('a setting that makes no sense refuses the file', () => {
  const text = settingsFileText(decided).replace('"dark"', '"plaid"');
  expect(parseSettingsFile(text, NOW)).toBeNull();
});

test.each(['1e300', '-1', '8.64e15', String(NOW + 400 * DAY_MS)])(
  'a mute of %s in a file never reaches beyond a day from now',
  (mutedUntil) => {
    const text = settingsFileText(decided).replace('"mutedUntil": 0', `"mutedUntil": ${mutedUntil}`);
    const read = parseSettingsFile(text, NOW);
    expect(read === null || read.settings.mutedUntil <= NOW + DAY_MS).toBe(true);
  },
);
