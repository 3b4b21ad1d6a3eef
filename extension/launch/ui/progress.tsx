import { useEffect } from 'preact/hooks';
import type { LaunchWarning } from '../../../shared/snapshot/launches.ts';
import { SECOND_MS } from '../../../shared/time.ts';
import { formatDurationRange, formatExact, formatNumber, formatUntil } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import type { LaunchEntry } from '../../storage/launches.ts';
import { Glyph, type GlyphName } from '../../ui/icons.tsx';
import { ConsoleLink } from '../../ui/open-link.tsx';
import { consoleAddress } from '../../ui/open-page.ts';
import { mask, naming } from '../../ui/page-state.ts';
import { DismissReceipt, receiptWords } from '../../ui/receipt.tsx';
import { type LaunchStatus, launchStatus } from '../history.ts';
import { isRetryable, type RetryableStep } from '../runner/retry-step.ts';
import { useModel } from './launch-model.ts';
import { snapshotNow } from './preflight-now.ts';
import { AgainAnyway, Candidates } from './unknown-launch.tsx';

const LOOK_EVERY_MS = 3 * SECOND_MS;
type ProgressStatus = Extract<LaunchStatus, { kind: 'launching' | 'launched' | 'unknown' | 'receipt' }>;

/** Progress of one launch, from the confirmation until the project exists. */
export function LaunchProgress({ entry, onBack }: { entry: LaunchEntry; onBack: (() => void) | undefined }) {
  const model = useModel();
  const status = launchStatus(entry);
  const isOpen = status.kind === 'launching' || status.kind === 'unknown';
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => void model.dependencies.look(entry.key), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isOpen, entry.key, model]);
  if (status.kind === 'refused' || status.kind === 'absent' || status.kind === 'not-sent') return null;
  return (
    <div class="progress">
      <div class="progress-head" role="status">
        <Glyph name={GLYPHS[status.kind]} />
        <div>
          <h2>{headingOf(status, entry)}</h2>
          {factsOf(status, entry).map((words) => (
            <p key={words}>{words}</p>
          ))}
        </div>
      </div>
      {status.kind === 'launched' && <WarningList entry={entry} warnings={status.warnings} />}
      {status.kind === 'unknown' && <Candidates entry={entry} candidates={status.candidates} />}
      {status.kind === 'unknown' && <AgainAnyway entry={entry} />}
      {status.kind === 'receipt' && (
        <div class="progress-verbs">
          <DismissReceipt of={entry} />
        </div>
      )}
      {!naming.value.screened && <Details entry={entry} />}
      {status.kind === 'launched' && (
        <div class="progress-verbs">
          {onBack && status.agentStarted !== false && (
            <button type="button" class="button primary" onClick={onBack}>
              {t('launch.progress.toRuns')}
            </button>
          )}
          <ConsoleLink
            class={onBack ? 'button' : 'button primary'}
            to={consoleAddress('projects', status.projectId)}
          >
            {t('launch.progress.toProject')}
          </ConsoleLink>
          <button type="button" class="button" onClick={() => void model.startNew()}>
            {t('launch.progress.another')}
          </button>
        </div>
      )}
    </div>
  );
}

const GLYPHS: Record<ProgressStatus['kind'], GlyphName> = {
  launching: 'running',
  launched: 'done',
  unknown: 'warning',
  receipt: 'warning',
};

function headingOf(status: ProgressStatus, entry: LaunchEntry): string {
  switch (status.kind) {
    case 'launching':
      return t('launch.progress.launching', { name: mask(entry.draft.name) });
    case 'launched':
      return t('launch.progress.launched', { name: naming.value.project(status.projectId) });
    case 'unknown':
      return t('launch.progress.unknown');
    case 'receipt':
      return receiptWords(entry);
  }
}

function factsOf(status: ProgressStatus, entry: LaunchEntry): string[] {
  switch (status.kind) {
    case 'launching':
      return [t('launch.progress.launchingFacts')];
    case 'launched':
      return launchedFacts(status);
    case 'unknown':
      return unknownFacts(status, entry);
    case 'receipt':
      return [t('receipt.facts')];
  }
}

function launchedFacts(status: Extract<ProgressStatus, { kind: 'launched' }>): string[] {
  const { projectId, insteadOf, agentStarted, warnings } = status;
  const isNamed = warnings.some((warning) => warning.step === 'agent' && warning.errorCode !== '');
  const usual = snapshotNow.value?.sections.history.data?.runDurationMs ?? null;
  const running = usual
    ? t('launch.progress.runningUsual', { time: formatDurationRange(usual.low, usual.high) })
    : t('launch.progress.running');
  return [
    ...(insteadOf && !naming.value.screened
      ? [t('launch.progress.insteadOf', { asked: insteadOf, name: projectId })]
      : []),
    ...startWords(agentStarted, running, isNamed),
  ];
}

/** @param isNamed a warning says why it has not started */
function startWords(agentStarted: boolean | null, running: string, isNamed: boolean): string[] {
  if (agentStarted === null) return [t('launch.progress.startNotKnown')];
  if (agentStarted) return [running];
  return isNamed ? [] : [t('launch.progress.notRunning')];
}

function unknownFacts(status: Extract<ProgressStatus, { kind: 'unknown' }>, entry: LaunchEntry): string[] {
  if (status.edgeTrouble) return [t('launch.progress.unknownEdge')];
  const next = status.nextCheckAt === null || !entry.record ? null : status.nextCheckAt;
  return [
    t('launch.progress.unknownFacts', { name: mask(entry.draft.name) }),
    ...(next === null ? [] : [t('launch.progress.nextCheck', { when: formatUntil(next, Date.now()) })]),
  ];
}

function Details({ entry }: { entry: LaunchEntry }) {
  const { draft } = entry;
  return (
    <details class="details">
      <summary class="meta">{t('launch.progress.details')}</summary>
      <dl class="facts meta">
        <div>
          <dt>{t('launch.progress.asked')}</dt>
          <dd>{draft.name}</dd>
        </div>
        <div>
          <dt>{t('launch.progress.confirmed')}</dt>
          <dd>{formatExact(entry.confirmedAt)}</dd>
        </div>
        {draft.reference && (
          <div>
            <dt>{t('launch.progress.page')}</dt>
            <dd>{draft.reference.url}</dd>
          </div>
        )}
        <div>
          <dt>{t('launch.progress.key')}</dt>
          <dd>{entry.key}</dd>
        </div>
      </dl>
    </details>
  );
}

/** Steps that failed although the project was created, each with a retry where possible. */
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
          {retry?.state === 'receipt' && t('launch.warning.receipt')}
          {retry?.state === 'going' && t('launch.warning.going')}
          {retry?.state === 'done' && [t('launch.warning.done'), retry.message].filter(Boolean).join('. ')}
          {retry?.state === 'failed' && t('launch.warning.failed', { message: retry.message ?? '' })}
        </p>
      </div>
      {mayRetry && (
        <button type="button" class="button" onClick={() => void model.dependencies.retry(entry.key, step)}>
          {RETRY_WORDS[step]()}
        </button>
      )}
    </li>
  );
}

/** The run started, and the service comments on it, for example that it ignored a value. */
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
