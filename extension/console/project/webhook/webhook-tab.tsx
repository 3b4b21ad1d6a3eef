import { projectWebhook } from '../../../../shared/builder-api/webhooks.ts';
import { projectHooks } from '../../../../shared/edge-api/project-hook.ts';
import { mayActAs } from '../../../../shared/edge-api/role.ts';
import { eventsPage } from '../../../../shared/snapshot/kept-event.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import { formatAgo, formatClock, formatExact } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { useChange } from '../../../reads/change.ts';
import { Loaded } from '../../../reads/loaded.tsx';
import { projectPath } from '../../../reads/paths.ts';
import { useResource } from '../../../reads/resource.ts';
import { ConfirmButton } from '../../../ui/confirm.tsx';
import { edgeNow, naming } from '../../../ui/page-state.ts';
import { stored } from '../../../ui/stored-state.ts';
import { ChangeStatus, Part } from '../../parts/part.tsx';
import { viewAddress } from '../../parts/routes.ts';
import type { TabProps } from '../../parts/view-props.ts';

const HOOKS = '/subscriptions/projects';
const DELIVERIES_SHOWN = 20;
/** How long the previous secret of a project stays valid after a rotation (service reference, Project webhook). */
const BOTH_GOOD_MS = DAY_MS;

/** Target of the project's own webhook, and its deliveries. Only the edge has its secret. */
export function WebhookTab({ projectId }: TabProps) {
  const path = projectPath(projectId, '/webhook');
  const webhook = useResource({ path, schema: projectWebhook });
  const hooks = useResource({ path: HOOKS, schema: projectHooks });
  const change = useChange();
  const isOwner = mayActAs(stored.value?.connection?.role ?? 'viewer', 'owner');
  const ownHook = `${HOOKS}/${encodeURIComponent(projectId)}`;
  const isSending = change.state.value.kind === 'sending';
  const point = (replace: boolean) =>
    void change.send({ method: 'PUT', path: ownHook, body: { replace } }, [path, HOOKS]);
  return (
    <div class="parts">
      <Part title={t('console.webhook.address')} side={<ChangeStatus state={change.state.value} />}>
        <p class="meta">{t('console.webhook.means')}</p>
        <Loaded of={webhook}>
          {({ url }) => (
            <Loaded of={hooks}>
              {(known) => {
                const hook = known.find((one) => one.projectId === projectId);
                const isOurs = hook !== undefined && pointsHere(url ?? null, projectId);
                const host = url ? naming.value.host(URL.parse(url)?.host ?? url) : '';
                return (
                  <>
                    <p class="fact">
                      {!url
                        ? t('console.webhook.nowhere')
                        : isOurs
                          ? t('console.webhook.here', { host })
                          : t('console.webhook.elsewhere', { host })}
                    </p>
                    {isOurs && (
                      <p class="meta">
                        {!hook.ready
                          ? t('console.webhook.noSecret')
                          : hook.secretChangedAt === null
                            ? t('console.webhook.holdsSecret')
                            : edgeNow.value - hook.secretChangedAt < BOTH_GOOD_MS
                              ? t('console.webhook.bothGood', {
                                  until: formatClock(hook.secretChangedAt + BOTH_GOOD_MS, edgeNow.value),
                                })
                              : t('console.webhook.secretSince', {
                                  ago: formatAgo(hook.secretChangedAt, edgeNow.value),
                                })}
                      </p>
                    )}
                    {!isOurs && url && <p class="meta">{t('console.webhook.theirSecret')}</p>}
                    {!isOwner ? (
                      <p class="meta">{t('console.limits.ownersOnly')}</p>
                    ) : isOurs ? (
                      <ConfirmButton
                        label={t('console.webhook.rotate')}
                        sure={t('console.webhook.rotateSure')}
                        onSure={() =>
                          void change.send({ method: 'POST', path: `${ownHook}/rotate`, body: {} }, [
                            path,
                            HOOKS,
                          ])
                        }
                      />
                    ) : url ? (
                      <ConfirmButton
                        label={t('console.webhook.point')}
                        sure={t('console.webhook.replaceSure', { host })}
                        onSure={() => point(true)}
                      />
                    ) : (
                      <button type="button" class="button" disabled={isSending} onClick={() => point(false)}>
                        {t('console.webhook.point')}
                      </button>
                    )}
                  </>
                );
              }}
            </Loaded>
          )}
        </Loaded>
      </Part>
      <Deliveries projectId={projectId} />
    </div>
  );
}

/** An edge's address for this project; the edge's list says whether it is this edge. */
const pointsHere = (url: string | null, projectId: string): boolean =>
  URL.parse(url ?? '')?.pathname.endsWith(`/hooks/projects/${encodeURIComponent(projectId)}`) === true;

/** Deliveries signed with the project's secret, as kept by the edge: the service has no list of them. */
function Deliveries({ projectId }: { projectId: string }) {
  const query = new URLSearchParams({ project: projectId, limit: '100' });
  const events = useResource({ path: `/events?${query}`, schema: eventsPage });
  return (
    <Part title={t('console.webhook.deliveries')}>
      <Loaded of={events}>
        {({ events: kept }) => {
          const own = kept.filter(({ signer }) => signer === 'project').slice(0, DELIVERIES_SHOWN);
          if (own.length === 0) return <p class="meta">{t('console.webhook.noDeliveries')}</p>;
          return (
            <ul class="lines-list">
              {own.map(({ seq, event, at }) => (
                <li key={seq} class="line spread">
                  <a class="plain-link" href={viewAddress('activity', String(seq))}>
                    {event}
                  </a>
                  <span class="meta" title={formatExact(at)}>
                    {formatClock(at, edgeNow.value)}
                  </span>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Part>
  );
}
