import { Fragment } from 'preact';
import { browser } from 'wxt/browser';
import * as z from 'zod/mini';
import { creditCostsRecord, engineOptInRecord } from '../../../shared/builder-api/account.ts';
import { health } from '../../../shared/edge-api/health.ts';
import { device } from '../../../shared/edge-api/pairing.ts';
import { mayActAs } from '../../../shared/edge-api/role.ts';
import { formatAgo, formatList, formatNumber } from '../../i18n/format.ts';
import { isolated, roleMay, roleName } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { useChange } from '../../reads/change.ts';
import { Loaded } from '../../reads/loaded.tsx';
import { useResource } from '../../reads/resource.ts';
import { ConfirmButton } from '../../ui/confirm.tsx';
import { Glyph } from '../../ui/icons.tsx';
import { OptionsButton } from '../../ui/options-button.tsx';
import { edgeNow, isReachable, naming } from '../../ui/page-state.ts';
import { stored } from '../../ui/stored-state.ts';
import { Alerts, AlertsSummary } from '../alerts/alerts.tsx';
import { ChangeStatus, Part } from '../parts/part.tsx';
import { viewAddress } from '../parts/routes.ts';
import { ViewHeader } from '../parts/view-header.tsx';
import type { ViewProps } from '../parts/view-props.ts';
import { WebhooksView } from '../webhooks/webhooks-view.tsx';
import { KeyAccount } from './key-account.tsx';
import { Standing } from './standing.tsx';

const devices = z.array(device);

/**
 * Settings: the account and its browsers, alerts, the service, receivers, this browser. `rest`: `alerts` and a channel, or
 * `webhooks` and a receiver, for the pages about them.
 */
export function SettingsView({ rest: [part, id] }: ViewProps) {
  const role = stored.value?.connection?.role ?? 'viewer';
  const isOwner = mayActAs(role, 'owner');
  if (part === 'alerts') return <Alerts deviceRole={role} linked={id ?? null} />;
  if (part === 'webhooks') return <WebhooksView rest={id === undefined ? [] : [id]} />;
  return (
    <div class="page">
      <ViewHeader title={t('console.view.settings')} />
      <KeyAccount isOwner={isOwner} />
      {isOwner ? <Browsers /> : <OwnRole />}
      <AlertsSummary deviceRole={role} />
      <Standing />
      <Engine isOwner={isOwner} />
      <Prices />
      <Edge />
      <Receivers />
      <Part
        title={t('console.alerts.thisBrowser')}
        side={<OptionsButton class="button">{t('verb.options')}</OptionsButton>}
      >
        {null}
      </Part>
    </div>
  );
}

/** Whether deliveries to receivers fail, and the way to all of them. */
function Receivers() {
  const failing = stored.value?.snapshot?.snapshot.sections.deliveries.data?.groups ?? [];
  return (
    <Part
      title={t('console.view.webhooks')}
      side={
        <a class="button" href={viewAddress('settings', 'webhooks')}>
          {t('verb.look')}
        </a>
      }
    >
      {failing.length > 0 && (
        <p class="fact with-glyph">
          <Glyph name="warning" />
          <span>{t('console.account.failing', failing.length, { count: formatNumber(failing.length) })}</span>
        </p>
      )}
    </Part>
  );
}

