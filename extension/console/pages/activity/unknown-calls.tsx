import * as z from 'zod/mini';
import { type LaunchRecord, launchRecord } from '../../../../shared/snapshot/launches.ts';
import { formatAgo, formatExact } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { useResource } from '../../../reads/resource.ts';
import { edgeNow, naming } from '../../../ui/page-state.ts';
import { SettleCall } from '../../../ui/settle-call.tsx';
import { mayAct } from '../../../ui/stored-state.ts';
import { Part } from '../../parts/part.tsx';
import { projectAddress } from '../../parts/routes.ts';
import { paidOperationWords, tabOfPaid } from './paid-operations.ts';

const calls = z.array(launchRecord);

/** Paid calls of any browser with unknown outcome: where to look, and what the user may say of them. */
export function UnknownCalls() {
  const mayBuild = mayAct('builder');
  const list = useResource(mayBuild ? { path: '/paid-calls', schema: calls, keep: false } : null);
  const { value: loaded } = list.state;
  if (loaded.kind === 'failed') return mayBuild ? <p class="meta">{t('settle.unread')}</p> : null;
  if (loaded.kind !== 'shown' || loaded.value.length === 0) return null;
  return (
    <Part title={t('settle.title')}>
      <p class="meta">{t('settle.how')}</p>
      <ul class="event-list">
        {loaded.value.map((call) => (
          <UnknownCall key={call.key} call={call} onSettled={() => void list.refresh()} />
        ))}
      </ul>
    </Part>
  );
}

function UnknownCall({ call, onSettled }: { call: LaunchRecord; onSettled: () => void }) {
  const { operation, requestedProjectId: projectId, createdAt } = call;
  return (
    <li class="verbs">
      <a href={projectAddress(projectId, tabOfPaid(operation))}>
        {t('console.activity.ownLine', {
          name: naming.value.project(projectId),
          operation: paidOperationWords(operation),
        })}
      </a>
      <time class="meta" title={formatExact(createdAt)}>
        {formatAgo(createdAt, edgeNow.value)}
      </time>
      <SettleCall of={call} onSettled={onSettled} />
    </li>
  );
}
