import type { ComponentChildren } from 'preact';
import { browser } from 'wxt/browser';
import { t } from '../i18n/t.ts';

/** Leads to the page of options, which browsers open in a tab of its own: it says so. */
export function OptionsButton({
  class: look,
  section,
  children,
}: {
  class: string;
  /** Id of the heading that takes the focus there; missing: the page begins at its top. */
  section?: string;
  children: ComponentChildren;
}) {
  const open = () =>
    section === undefined
      ? browser.runtime.openOptionsPage()
      : browser.tabs.create({ url: browser.runtime.getURL(`/options.html#${section}`) });
  return (
    <button type="button" class={look} title={t('verb.opensTab')} onClick={() => void open()}>
      {children}
      <span aria-hidden="true"> ↗</span>
    </button>
  );
}