/** Fixed prices side by side; a dash for an operation that an engine does not have, nothing where its list was not read. */
function Prices() {
  const current = useResource({ path: '/service/credit-costs', schema: creditCostsRecord });
  const legacy = useResource({ path: '/service/credit-costs?engine=legacy', schema: creditCostsRecord });
  const old = legacy.state.value.kind === 'shown' ? legacy.state.value.value.creditCosts : null;
  return (
    <Part title={t('console.account.prices')} summary="">
      <Loaded of={current}>
        {({ creditCosts }) => (
          <table class="facts-table numbers">
            <thead>
              <tr>
                <th>{t('console.account.operation')}</th>
                <th class="number">{t('console.engineCurrent')}</th>
                <th class="number">{t('console.engineLegacy')}</th>
              </tr>
            </thead>
            <tbody>
              {[...new Set([...Object.keys(creditCosts), ...Object.keys(old ?? {})])].map((name) => (
                <tr key={name}>
                  <td>{operationWords(name)}</td>
                  <td class="number">{amount(creditCosts[name])}</td>
                  <td class="number">{old && amount(old[name])}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
      {legacy.state.value.kind === 'failed' && <Loaded of={legacy}>{() => null}</Loaded>}
    </Part>
  );
}

const amount = (credits: number | undefined): string => (credits === undefined ? '–' : formatNumber(credits));

const PRICED = [
  'CREATE_PROJECT',
  'CREATE_DEPLOYMENT',
  'START_SERVER',
  'GET_SOURCE_CODE',
  'RECOVER_VERSION',
  'UPLOAD_FILE',
  'ADD_CUSTOM_DOMAIN',
  'EXPORT_PROJECT',
  'IMPORT_PROJECT',
  'UPDATE_FILE',
  'REBUILD_PROJECT',
] as const;

/** An unknown operation is shown by the service's own name. */
function operationWords(name: string): string {
  const known = PRICED.find((one) => one === name);
  return known ? t(`console.account.priced.${known}`) : isolated(name.replaceAll('_', ' ').toLowerCase());
}

function Engine({ isOwner }: { isOwner: boolean }) {
  const optIn = useResource({ path: '/service/account/v2-opt-in', schema: engineOptInRecord });
  const change = useChange();
  return (
    <Part title={t('console.account.engine')}>
      <Loaded of={optIn}>
        {({ v2OptIn, available }) => (
          <>
            <p class="fact">
              {available === false
                ? t('console.account.engineDecided')
                : v2OptIn
                  ? t('console.account.engineNew')
                  : t('console.account.engineOld')}
            </p>
            {!isOwner && available !== false && <p class="meta">{t('console.limits.ownersOnly')}</p>}
            <div class="verbs">
              {available !== false && isOwner && (
                <ConfirmButton
                  look="plain"
                  label={v2OptIn ? t('console.account.useOld') : t('console.account.useNew')}
                  sure={v2OptIn ? t('console.account.useOldSure') : t('console.account.useNewSure')}
                  onSure={() =>
                    void change.send(
                      { method: 'PUT', path: '/service/account/v2-opt-in', body: { v2OptIn: !v2OptIn } },
                      ['/service/account/v2-opt-in'],
                    )
                  }
                />
              )}
              <ChangeStatus state={change.state.value} />
            </div>
          </>
        )}
      </Loaded>
    </Part>
  );
}

function Browsers() {
  const paired = useResource({ path: '/devices', schema: devices });
  return (
    <Part
      title={t('console.account.browsers')}
      side={
        <OptionsButton class="button" section="devices-heading">
          {t('console.account.manage')}
        </OptionsButton>
      }
    >
      <Loaded of={paired}>
        {(list) => (
          <ul class="lines-list">
            {list.map(({ deviceId, name, role, lastSeenAt, current, dailySpendCredits }) => (
              <li key={deviceId} class="line spread">
                <span class="clip">
                  <strong>{naming.value.screened ? roleName(role) : isolated(name)}</strong>{' '}
                  <span class="meta">
                    {[
                      roleName(role),
                      current && t('console.account.thisBrowser'),
                      dailySpendCredits === null
                        ? role !== 'viewer' && t('console.account.noDaily')
                        : t('console.account.daily', { credits: formatNumber(dailySpendCredits) }),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
                <span class="meta">
                  {current
                    ? ''
                    : lastSeenAt === null
                      ? t('console.account.neverSeen')
                      : t('console.account.seen', { ago: formatAgo(lastSeenAt, edgeNow.value) })}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Part>
  );
}

function OwnRole() {
  const role = stored.value?.connection?.role ?? 'viewer';
  return (
    <Part title={t('console.account.role')}>
      <p class="fact">
        <strong>{roleName(role)}</strong> <span class="meta">{roleMay(role)}</span>
      </p>
    </Part>
  );
}

/** Configurable parts of an edge, with what does not work without them. */
const EDGE_PARTS = ['apiKey', 'encryptionKey', 'publicUrl', 'dataApiUrl'] as const;

function Edge() {
  const edge = useResource({ path: '/health', schema: health });
  return (
    <Part title={t('console.account.edge')}>
      <Loaded of={edge}>
        {({ ok, version, problems, configured, deployment }) => (
          <>
            {/* What it was when it was read is no longer known. */}
            {isReachable.value && (
              <p class={ok ? 'fact' : 'fact failure'}>
                {ok ? t('console.account.edgeOk') : t('console.account.edgeNotOk')}
              </p>
            )}
            {problems.map((problem) => (
              <p key={problem} class="meta">
                {t('test.edgeSays', { words: problem })}
              </p>
            ))}
            <dl class="connections">
              <dt class="meta">{t('console.account.address')}</dt>
              <dd>{naming.value.host(URL.parse(stored.value?.connection?.edge ?? '')?.host ?? '')}</dd>
              <dt class="meta">{t('console.account.versions')}</dt>
              <dd>
                {t('console.account.bothVersions', {
                  edge: version,
                  extension: browser.runtime.getManifest().version,
                })}
                {deployment && (
                  <span class="meta lines" title={deployment}>
                    {t('console.account.deployment', { id: deployment.slice(0, 8) })}
                  </span>
                )}
              </dd>
              {EDGE_PARTS.some((part) => configured[part]) && (
                <>
                  <dt class="meta">{t('console.account.configured')}</dt>
                  <dd class="with-glyph">
                    <Glyph name="done" />
                    {formatList(
                      EDGE_PARTS.filter((part) => configured[part]).map((part) =>
                        t(`console.account.parts.${part}`),
                      ),
                    )}
                  </dd>
                </>
              )}
              {EDGE_PARTS.filter((part) => !configured[part]).map((part) => (
                <Fragment key={part}>
                  <dt class="meta">{t(`console.account.parts.${part}`)}</dt>
                  <dd class="with-glyph meta">
                    <Glyph name="off" />
                    {t(`console.account.without.${part}`)}
                  </dd>
                </Fragment>
              ))}
            </dl>
          </>
        )}
      </Loaded>
    </Part>
  );
}
