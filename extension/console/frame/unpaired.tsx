import { startDemo } from '../../demo/open-demo.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Flame } from '../../ui/icons.tsx';
import { openFirstPage } from '../../ui/open-page.ts';

/** In place of every view that needs an edge: pair this browser, or look around in the demo account. */
export function Unpaired() {
  return (
    <section class="unpaired" aria-label={t('state.notPaired')}>
      <Flame lit={false} />
      <h1>{t('state.notPaired')}</h1>
      <p class="meta">{t('state.notPairedFacts')}</p>
      <div class="verbs">
        <Button primary onClick={() => void openFirstPage()}>
          {t('verb.pairBrowser')}
        </Button>
        <Button onClick={() => void startDemo()}>{t('verb.lookAround')}</Button>
      </div>
    </section>
  );
}
