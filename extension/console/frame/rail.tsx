import { browser } from 'wxt/browser';
import { attentionCount } from '../../../shared/attention/open-items.ts';
import { balanceForecastIn } from '../../attention/balance-forecast.ts';
import { type ConnectionStatus, isLive, readAtOf } from '../../connection/status.ts';
import { isDemo } from '../../demo/follow-demo.ts';
import { connectionTitle } from '../../i18n/connection-words.ts';
import { lastingWords } from '../../i18n/forecast-words.ts';
import { formatAge, formatNumber } from '../../i18n/format.ts';
import { roleName } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { GLYPH } from '../../now/need-row.tsx';
import { isPanel } from '../../ui/browser-features.ts';
import { verdictNow } from '../../ui/building.ts';
import { Glyph } from '../../ui/icons.tsx';
import { OptionsButton } from '../../ui/options-button.tsx';
import { browserNow, edgeNow, naming, statusNow } from '../../ui/page-state.ts';
import { useRoving } from '../../ui/roving.ts';
import { attentionNow, stored } from '../../ui/stored-state.ts';
import { VerdictLine } from '../../ui/verdict.tsx';
import { route } from '../parts/navigation.ts';
import { VIEWS, type ViewName, viewAddress } from '../parts/routes.ts';

/** Navigation between the views, with the balance above and the freshness of the data below. */
export function Rail({ onPalette }: { onPalette: () => void }) {
  const stops = useRoving('a');
  const here = route.value;
  const current = here.kind === 'view' ? here.view : here.kind === 'project' ? 'projects' : null;
  return (
    <nav class="rail" aria-label={t('console.menu')} ref={stops}>
      {stored.value?.connection && <Balance />}
      <ul>
        {VIEWS.map((view) => (
          <li key={view}>
            <a href={viewAddress(view)} aria-current={view === current ? 'page' : undefined}>
              {t(`console.view.${view}`)}
              <span class="count">{COUNT[view]?.()}</span>
            </a>
          </li>
        ))}
      </ul>
      <div class="rail-foot meta">
        <LiveStatus />
        <Device />
        <button type="button" class="button quiet" onClick={onPalette}>
          {t('console.search')}
          <kbd>{t('console.paletteKey')}</kbd>
        </button>
        <OptionsButton class="button quiet">{t('verb.options')}</OptionsButton>
        {isPanel() && (
          <button type="button" class="button quiet" onClick={closePanel}>
            {t('verb.close')}
          </button>
        )}
      </div>
    </nav>
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
      <b>{credits === null ? '–' : naming.value.number(credits)}</b>{' '}
      <span class="meta">{t('popup.credits')}</span>
      <AccountReadiness />
    </p>
  );
}

/** Whether the account can build, and how long its balance lasts. */
function AccountReadiness() {
  const sections = stored.value?.snapshot?.snapshot.sections;
  const expected = sections && !naming.value.screened ? balanceForecastIn(sections) : null;
  const need = attentionNow.value.items.find(({ reason }) => reason.kind === 'balance-forecast');
  const said = verdictNow('launch', null);
  const { verdict } = said;
  const isUsedUp = verdict.kind === 'stopped' && verdict.because.cause.kind === 'balance-used-up';
  return (
    <>
      <span class="meta rail-readiness">
        <VerdictLine brief {...said} />
      </span>
      {expected?.kind === 'about' && !isUsedUp && (
        <span class="meta rail-readiness">
          {need && <Glyph name={need.seen ? 'seen' : GLYPH[need.severity]} />}
          {lastingWords(expected, edgeNow.value).title}
        </span>
      )}
    </>
  );
}

/** A view's count; empty while unknown. */
const COUNT: Partial<Readonly<Record<ViewName, () => string>>> = {
  now: () => shown(attentionCount(attentionNow.value).unacknowledged),
  projects: () => shown(stored.value?.snapshot?.snapshot.sections.projects.data?.total ?? 0),
  webhooks: () => shown(stored.value?.snapshot?.snapshot.sections.deliveries.data?.groups.length ?? 0),
};

const shown = (count: number): string => (count > 0 ? formatNumber(count) : '');

/** Whether the data is live, and its age; why not is said above. */
export function LiveStatus() {
  const state = stored.value;
  const status = statusNow.value;
  const readAt = state ? readAtOf(state, status) : null;
  return (
    <span class="live">
      <i class={isLive(status) ? 'dot' : 'dot off'} />
      {liveWords(status)}
      {readAt !== null && ` · ${formatAge(readAt, browserNow.value)}`}
    </span>
  );
}

/** "Live", or what it is in its place. */
function liveWords(status: ConnectionStatus): string {
  if (isDemo.value) return t('demo.title');
  if (isLive(status)) return t('console.live');
  return status.kind === 'loading' || status.kind === 'not-paired'
    ? connectionTitle(status)
    : t('console.notLive');
}

function Device() {
  const connection = stored.value?.connection;
  if (!connection) return null;
  return (
    <span class="clip">
      {naming.value.screened ? roleName(connection.role) : `${connection.name}, ${roleName(connection.role)}`}
    </span>
  );
}
