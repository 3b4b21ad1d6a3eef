import * as z from 'zod/mini';
import { DEFAULT_WAYS, type LaunchWays } from '../launch/store/launch-ways.ts';
import type { Settings } from '../settings/settings.ts';
import { settingsForm } from '../settings/settings-form.ts';

const FILE_KIND = 'pilot-light-settings';

const ways: z.ZodMiniType<LaunchWays> = z.object({
  popup: z.boolean(),
  menu: z.boolean(),
  shortcut: z.boolean(),
  place: z.enum(['popup', 'panel']),
});
const settingsFile = z.object({
  kind: z.literal(FILE_KIND),
  settings: settingsForm,
  ways: z._default(ways, DEFAULT_WAYS),
});

export type SettingsFile = { settings: Settings; ways: LaunchWays };

/** Everything the user decided, as the text of a file. */
export function settingsFileText({ settings, ways: chosen }: SettingsFile): string {
  return JSON.stringify({ kind: FILE_KIND, settings, ways: chosen }, null, 2);
}

/** What a file says; what it leaves out is as it was at first. Null: it is no file of ours. */
export function readSettingsFile(text: string): SettingsFile | null {
  try {
    const read = settingsFile.safeParse(JSON.parse(text));
    return read.success ? { settings: read.data.settings, ways: read.data.ways } : null;
  } catch {
    return null;
  }
}
