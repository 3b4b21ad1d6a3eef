import { useSignal } from '@preact/signals';
import type { ProjectState } from '../../../shared/snapshot/project-state.ts';
import type { Price } from '../../../shared/spending/price.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import type { ApiError } from '../../edge-client/api-error.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { projectPath } from '../../reads/paths.ts';
import type { StoredPaidCall } from '../../storage/paid-calls.ts';
import { ConfirmButton } from '../../ui/confirm.tsx';
import { browserNow } from '../../ui/page-state.ts';
import { paidCallOf, startPaidCall } from '../../ui/paid-calls.ts';
import { notBegunWords, PricedButton, priceIn, priceWords } from '../../ui/priced-button.tsx';
import { mayAct } from '../../ui/stored-state.ts';
import { isDeployingNow, obstacleOn } from './obstacle.ts';

/** Button for a project's next deployment, with its price; busy while one runs. `state`: if it was read. */
export function DeployButton({
  projectId,
  state = null,
  isDeploying = false,
  isLiveAlready = false,
  ...props
}: {
  projectId: string;
  state?: ProjectState | null;
  primary?: boolean;
  /** Whether the page around it has read that one is under way. */
  isDeploying?: boolean;
  /** Whether it has read that what would be published is live. */
  isLiveAlready?: boolean;
  startsOpen?: boolean;
  isPressed?: boolean;
  onBack?: () => void;
}) {
  const price = priceIn(projectId, 'deploy', state);
  const obstacle = obstacleOn(projectId, state, 'deploy');
  return (
    <>
      <PricedButton
        {...props}
        isSeenElsewhere
        isUndoable={price !== null && obstacle === null}
        title={isLiveAlready ? t('deployment.liveAlready') : undefined}
        busy={isDeploying || isDeployingNow(projectId, state) ? t('verdict.deploying') : null}
        label={t('verb.deploy')}
        question={[
          t('deployment.question'),
          isLiveAlready && t('deployment.liveAlready'),
          obstacle && !obstacle.isSure && t('deployment.unsure', { why: obstacle.says }),
        ]
          .filter(Boolean)
          .join(' ')}
        refused={obstacle?.isSure ? obstacle.says : null}
        price={price}
        request={{
          method: 'POST',
          path: projectPath(projectId, '/deployments/deploy'),
          body: {},
          about: { operation: 'deploy', projectId, words: '' },
        }}
      />
      <DestroyingDeploy projectId={projectId} call={paidCallOf(projectId, 'deploy')} price={price} />
    </>
  );
}

/** Later another deployment may destroy something else: it is asked for again. */
const HOLDS_FOR_MS = 10 * MINUTE_MS;

/**
 * Says what a deployment would destroy, if it was just refused for that. The service reference (Versioning)
 * names `confirmDestructive` without the refusal that asks for it, so any that speaks of it counts.
 */
function destructionIn(call: StoredPaidCall | undefined, now: number): string | null {
  if (call?.state !== 'refused' || call.settledAt === null || now - call.settledAt > HOLDS_FOR_MS)
    return null;
  const { code = null, message = null } = call.error ?? {};
  return /destructive/i.test(`${code} ${message}`) ? (message ?? '') : null;
}

/** Deploys all the same, once an owner has read in the service's words what goes. */
function DestroyingDeploy({
  projectId,
  call,
  price,
}: {
  projectId: string;
  call: StoredPaidCall | undefined;
  price: Price | null;
}) {
  const problem = useSignal<ApiError | null>(null);
  const destroyed = destructionIn(call, browserNow.value);
  if (destroyed === null) return null;
  if (!mayAct('owner')) return <span class="meta">{t('blocker.roleTooLowOwner')}</span>;
  const deploy = async () => {
    const result = await startPaidCall({
      method: 'POST',
      path: projectPath(projectId, '/deployments/deploy'),
      body: { confirmDestructive: true },
      about: { operation: 'deploy', projectId, words: '' },
    });
    problem.value = result.ok ? null : result.error;
  };
  return (
    <span class="verbs">
      <ConfirmButton
        label={t('deployment.destroys')}
        question={t('deployment.destroysQuestion', { what: isolated(destroyed) })}
        sure={`${t('deployment.destroysSure')} · ${priceWords(price)}`}
        onSure={() => void deploy()}
      />
      {problem.value && <span class="meta failure">{notBegunWords(problem.value)}</span>}
    </span>
  );
}
