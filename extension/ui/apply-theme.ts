import type { Settings } from '../storage/settings.ts';

/** The user's theme on the page; `system` leaves it to the browser. */
export function applyTheme(theme: Settings['theme']): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
}
