import { projectWebhook } from '../../../../../../shared/builder-api/webhooks.ts';
import { type ProjectHook, projectHooks } from '../../../../../../shared/edge-api/project-hook.ts';
import { eventsPage } from '../../../../../../shared/snapshot/kept-event.ts';
import { formatClock, formatExact } from '../../../../../i18n/format.ts';
import { t } from '../../../../../i18n/t.ts';
import { Loaded } from '../../../../../reads/loaded.tsx';
import { projectPath } from '../../../../../reads/paths.ts';
import { type ResourceState, useResource } from '../../../../../reads/resource.ts';
import { edgeNow, naming } from '../../../../../ui/page-state.ts';
import { Lines, Part } from '../../../../parts/part.tsx';
import { viewAddress } from '../../../../parts/routes.ts';
import { PROJECT_HOOKS, WebhookTarget } from './webhook-target.tsx';

const DELIVERIES_SHOWN = 20;

/** Target of the project's own webhook, and its deliveries. Only the edge has its secret. */
export function ProjectWebhook({ projectId }: { projectId: string }) {
  const webhook = useResource({ path: projectPath(projectId, '/webhook'), schema: projectWebhook });
  const hooks = useResource({ path: PROJECT_HOOKS, schema: projectHooks });
  const hookOf = (known: readonly ProjectHook[]) => known.find((one) => one.projectId === projectId);
  return (
    <>
      <Part title={t('console.webhook.address')} summary={naming.value.host(hostOf(webhook.state.value))}>
        <p class="meta">
          {t('console.webhook.means')}{' '}
          <a class="plain-link" href={viewAddress('settings', 'webhooks')}>
            {t('see.webhooks')}
          </a>
        </p>
        <Loaded of={webhook}>
          {({ url }) => (
            <Loaded of={hooks}>
              {(known) => <WebhookTarget projectId={projectId} url={url || null} hook={hookOf(known)} />}
            </Loaded>
          )}
        </Loaded>
      </Part>
      <Deliveries projectId={projectId} />
    </>
  );
}

const hostOf = (state: ResourceState<{ url?: string | null | undefined }>): string =>
  (state.kind === 'shown' && URL.parse(state.value.url ?? '')?.host) || '';

/** Deliveries signed with the project's secret, as kept by the edge: the service has no list of them. */
function Deliveries({ projectId }: { projectId: string }) {
  const query = new URLSearchParams({ project: projectId, limit: '100' });
  const events = useResource({ path: `/events?${query}`, schema: eventsPage });
  return (
    <Part title={t('console.webhook.deliveries')} summary="">
      <Loaded of={events}>
        {({ events: kept }) => {
          const own = kept.filter(({ signer }) => signer === 'project').slice(0, DELIVERIES_SHOWN);
          return (
            <Lines>
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
            </Lines>
          );
        }}
      </Loaded>
    </Part>
  );
}
