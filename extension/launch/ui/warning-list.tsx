import type { LaunchWarning } from '../../../shared/edge-api/launches.ts';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { Glyph } from '../../ui/glyph.tsx';
import type { LaunchEntry } from '../launch-entry.ts';
import { isRetryable, type RetryableStep } from '../runner/retry-step.ts';
import { useModel } from './model-context.ts';

/** What did not work although the project was made, each with its retry where it can be done from here. */
export function WarningList({ entry, warnings }: { entry: LaunchEntry; warnings: readonly LaunchWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <section class="warnings">
      <h3>{t('launch.warning.heading', warnings.length, { count: formatNumber(warnings.length) })}</h3>
      <ul>
        {warnings.map((warning) => (
          <WarningRow key={`${warning.step} ${warning.errorCode}`} entry={entry} warning={warning} />
        ))}
      </ul>
    </section>
  );
}

const RETRY_WORDS: Record<RetryableStep, () => string> = {
  agent: () => t('launch.warning.retryAgent'),
  creditLimits: () => t('launch.warning.retryCaps'),
};

function WarningRow({ entry, warning }: { entry: LaunchEntry; warning: LaunchWarning }) {
  const model = useModel();
  const { step } = warning;
  const retry = entry.retries[step];
  const mayRetry = isRetryable(step) && !isRemark(warning) && (!retry || retry.state === 'failed');
  return (
    <li class="warning-row">
      <Glyph name={retry?.state === 'done' ? 'done' : 'warning'} />
      <div>
        <p title={`${warning.errorCode}: ${warning.errorMessage}`}>
          {isRemark(warning) ? warning.errorMessage : stepWords(step)}
        </p>
        {mayRetry && step === 'agent' && entry.draft.attachments.length > 0 && (
          <p class="meta">{t('launch.warning.agentFiles')}</p>
        )}
        <p class="meta" role="status">
          {retry?.state === 'going' && t('launch.warning.going')}
          {retry?.state === 'done' && t('launch.warning.done')}
          {retry?.state === 'failed' && t('launch.warning.failed', { message: retry.message ?? '' })}
        </p>
      </div>
      {mayRetry && (
        <button type="button" class="button" onClick={() => void model.deps.retry(entry.key, step)}>
          {RETRY_WORDS[step]()}
        </button>
      )}
    </li>
  );
}

/** The run started, and the service has something to say about how: a value that it ignored, for instance. */
function isRemark({ errorCode }: LaunchWarning): boolean {
  return errorCode === '';
}

function stepWords(step: string): string {
  switch (step) {
    case 'creditLimits':
    case 'secrets':
    case 'designtool':
    case 'files':
    case 'agent':
      return t(`launch.warning.${step}`);
    default:
      return t('launch.warning.other', { step });
  }
}
