import { signal } from '@preact/signals';
import type { Settings } from '../storage/settings.ts';
import { act } from '../ui/act.ts';
import { settingsNow } from '../ui/page-state.ts';

/** Told to screen readers after each change that was kept. */
export const savedAt = signal(0);

/** Keeps a change of the settings; the background writes it and acts on it. What goes wrong stands at the page's foot. */
export async function saveSettings(change: Partial<Settings>): Promise<boolean> {
  const outcome = await act('saveSettings', { settings: { ...settingsNow.value, ...change } });
  if (outcome.ok) savedAt.value = Date.now();
  return outcome.ok;
}
