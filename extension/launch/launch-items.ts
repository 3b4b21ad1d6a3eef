import { parse, parseEach } from '../../shared/parse.ts';
import { localItem } from '../storage/stored-item.ts';
import { FIRST_SETTINGS, type LaunchSettings, launchSettings } from './draft.ts';
import { type Template, template } from './template.ts';

export const settingsOfLastLaunchItem = localItem<LaunchSettings>('launch-settings', FIRST_SETTINGS);
export const templatesItem = localItem<Template[]>('launch-templates', []);

export function parsedTemplates(value: unknown): Template[] {
  return parseEach(template, value);
}

/** Caps are not among them: one that nobody chose for this launch could stop its run. */
export async function readSettingsOfLastLaunch(): Promise<LaunchSettings> {
  const { developmentCap, infrastructureCap } = FIRST_SETTINGS;
  const settings = parse(launchSettings, await settingsOfLastLaunchItem.getValue()) ?? FIRST_SETTINGS;
  return { ...settings, developmentCap, infrastructureCap };
}
