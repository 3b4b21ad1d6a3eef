import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { LaunchWarning } from '../../../shared/snapshot/launches.ts';
import { SECOND_MS } from '../../../shared/time.ts';
import { stepWords } from '../../i18n/attention-words.ts';
import { formatExact } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import type { LaunchEntry } from '../../storage/launches.ts';
import { Button } from '../../ui/button.tsx';
import { Glyph } from '../../ui/icons.tsx';
import { ConsoleLink } from '../../ui/open-link.tsx';
import { consoleAddress } from '../../ui/open-page.ts';
import { mask, naming } from '../../ui/page-state.ts';
import { DismissReceipt, receiptWords } from '../../ui/receipt.tsx';
import { UndoButton } from '../../ui/undo.tsx';
import { hasProgress, launchStatus, type Progressing } from '../history.ts';
import { isRetryable } from '../runner/retry-step.ts';
import { firstRunOf, type Launched } from './first-run.ts';
import { useModel } from './launch-model.ts';
import { LAUNCH_SIGN } from './launch-words.ts';
import { AgainAnyway, Candidates } from './unknown-launch.tsx';

const LOOK_EVERY_MS = 3 * SECOND_MS;

/** Progress of one launch, from the confirmation until its first run is over. */
export function LaunchProgress({
  entry,
  onSeeRun,
}: {
  entry: LaunchEntry;
  /** Leads to where the popup lists runs. */
  onSeeRun: (() => void) | undefined;
}) {
  const model = useModel();
  const status = launchStatus(entry);
  const heading = useRef<HTMLHeadingElement>(null);
  // What was pressed is gone.
  useLayoutEffect(() => heading.current?.focus(), [entry.key]);
  const isOpen = status.kind === 'launching' || status.kind === 'unknown';
  useEffect(() => {
    if (!isOpen || entry.sendAt) return;
    const timer = setInterval(() => void model.dependencies.look(entry.key), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isOpen, entry.key, entry.sendAt === undefined, model]);
  if (!hasProgress(status)) return null;
  const run =
    status.kind === 'launched'
      ? firstRunOf(entry, status)
      : { glyph: LAUNCH_SIGN[status.kind], progress: null, title: null, facts: [], live: [] };
  const isOver = run.title !== null;
  return (
    <div class="progress">
      <div class="progress-head">
        <Glyph name={run.glyph} {...(run.progress !== null && { progress: run.progress })} />
        <div>
          <div role="status">
            <h2 ref={heading} tabIndex={-1}>
              {run.title ?? headingOf(status, entry)}
            </h2>
            {entry.sendAt && <UndoButton of={entry} />}
            {[...factsOf(status, entry), ...run.facts].map((words) => (
              <p key={words}>{words}</p>
            ))}
          </div>
          {run.live.map((words) => (
            <p key={words} class="two-lines">
              {words}
            </p>
          ))}
        </div>
      </div>
      {!naming.value.screened && (
        <p class="asked meta two-lines" title={entry.draft.words}>
          {entry.draft.words}
        </p>
      )}
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
          {onSeeRun && !isOver && status.agentStarted !== false && (
            <Button primary onClick={onSeeRun}>
              {t('launch.progress.toRuns')}
            </Button>
          )}
          <ConsoleLink
            class={onSeeRun && !isOver ? 'button' : 'button primary'}
            to={consoleAddress('projects', status.projectId, 'talk')}
          >
            {t(isOver ? 'see.project' : 'launch.progress.toTalk')}
          </ConsoleLink>
          <Button onClick={() => void model.startNew()}>{t('launch.progress.another')}</Button>
        </div>
      )}
    </div>
  );
}

function headingOf(status: Progressing, entry: LaunchEntry): string {
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

function factsOf(status: Progressing, entry: LaunchEntry): string[] {
  switch (status.kind) {
    case 'launching':
      return [];
    case 'launched':
      return insteadOfWords(status);
    case 'unknown':
      return [
        status.edgeTrouble
          ? t('launch.progress.unknownEdge')
          : t('launch.progress.unknownFacts', { name: mask(entry.draft.name) }),
      ];
    case 'receipt':
      return [t('receipt.facts')];
  }
}

function insteadOfWords({ projectId, insteadOf }: Launched): string[] {
  if (insteadOf === null || naming.value.screened) return [];
  return [t('launch.progress.insteadOf', { asked: insteadOf, name: projectId })];
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
      <h3>{t('warning.heading', warnings.length)}</h3>
      <ul>
        {warnings.map((warning) => (
          <WarningRow key={`${warning.step} ${warning.errorCode}`} entry={entry} warning={warning} />
        ))}
      </ul>
    </section>
  );
}

function WarningRow({ entry, warning }: { entry: LaunchEntry; warning: LaunchWarning }) {
  const model = useModel();
  const { step } = warning;
  const retry = isRetryable(step) ? entry.retries[step] : undefined;
  const mayRetry = isRetryable(step) && !isRemark(warning) && (!retry || retry.state === 'failed');
  return (
    <li class="warning-row">
      <Glyph name={retry?.state === 'done' ? 'done' : 'warning'} />
      <div>
        <p title={`${warning.errorCode}: ${warning.errorMessage}`}>
          {isRemark(warning) ? warning.errorMessage : stepWords(step)}
        </p>
        {mayRetry && entry.draft.attachments.length > 0 && <p class="meta">{t('warning.agentFiles')}</p>}
        <p class="meta" role="status">
          {retry?.state === 'receipt' && t('warning.receipt')}
          {retry?.state === 'going' && t('status.sending')}
          {retry?.state === 'done' && [t('verb.done'), retry.message].filter(Boolean).join('. ')}
          {retry?.state === 'failed' && t('warning.failed', { message: retry.message ?? '' })}
        </p>
      </div>
      {mayRetry && (
        <Button onClick={() => void model.dependencies.retry(entry.key, step)}>
          {t('warning.retryAgent')}
        </Button>
      )}
    </li>
  );
}

/** The run started, and the service comments on it, for example that it ignored a value. */
function isRemark({ errorCode }: LaunchWarning): boolean {
  return errorCode === '';
}
