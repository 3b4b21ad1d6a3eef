import { useSignal } from '@preact/signals';
import { browser } from 'wxt/browser';
import { attentionCount } from '../../../shared/attention/open-items.ts';
import { balanceForecastIn } from '../../attention/view.ts';
import { asOf, type ConnectionStatus, isLive } from '../../connection/status.ts';
import { isDemo } from '../../demo/follow-demo.ts';
import { connectionTitle } from '../../i18n/connection-words.ts';
import { lastingWords } from '../../i18n/forecast-words.ts';
import { formatAgo, formatFacts, formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { OutOfCredits, saysOutOfCredits } from '../../now/balance.tsx';
import { GLYPH } from '../../now/need-row.tsx';
import { AccountVerdict } from '../../now/verdict-parts.tsx';
import { isPanel } from '../../ui/browser-features.ts';
import { isAccountWell, verdictIn } from '../../ui/building.ts';
import { Button } from '../../ui/button.tsx';
import { Glyph, Icon } from '../../ui/icons.tsx';
import { BEGINNINGS, DOORS } from '../../ui/open-page.ts';
import { browserNow, edgeNow, naming, statusNow } from '../../ui/page-state.ts';
import { useRoving } from '../../ui/roving.ts';
import { attentionNow, stored } from '../../ui/stored-state.ts';
import { DropDown } from '../parts/drop-down.tsx';
import { route } from '../parts/navigation.ts';
import { viewAddress } from '../parts/routes.ts';

/** Navigation between the views, with the balance above and the freshness of the data below. */
export function Rail({ onPalette }: { onPalette: () => void }) {
  const stops = useRoving('a');
  const here = route.value;
  const current = here.kind === 'view' ? here.view : here.kind === 'project' ? 'projects' : null;
  return (
    <nav class="rail" aria-label={t('name')}>
      {stored.value?.connection && <Balance />}
      {stored.value?.connection?.role !== 'viewer' && <New />}
      <ul ref={stops}>
        {DOORS.map((view) => (
          <li key={view}>
            <a href={viewAddress(view)} aria-current={view === current ? 'page' : undefined}>
              {t(`view.${view}`)}
              {view === 'now' && (
                <span class="count">{shown(attentionCount(attentionNow.value).unacknowledged)}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
      <div class="rail-foot meta">
        <LiveStatus />
        <Button quiet onClick={onPalette}>
          {t('console.search')}
          <kbd>{t('console.paletteKey')}</kbd>
        </Button>
        {isPanel() && (
          <Button quiet onClick={closePanel}>
            {t('verb.close')}
          </Button>
        )}
      </div>
    </nav>
  );
}

/** What can be begun: a project, or rows of an app. */
function New() {
  const open = useSignal(false);
  return (
    <div class="rail-new">
      <DropDown keeps open={open} face={`${t('console.new')} ▾`} title={t('console.new')}>
        <ul>
          {BEGINNINGS.map((view) => (
            <li key={view}>
              <a href={viewAddress(view)} onClick={() => (open.value = false)}>
                {t(`view.${view}`)}
              </a>
            </li>
          ))}
        </ul>
      </DropDown>
    </div>
  );
}

function closePanel(): void {
  if (!import.meta.env.FIREFOX) return void window.close();
  const { sidebarAction } = browser as unknown as { sidebarAction: { close(): Promise<void> } };
  void sidebarAction.close();
}

function Balance() {
  const credits = stored.value?.snapshot?.snapshot.sections.account.data?.credits ?? null;
  return (
    <p class="sum">
      {saysOutOfCredits() ? (
        <span class="rail-readiness">
          <OutOfCredits />
        </span>
      ) : (
        <>
          <b>{credits === null ? '–' : naming.value.number(credits)}</b>{' '}
          <span class="meta">{t('fact.creditsUnit')}</span>
        </>
      )}
      <AccountReadiness />
    </p>
  );
}

/** Says what blocks building, and until when the balance lasts if that needs the user; else nothing. */
function AccountReadiness() {
  const sections = stored.value?.snapshot?.snapshot.sections;
  const need = attentionNow.value.items.find(({ reason }) => reason.kind === 'balance-forecast');
  const expected = need && sections && !naming.value.screened ? balanceForecastIn(sections) : null;
  const verdict = verdictIn('launch', null);
  const isUsedUp = verdict.kind === 'stopped' && verdict.because.cause.kind === 'balance-used-up';
  const isViewer = stored.value?.connection?.role === 'viewer';
  return (
    <>
      {isViewer && (
        <span class="meta rail-readiness">
          <Icon name="eye" /> {t('role.lookingOnly')}
        </span>
      )}
      {!isAccountWell.value && !saysOutOfCredits() && (
        <span class="meta rail-readiness">
          <AccountVerdict />
        </span>
      )}
      {need && expected?.kind === 'about' && !isUsedUp && (
        <span class="meta rail-readiness">
          <Glyph name={need.seen ? 'seen' : GLYPH[need.severity]} />
          {lastingWords(expected, edgeNow.value).title}
        </span>
      )}
    </>
  );
}

const shown = (count: number): string => (count > 0 ? formatNumber(count) : '');

/** Shows a green dot while changes arrive live; else what happens instead, and the age of what is shown. */
export function LiveStatus() {
  const state = stored.value;
  const status = statusNow.value;
  const readAt = state ? asOf(state) : null;
  const isWell = isLive(status) && !isDemo.value;
  return (
    <span class="live">
      <i class={isLive(status) ? 'dot' : 'dot off'} />
      <span class={isWell ? 'hidden-words' : undefined}>
        {formatFacts(
          liveWords(status),
          !isLive(status) && readAt !== null && formatAgo(readAt, browserNow.value),
        )}
      </span>
    </span>
  );
}

/** "Live", or what it is in its place. */
function liveWords(status: ConnectionStatus): string {
  if (isDemo.value) return t('status.demo');
  if (isLive(status)) return t('status.live');
  return status.kind === 'loading' || status.kind === 'not-paired'
    ? connectionTitle(status)
    : t('console.notLive');
}
