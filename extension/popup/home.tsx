import { t } from '../i18n/t.ts';
import { stored } from '../ui/stored-state.ts';
import { Balance } from './balance.tsx';
import { Calm } from './calm.tsx';
import { Foot } from './foot.tsx';
import { NeedsYou } from './needs-you.tsx';
import { Recent } from './recent.tsx';
import { Running } from './running.tsx';
import { StandingBanner } from './standing-banner.tsx';

/** The order is the message: what needs the user, what runs, what just ended. */
export function Home() {
  const paired = stored.value?.connection != null;
  return (
    <>
      <main onKeyDown={moveBetweenRows}>
        <h1 class="hidden-words">{t('name')}</h1>
        {paired && <Balance />}
        <StandingBanner />
        {paired && (
          <>
            <NeedsYou />
            <Calm />
            <Running />
            <Recent />
          </>
        )}
      </main>
      <Foot />
    </>
  );
}

/** Up and down go from row to row; left and right stay the browser's. */
function moveBetweenRows(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const { target } = event;
  if (!(target instanceof HTMLElement) || target.matches('input, select')) return;
  const rows = [...document.querySelectorAll<HTMLElement>('.row')];
  const here = rows.findIndex((row) => row.contains(target));
  const next = rows[here + (event.key === 'ArrowDown' ? 1 : -1)];
  const stop = next?.querySelector<HTMLElement>('.verb') ?? next?.querySelector<HTMLElement>('.sentence');
  if (!stop) return;
  event.preventDefault();
  stop.focus();
}
