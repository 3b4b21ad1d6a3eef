import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { deployPhaseOf } from '../../../../../shared/endings/deploy-ending.ts';
import { t } from '../../../../i18n/t.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { useProject } from '../../../../reads/use-project.ts';
import { naming } from '../../../../ui/page-state.ts';
import type { TabProps } from '../../../parts/routes.ts';
import { Connections } from './connections.tsx';
import { Deployment, useDeployment } from './deployment.tsx';
import { Domain } from './domain.tsx';
import { Logs, type ShownLog } from './logs.tsx';
import { Secrets } from './secrets.tsx';
import { Server } from './server.tsx';
import { Versions } from './versions.tsx';
import { ProjectWebhook } from './webhook/webhook-tab.tsx';

/**
 * Steps from code to visitors: deployment, server, versions, secrets, domain, connections, logs. Puts the log
 * beside what failed. `rest`: the version to show.
 */
export function ShipTab({ projectId, rest: [versionId] }: TabProps) {
  const project = useProject(projectId);
  const deployment = useDeployment(projectId).state.value;
  const hasFailed = deployment.kind === 'shown' && deployPhaseOf(deployment.value.status) === 'failed';
  const chosenLog = useSignal<ShownLog | null>(null);
  const isLogBeside = useRef(false);
  // What the user has chosen stays as it is, and where it is.
  if (hasFailed && chosenLog.value === null) isLogBeside.current = true;
  const logs = (
    <Logs
      projectId={projectId}
      shown={chosenLog.value ?? (isLogBeside.current ? 'development' : 'none')}
      onShow={(shown) => (chosenLog.value = shown)}
    />
  );
  if (naming.value.screened) return <p class="notice meta">{t('console.hidden')}</p>;
  return (
    <div class="parts">
      <Loaded of={project}>
        {(record) => (
          <>
            <Deployment project={record} />
            {isLogBeside.current && logs}
            <Versions project={record} arrivedAt={versionId ?? null} />
            <Secrets project={record} />
            <Domain project={record} />
            <Connections projectId={projectId} />
            <Server project={record} />
            {!isLogBeside.current && logs}
            <ProjectWebhook projectId={projectId} />
          </>
        )}
      </Loaded>
    </div>
  );
}
