import { browser } from 'wxt/browser';
import { startDemo } from '../../demo/open-demo.ts';
import { t } from '../../i18n/t.ts';
import { Flame } from '../../ui/icons.tsx';
import { OptionsButton } from '../../ui/options-button.tsx';

const openFirst = () => void browser.tabs.create({ url: browser.runtime.getURL('/first.html') });

/** In place of every view that needs an edge: pair this browser, or look around in the demo account. */
export function Unpaired() {
  return (
    <section class="unpaired" aria-label={t('state.notPaired')}>
      <Flame lit={false} />
      <h1>{t('state.notPaired')}</h1>
      <p class="meta">{t('state.notPairedFacts')}</p>
      <div class="verbs">
        <OptionsButton class="button primary">{t('verb.pairBrowser')}</OptionsButton>
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
