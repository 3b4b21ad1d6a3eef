import { utcDay } from '../../shared/time.ts';
import { formatFullDate } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { openFirstPage } from '../ui/open-page.ts';
import { browserNow } from '../ui/page-state.ts';
import { leaveDemo } from './open-demo.ts';

/** Marks every view as demo data, with links to leave the demo. */
export function DemoBarView() {
  return (
    <aside class="demo-bar" aria-label={t('status.demo')}>
      <span>
        <strong>{t('status.demo')}</strong>{' '}
        <span class="meta block">{t('demo.facts', { date: formatFullDate(utcDay(browserNow.value)) })}</span>
      </span>
      <Button onClick={() => void openFirstPage()}>{t('verb.pairBrowser')}</Button>
      <Button quiet onClick={() => void leaveDemo()}>
        {t('demo.leave')}
      </Button>
    </aside>
  );
}
