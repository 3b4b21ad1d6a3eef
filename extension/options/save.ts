import { signal } from '@preact/signals';
import { apiError } from '../edge-client/api-error.ts';
import { type EntryPoints, entryPointsItem, type Settings } from '../storage/settings.ts';
import { act, lastFailure } from '../ui/act.ts';
import { settingsNow } from '../ui/page-state.ts';

/** Told to screen readers after each change that was kept. */
export const savedAt = signal(0);

/** Keeps a change of the settings; the background writes it and acts on it. What goes wrong stands at the page's foot. */
export async function saveSettings(change: Partial<Settings>): Promise<boolean> {
  const outcome = await act('saveSettings', { settings: { ...settingsNow.value, ...change } });
  if (outcome.ok) savedAt.value = Date.now();
  return outcome.ok;
}

/** Keeps the ways to a launch, which no other page changes. What goes wrong stands at the page's foot. */
export async function saveWays(ways: EntryPoints): Promise<boolean> {
  lastFailure.value = null;
  try {
    await entryPointsItem.setValue(ways);
  } catch {
    lastFailure.value = apiError('edge-failing', 'NOT_KEPT').error;
    return false;
  }
  savedAt.value = Date.now();
  return true;
}
