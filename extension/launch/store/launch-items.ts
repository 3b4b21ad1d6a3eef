import type { Form } from '../../forms/form.ts';
import { launchEntryForm, launchSettingsForm, runnerEntryForm, templateForm } from '../../forms/forms.ts';
import { localItem } from '../../storage/stored-item.ts';
import { FIRST_SETTINGS, type LaunchSettings } from '../draft/draft.ts';
import type { LaunchEntry, RunnerEntry } from '../history/launch-entry.ts';
import type { Template } from '../templates/template.ts';

export const settingsOfLastLaunchItem = localItem<LaunchSettings>('launch-settings', FIRST_SETTINGS);
export const templatesItem = localItem<Template[]>('launch-templates', []);
export const launchEntriesItem = localItem<RunnerEntry[]>('launches', []);

/** Launches as stored, without what this version cannot read. */
export async function readEntries(): Promise<LaunchEntry[]> {
  return parsedEntries(await launchEntriesItem.getValue());
}

/** The same as the background reads them. */
export async function readRunnerEntries(): Promise<RunnerEntry[]> {
  return listOf(runnerEntryForm, await launchEntriesItem.getValue());
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
