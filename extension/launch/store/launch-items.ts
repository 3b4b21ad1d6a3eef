import type { Form } from '../../forms/form.ts';
import { launchEntryForm, launchSettingsForm, templateForm } from '../../forms/forms.ts';
import { localItem } from '../../storage/stored-item.ts';
import { FIRST_SETTINGS, type LaunchSettings } from '../draft/draft.ts';
import type { LaunchEntry } from '../history/launch-entry.ts';
import type { Template } from '../templates/template.ts';

export const settingsOfLastLaunchItem = localItem<LaunchSettings>('launch-settings', FIRST_SETTINGS);
export const templatesItem = localItem<Template[]>('launch-templates', []);
export const launchEntriesItem = localItem<LaunchEntry[]>('launches', []);

/** Launches as stored, without what this version cannot read. */
export async function readEntries(): Promise<LaunchEntry[]> {
  return parsedEntries(await launchEntriesItem.getValue());
}

export function parsedEntries(value: unknown): LaunchEntry[] {
  return listOf(launchEntryForm, value);
}

export function parsedTemplates(value: unknown): Template[] {
  return listOf(templateForm, value);
}

export async function readSettingsOfLastLaunch(): Promise<LaunchSettings> {
  return launchSettingsForm(await settingsOfLastLaunchItem.getValue()) ?? FIRST_SETTINGS;
}

function listOf<T>(form: Form<T>, value: unknown): T[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one) => form(one) ?? []);
}
