import type * as z from 'zod/mini';
import { DAY_MS, type InstantMs } from '../../shared/durations.ts';
import { settingsFileForm } from '../forms/forms.ts';
import type { LaunchWays } from '../launch/launch-ways.ts';
import type { Settings } from '../storage/settings.ts';
import type { settingsFile } from './settings-file-form.ts';

const FILE_KIND: z.infer<typeof settingsFile>['kind'] = 'pilot-light-settings';

export type SettingsFile = { settings: Settings; ways: LaunchWays };

/** Everything the user decided, as the text of a file. */
export function settingsFileText({ settings, ways: chosen }: SettingsFile): string {
  return JSON.stringify({ kind: FILE_KIND, settings, ways: chosen }, null, 2);
}

/**
 * What a file says; what it leaves out is as it was at first. A mute in it lasts a day at most: none is ever meant to last
 * longer. Null: it is no file of ours.
 */
export function readSettingsFile(text: string, now: InstantMs): SettingsFile | null {
  try {
    const read = settingsFileForm(JSON.parse(text));
    if (!read) return null;
    const mutedUntil = Math.min(read.settings.mutedUntil, now + DAY_MS);
    return { settings: { ...read.settings, mutedUntil }, ways: read.ways };
  } catch {
    return null;
  }
}
