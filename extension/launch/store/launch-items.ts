import type * as z from 'zod/mini';
import { localItem } from '../../storage/stored-item.ts';
import { FIRST_SETTINGS, type LaunchSettings, launchSettings } from '../draft/draft.ts';
import { type LaunchEntry, launchEntry } from '../history/launch-entry.ts';
import { type Template, template } from '../templates/template.ts';

export const settingsOfLastLaunchItem = localItem<LaunchSettings>('launch-settings', FIRST_SETTINGS);
export const templatesItem = localItem<Template[]>('launch-templates', []);
export const launchEntriesItem = localItem<LaunchEntry[]>('launches', []);

/** Launches as stored, without what this version cannot read. */
export async function readEntries(): Promise<LaunchEntry[]> {
  return parsedEntries(await launchEntriesItem.getValue());
}

export function parsedEntries(value: unknown): LaunchEntry[] {
  return listOf(launchEntry, value);
}

export function parsedTemplates(value: unknown): Template[] {
  return listOf(template, value);
}

export async function readSettingsOfLastLaunch(): Promise<LaunchSettings> {
  const read = launchSettings.safeParse(await settingsOfLastLaunchItem.getValue());
  return read.success ? read.data : FIRST_SETTINGS;
}

function listOf<T>(form: z.ZodMiniType<T>, value: unknown): T[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one) => {
    const read = form.safeParse(one);
    return read.success ? [read.data] : [];
  });
}
