import type { ComponentChildren } from 'preact';
import { browser } from 'wxt/browser';
import { t } from '../i18n/t.ts';

/** Leads to the page of options, which browsers open in a tab of its own: it says so. */
export function OptionsButton({ class: look, children }: { class: string; children: ComponentChildren }) {
  return (
    <button
      type="button"
      class={look}
      title={t('verb.opensTab')}
      onClick={() => void browser.runtime.openOptionsPage()}
    >
      {children}
      <span aria-hidden="true"> ↗</span>
    </button>
  );
}
