import * as z from 'zod/mini';
import { DAY_MS, type InstantMs } from '../../shared/time.ts';
import {
  DEFAULT_ENTRY_POINTS,
  type EntryPoints,
  entryPoints,
  type Settings,
  settingsInFile,
} from '../storage/settings.ts';

const FILE_KIND = 'pilot-light-settings';

/** A file of settings; what it leaves out has its default. */
const settingsFile = z.object({
  kind: z.literal(FILE_KIND),
  settings: settingsInFile,
  ways: z._default(entryPoints, DEFAULT_ENTRY_POINTS),
});

export type SettingsFile = { settings: Settings; ways: EntryPoints };

/** All settings, as the text of a file. */
export function settingsFileText({ settings, ways: chosen }: SettingsFile): string {
  return JSON.stringify({ kind: FILE_KIND, settings, ways: chosen }, null, 2);
}

/**
 * What a file says; what it leaves out has its default. A mute in it lasts a day at most: none is meant to last longer.
 * Null: it is no file of ours.
 */
export function parseSettingsFile(text: string, now: InstantMs): SettingsFile | null {
  try {
    const read = z.safeParse(settingsFile, JSON.parse(text));
    if (!read.success) return null;
    const { settings, ways: chosen } = read.data;
    const mutedUntil = Math.min(settings.mutedUntil, now + DAY_MS);
    return { settings: { ...settings, mutedUntil }, ways: chosen };
  } catch {
    return null;
  }
}
