import { useSignal } from '@preact/signals';
import type { Price } from '../../../shared/spending/price.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import type { ApiError } from '../../edge-client/api-error.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { projectPath } from '../../reads/paths.ts';
import type { StoredPaidCall } from '../../storage/paid-calls.ts';
import { ConfirmButton } from '../../ui/confirm.tsx';
import { browserNow } from '../../ui/page-state.ts';
import { startPaidCall } from '../../ui/paid-calls.ts';
import { notBegunWords, priceWords } from '../../ui/priced-button.tsx';
import { mayAct } from '../../ui/stored-state.ts';

/** Later another deployment may destroy something else: it is asked for again. */
const HOLDS_FOR_MS = 10 * MINUTE_MS;

/**
 * What a deployment would destroy, where it was just refused for that. The service reference names `confirmDestructive`
 * (Versioning) without the refusal that asks for it, so any that speaks of it counts.
 */
export function destructionIn(call: StoredPaidCall | undefined, now: number): string | null {
  if (call?.state !== 'refused' || call.settledAt === null || now - call.settledAt > HOLDS_FOR_MS)
    return null;
  const { code = null, message = null } = call.error ?? {};
  return /destructive/i.test(`${code} ${message}`) ? (message ?? '') : null;
}

/** Deploys all the same, once an owner has read in the service's words what goes. */
export function DestroyingDeploy({
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
        label={t('console.ship.destroys')}
        question={t('console.ship.destroysQuestion', { what: isolated(destroyed) })}
        sure={`${t('console.ship.destroysSure')} · ${priceWords(price)}`}
        onSure={() => void deploy()}
      />
      {problem.value && <span class="meta failure">{notBegunWords(problem.value)}</span>}
    </span>
  );
}
