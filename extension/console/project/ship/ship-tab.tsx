import { t } from '../../../i18n/t.ts';
import { Loaded } from '../../../reads/loaded.tsx';
import { useProject } from '../../../reads/use-project.ts';
import { naming } from '../../../ui/page-state.ts';
import type { TabProps } from '../../parts/view-props.ts';
import { Connections } from './connections.tsx';
import { Deployment } from './deployment.tsx';
import { Domain } from './domain.tsx';
import { Logs } from './logs.tsx';
import { Secrets } from './secrets.tsx';
import { Server } from './server.tsx';
import { Versions } from './versions.tsx';

/** From code to visitors: deployment, server, versions, secrets, domain, connections, logs. */
export function ShipTab({ projectId }: TabProps) {
  const project = useProject(projectId);
  if (naming.value.screened) return <p class="notice meta">{t('console.hidden')}</p>;
  return (
    <div class="parts">
      <Loaded of={project}>
        {(record) => (
          <>
            <Deployment project={record} />
            <Server project={record} />
            <Versions project={record} />
            <Secrets project={record} />
            <Domain project={record} />
            <Connections projectId={projectId} />
            <Logs projectId={projectId} />
          </>
        )}
      </Loaded>
    </div>
  );
}
