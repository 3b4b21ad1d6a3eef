import { browser } from 'wxt/browser';
import { startDemo } from '../../demo/open-demo.ts';
import { t } from '../../i18n/t.ts';
import { Flame } from '../../ui/icons.tsx';
import { viewAddress } from '../parts/routes.ts';

const openFirst = () => void browser.tabs.create({ url: browser.runtime.getURL('/first.html') });

/** In place of every view that needs an edge: pair this browser, or look around in the demo account. */
export function Unpaired() {
  return (
    <section class="unpaired" aria-label={t('state.notPaired')}>
      <Flame lit={false} />
      <h1>{t('state.notPaired')}</h1>
      <p class="meta">{t('state.notPairedFacts')}</p>
      <div class="verbs">
        <a class="button primary" href={viewAddress('settings')}>
          {t('verb.pairBrowser')}
        </a>
        <button type="button" class="button" onClick={() => void startDemo()}>
          {t('demo.look')}
        </button>
      </div>
      <p class="meta">{t('demo.offer')}</p>
      <button type="button" class="button quiet" title={t('verb.opensTab')} onClick={openFirst}>
        {t('first.edge')}
        <span aria-hidden="true"> ↗</span>
      </button>
    </section>
  );
}
