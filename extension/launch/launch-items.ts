import { launchSettingsForm, templateForm } from '../forms/forms.ts';
import { localItem } from '../storage/stored-item.ts';
import { FIRST_SETTINGS, type LaunchSettings } from './draft.ts';
import { listOf } from './list-of.ts';
import type { Template } from './template.ts';

export const settingsOfLastLaunchItem = localItem<LaunchSettings>('launch-settings', FIRST_SETTINGS);
export const templatesItem = localItem<Template[]>('launch-templates', []);

export function parsedTemplates(value: unknown): Template[] {
  return listOf(templateForm, value);
}

export async function readSettingsOfLastLaunch(): Promise<LaunchSettings> {
  return launchSettingsForm(await settingsOfLastLaunchItem.getValue()) ?? FIRST_SETTINGS;
}
