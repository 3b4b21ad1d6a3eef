import { signal } from '@preact/signals';
import type { EntryPoints, Settings } from '../storage/settings-schema.ts';
import { act } from './act.ts';
import { settingsNow } from './page-state.ts';
import { stored } from './stored-state.ts';

/** When a change was last saved, which screen readers are told. */
export const savedAt = signal(0);

/**
 * Saves what changes through the background, which applies it. Rendered meanwhile, so that another update
 * does not show the former choice again and a second change starts from it; taken back where it can't be
 * saved, which the page's footer says.
 */
export async function saveSettings(settings: Partial<Settings>, ways: Partial<EntryPoints> = {}) {
  const before = stored.peek();
  if (before) {
    const changed = { ...settingsNow.peek(), ...settings };
    stored.value = { ...before, settings: changed, ways: { ...before.ways, ...ways } };
  }
  const outcome = await act('saveSettings', { settings, ways });
  if (outcome.ok) savedAt.value = Date.now();
  else if (before && stored.value)
    stored.value = { ...stored.value, settings: before.settings, ways: before.ways };
  return outcome;
}

export const isProjectMuted = (projectId: string): boolean =>
  settingsNow.value.silencedProjects.includes(projectId);

/** Whether this browser tells of a project's news. */
export function muteProject(projectId: string, is: boolean) {
  const others = settingsNow.peek().silencedProjects.filter((one) => one !== projectId);
  return saveSettings({ silencedProjects: is ? [...others, projectId] : others });
}
