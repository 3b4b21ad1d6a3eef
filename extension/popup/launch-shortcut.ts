import { signal } from '@preact/signals';
import { browser } from 'wxt/browser';

/** The key that launches, as this browser writes it; empty while none is set. */
export const launchShortcut = signal('');

/** Asks the browser, which keeps shortcuts: they may be changed or taken away there. */
export async function readLaunchShortcut(): Promise<void> {
  const commands = (await browser.commands?.getAll()) ?? [];
  launchShortcut.value = commands.find(({ name }) => name === 'launch')?.shortcut ?? '';
}
