import { Fragment } from 'preact';
import { browser } from 'wxt/browser';
import { health } from '../../../../shared/edge-api/health.ts';
import { accountOperations } from '../../../../shared/operations/account.ts';
import { limitOperations } from '../../../../shared/operations/limits.ts';
import { formatClock, formatNumber } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/naming.ts';
import { serviceWord } from '../../../i18n/service-words.ts';
import { t } from '../../../i18n/t.ts';
import { Loaded } from '../../../reads/loaded.tsx';
import { useResource } from '../../../reads/resource.ts';
import { useAct, useOperation } from '../../../reads/use-operation.ts';
import { ConfirmButton } from '../../../ui/confirm.tsx';
import { Glyph } from '../../../ui/icons.tsx';
import { edgeNow, isReachable, naming } from '../../../ui/page-state.ts';
import { stored } from '../../../ui/stored-state.ts';
import { ChangeStatus } from '../../parts/part.tsx';
import { Setting, SettingsSection } from '../../parts/setting.tsx';

/** The builder service as this account has it, and the edge in front of it. */
export function Service() {
  const anyProject = stored.value?.snapshot?.snapshot.sections.projects.data?.items[0]?.projectId;
  return (
    <SettingsSection id="service" title={t('fact.service')}>
      <Key />
      {anyProject && <Plan projectId={anyProject} />}
      <Engine />
      <Setting name={t('fact.prices')}>
        <Prices />
      </Setting>
      <Edge />
    </SettingsSection>
  );
}

/**
 * Reading the balance shows whether the service takes the edge's key; the key's age shows whether
 * somebody who has left the team may know it.
 */
function Key() {
  const edge = useResource({ path: '/health', schema: health }).state.value;
  const since = edge.kind === 'shown' ? edge.value.serviceKeySince : null;
  const account = stored.value?.snapshot?.snapshot.sections.account;
  const isRejected = account?.error?.code === 'key-rejected';
  const isRead = account?.readAt != null;
  return (
    <Setting
      name={t('console.account.parts.apiKey')}
      sign={isRejected ? 'critical' : isRead ? 'done' : 'unknown'}
      value={
        isRejected ? (
          <span class="failure">{t('console.account.keyRejected')}</span>
        ) : (
          <>
            <span class={isRead ? 'hidden-words' : undefined}>
              {t(isRead ? 'console.account.keyTaken' : 'status.unread')}
            </span>
            {isRead && since != null && t('item.since', { since: formatClock(since, edgeNow.value) })}
          </>
        )
      }
    />
  );
}

/** Account plan, as the service names it with a project's limits (service reference, Feature limits). */
function Plan({ projectId }: { projectId: string }) {
  const limits = useOperation(limitOperations.getFeatureLimits, { projectId });
  const state = limits.state.value;
  const plan = state.kind === 'shown' ? state.value.plan : null;
  return plan || state.kind === 'loading' ? (
    <Setting name={t('console.account.plan')} value={plan ? isolated(plan) : t('status.loading')} />
  ) : null;
}

function Engine() {
  const optIn = useOperation(accountOperations.getEngineOptIn, {});
  const choose = useAct(accountOperations.setEngineOptIn, {});
  const state = optIn.state.value;
  const { v2OptIn, available } = state.kind === 'shown' ? state.value : {};
  const isNew = available === false || v2OptIn;
  return (
    <Setting
      name={t('fact.engine')}
      value={
        state.kind === 'shown' ? (
          t(isNew ? 'console.engineCurrent' : 'console.engineLegacy')
        ) : (
          <Loaded of={optIn}>{() => null}</Loaded>
        )
      }
      side={
        state.kind === 'shown' &&
        choose.may &&
        available !== false && (
          <>
            <ConfirmButton
              look="plain"
              label={t(v2OptIn ? 'console.account.useOld' : 'console.account.useNew')}
              sure={t('console.account.useSure')}
              onSure={() => void choose.send({ v2OptIn: !v2OptIn })}
            />
            <ChangeStatus state={choose.state.value} />
          </>
        )
      }
    />
  );
}

/** Fixed prices side by side; a dash if an engine lacks an operation, nothing if its list was not read. */
function Prices() {
  const current = useOperation(accountOperations.getCreditCosts, {});
  const legacy = useOperation(accountOperations.getCreditCosts, { query: { engine: 'legacy' } });
  const old = legacy.state.value.kind === 'shown' ? legacy.state.value.value.creditCosts : null;
  return (
    <>
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
                  <td>{serviceWord(name, 'priced')}</td>
                  <td class="number">{amount(creditCosts[name])}</td>
                  <td class="number">{old && amount(old[name])}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
      {legacy.state.value.kind === 'failed' && <Loaded of={legacy}>{() => null}</Loaded>}
    </>
  );
}

const amount = (credits: number | undefined): string => (credits === undefined ? '–' : formatNumber(credits));

/** Configurable parts of an edge, with what does not work without them. */
const EDGE_PARTS = ['apiKey', 'encryptionKey', 'publicUrl', 'dataApiUrl'] as const;

/** Where the edge is and whether it works; unfolded, what it is made of. What it lacks stands open. */
function Edge() {
  const edge = useResource({ path: '/health', schema: health });
  const state = edge.state.value;
  // What it was when it was read is no longer known while it can't be reached.
  const read = state.kind === 'shown' && isReachable.value ? state.value : null;
  return (
    <Setting
      name={t('console.account.edge')}
      sign={read === null ? 'unknown' : read.ok ? 'done' : 'warning'}
      value={naming.value.host(URL.parse(stored.value?.connection?.edge ?? '')?.host ?? '')}
      isOpen={read?.ok === false}
    >
      <Loaded of={edge}>
        {({ version, problems, configured, deployment }) => (
          <>
            {problems.map((problem) => (
              <p key={problem} class="meta">
                {t('test.edgeSays', { words: problem })}
              </p>
            ))}
            <dl class="connections">
              <dt class="meta">{t('fact.versions')}</dt>
              <dd>
                {t('console.account.bothVersions', {
                  edge: version,
                  extension: browser.runtime.getManifest().version,
                })}
                {deployment && (
                  <span class="meta block" title={deployment}>
                    {t('console.account.deployment', { id: deployment.slice(0, 8) })}
                  </span>
                )}
              </dd>
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
    </Setting>
  );
}
