import { signal } from '@preact/signals';
import { sendCommand } from '../messaging/send-command.ts';
import { settingsNow } from '../popup/page-context.ts';
import type { Settings } from '../settings/settings.ts';

/** Told to screen readers after each change that was kept. */
export const savedAt = signal(0);

/** Keeps a change of the settings; the background writes it and acts on it. */
export async function saveSettings(change: Partial<Settings>): Promise<boolean> {
  const outcome = await sendCommand('saveSettings', { settings: { ...settingsNow.value, ...change } });
  if (outcome.ok) savedAt.value = Date.now();
  return outcome.ok;
}
