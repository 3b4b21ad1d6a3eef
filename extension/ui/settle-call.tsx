import { useSignal } from '@preact/signals';
import type { LaunchRecord, PaidSettlement } from '../../shared/snapshot/launches.ts';
import type { ApiError } from '../edge-client/api-error.ts';
import { failureWords } from '../i18n/failure-words.ts';
import { t } from '../i18n/t.ts';
import { sendMessage } from '../messaging/client.ts';
import { ConfirmButton } from './confirm.tsx';
import { naming } from './page-state.ts';

const CREATIONS: ReadonlySet<string> = new Set(['launch', 'createProject']);

/** Lets the user say whether a paid call of unknown outcome happened, once what is shown makes it clear. */
export function SettleCall({
  of: { key, operation, candidates = [] },
  onSettled,
}: {
  of: Pick<LaunchRecord, 'key' | 'operation' | 'candidates'>;
  onSettled?: () => void;
}) {
  const problem = useSignal<ApiError | null>(null);
  const say = async (settlement: PaidSettlement) => {
    const settled = await sendMessage('settlePaidCall', { key, ...settlement });
    problem.value = settled.ok ? null : settled.error;
    if (settled.ok) onSettled?.();
  };
  const { wholeName } = naming.value;
  return (
    <span class="verbs">
      {CREATIONS.has(operation) ? (
        candidates.map(({ projectId }) => (
          <ConfirmButton
            key={projectId}
            label={t('settle.itIs', { name: wholeName(projectId) })}
            sure={t('settle.happenedSure')}
            look="plain"
            onSure={() => void say({ happened: true, projectId })}
          />
        ))
      ) : (
        <ConfirmButton
          label={t('settle.happened')}
          sure={t('settle.happenedSure')}
          look="plain"
          onSure={() => void say({ happened: true })}
        />
      )}
      <ConfirmButton
        label={t('settle.didNot')}
        sure={t('settle.didNotSure')}
        look="plain"
        onSure={() => void say({ happened: false })}
      />
      {problem.value && (
        <span class="meta failure" role="alert">
          {failureWords(problem.value)}
        </span>
      )}
    </span>
  );
}
