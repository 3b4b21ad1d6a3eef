import { t } from '../i18n/t.ts';
import type { Settings } from '../storage/settings.ts';

/** The user's theme on the page; `system` leaves it to the browser. */
export function applyTheme(theme: Settings['theme']): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
}

/** Tells screen readers the language of the words that are shown, which may not be the browser's own. */
export function setPageLanguage(): void {
  document.documentElement.lang = t('language');
}
