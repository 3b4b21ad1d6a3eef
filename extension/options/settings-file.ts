import type * as z from 'zod/mini';
import { settingsFileForm } from '../forms/forms.ts';
import type { LaunchWays } from '../launch/store/launch-ways.ts';
import type { Settings } from '../settings/settings.ts';
import type { settingsFile } from './settings-file-form.ts';

const FILE_KIND: z.infer<typeof settingsFile>['kind'] = 'pilot-light-settings';

export type SettingsFile = { settings: Settings; ways: LaunchWays };

/** Everything the user decided, as the text of a file. */
export function settingsFileText({ settings, ways: chosen }: SettingsFile): string {
  return JSON.stringify({ kind: FILE_KIND, settings, ways: chosen }, null, 2);
}

/** What a file says; what it leaves out is as it was at first. Null: it is no file of ours. */
export function readSettingsFile(text: string): SettingsFile | null {
  try {
    const read = settingsFileForm(JSON.parse(text));
    return read && { settings: read.settings, ways: read.ways };
  } catch {
    return null;
  }
}
