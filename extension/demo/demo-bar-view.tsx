import { browser } from 'wxt/browser';
import { t } from '../i18n/t.ts';
import { leaveDemo } from './open-demo.ts';

/** Marks every view as demo data, with links to leave the demo. */
export function DemoBarView() {
  return (
    <aside class="demo-bar" aria-label={t('demo.title')}>
      <span>
        <strong>{t('demo.title')}</strong> <span class="meta">{t('demo.facts')}</span>
      </span>
      <button type="button" class="button" onClick={() => void browser.runtime.openOptionsPage()}>
        {t('verb.pairBrowser')}
      </button>
      <button type="button" class="button quiet" onClick={() => void leaveDemo()}>
        {t('demo.leave')}
      </button>
    </aside>
  );
}
