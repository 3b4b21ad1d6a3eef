import { browser } from 'wxt/browser';

/** Tells the page's language to screen readers: the one whose words are shown. */
export function setPageLanguage(): void {
  document.documentElement.lang = browser.i18n.getMessage('@@ui_locale').replace('_', '-') || 'en';
}
