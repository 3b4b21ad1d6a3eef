import { expect, test } from 'vitest';
import { DEFAULT_WAYS } from '../launch/store/launch-ways.ts';
import { DEFAULT_SETTINGS } from '../settings/settings.ts';
import { readSettingsFile, settingsFileText } from './settings-file.ts';

const decided = {
  settings: { ...DEFAULT_SETTINGS, theme: 'dark', longAfterMinutes: 9 },
  ways: { ...DEFAULT_WAYS, menu: false, place: 'panel' },
} as const;

test('what was exported comes back whole', () => {
  expect(readSettingsFile(settingsFileText(decided))).toEqual(decided);
});

test('a file from before there were ways to choose keeps the first ones', () => {
  const { ways: _, ...older } = JSON.parse(settingsFileText(decided));
  expect(readSettingsFile(JSON.stringify(older))?.ways).toEqual(DEFAULT_WAYS);
});

test.each(['', 'null', '[]', '{"kind":"other","settings":{}}', '{"kind":"pilot-light-settings"}'])(
  'a file that is not ours is refused: %s',
  (text) => {
    expect(readSettingsFile(text)).toBeNull();
  },
);

test('a setting that makes no sense refuses the file', () => {
  const text = settingsFileText(decided).replace('"dark"', '"plaid"');
  expect(readSettingsFile(text)).toBeNull();
});
