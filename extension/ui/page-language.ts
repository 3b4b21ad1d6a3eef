import { t } from '../i18n/t.ts';

/** Tells screen readers the language of the words that are shown, which may not be the browser's own. */
export function setPageLanguage(): void {
  document.documentElement.lang = t('language');
}
