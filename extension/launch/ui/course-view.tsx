import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { SECOND_MS } from '../../../shared/durations.ts';
import { formatExact, formatMinutes, formatUntil } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { DeliberateButton } from '../../ui/deliberate-button.tsx';
import { Glyph, type GlyphName } from '../../ui/glyph.tsx';
import { naming } from '../../ui/page-state.ts';
import { Question } from '../../ui/question.tsx';
import type { LaunchEntry } from '../launch-entry.ts';
import { type LaunchStatus, launchStatus } from '../launch-status.ts';
import { useModel } from './model-context.ts';
import { shown } from './shown.ts';
import { snapshotNow } from './standing.ts';
import { WarningList } from './warning-list.tsx';

const LOOK_EVERY_MS = 3 * SECOND_MS;
type CourseStatus = Extract<LaunchStatus, { kind: 'launching' | 'launched' | 'unknown' }>;

/** The course of one launch, from the confirmation until the project is there. */
export function CourseView({ entry, onBack }: { entry: LaunchEntry; onBack: (() => void) | undefined }) {
  const model = useModel();
  const status = launchStatus(entry);
  const isOpen = status.kind === 'launching' || status.kind === 'unknown';
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => void model.deps.look(entry.key), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isOpen, entry.key, model]);
  if (status.kind !== 'launching' && status.kind !== 'launched' && status.kind !== 'unknown') return null;
  return (
    <div class="course">
      <div class="course-head" role="status">
        <Glyph name={GLYPHS[status.kind]} />
        <div>
          <h2>{headingOf(status, entry)}</h2>
          {factsOf(status, entry).map((words) => (
            <p key={words}>{words}</p>
          ))}
        </div>
      </div>
      {status.kind === 'launched' && <WarningList entry={entry} warnings={status.warnings} />}
      {status.kind === 'unknown' && <AgainAnyway entry={entry} />}
      {!naming.value.screened && <Details entry={entry} />}
      {status.kind === 'launched' && (
        <div class="course-verbs">
          {onBack && status.agentStarted && (
            <button type="button" class="button primary" onClick={onBack}>
              {t('launch.course.toRuns')}
            </button>
          )}
          <button type="button" class="button" onClick={() => void model.startNew()}>
            {t('launch.course.another')}
          </button>
        </div>
      )}
    </div>
  );
}

const GLYPHS: Record<CourseStatus['kind'], GlyphName> = {
  launching: 'running',
  launched: 'done',
  unknown: 'warning',
};

function headingOf(status: CourseStatus, entry: LaunchEntry): string {
  switch (status.kind) {
    case 'launching':
      return t('launch.course.launching', { name: shown(entry.draft.name) });
    case 'launched':
      return t('launch.course.launched', { name: naming.value.project(status.projectId) });
    case 'unknown':
      return t('launch.course.unknown');
  }
}

function factsOf(status: CourseStatus, entry: LaunchEntry): string[] {
  switch (status.kind) {
    case 'launching':
      return [t('launch.course.launchingFacts')];
    case 'launched':
      return launchedFacts(status);
    case 'unknown':
      return unknownFacts(status, entry);
  }
}

function launchedFacts(status: Extract<CourseStatus, { kind: 'launched' }>): string[] {
  const { projectId, insteadOf, agentStarted, warnings } = status;
  const isTold = warnings.some((warning) => warning.step === 'agent' && warning.errorCode !== '');
  const usual = snapshotNow.value?.sections.history.data?.runDurationMs ?? null;
  const running = usual
    ? t('launch.course.runningUsual', { from: formatMinutes(usual.low), to: formatMinutes(usual.high) })
    : t('launch.course.running');
  return [
    ...(insteadOf && !naming.value.screened
      ? [t('launch.course.insteadOf', { asked: insteadOf, name: projectId })]
      : []),
    ...(agentStarted ? [running] : isTold ? [] : [t('launch.course.notRunning')]),
  ];
}

function unknownFacts(status: Extract<CourseStatus, { kind: 'unknown' }>, entry: LaunchEntry): string[] {
  if (status.edgeTrouble) return [t('launch.course.unknownEdge')];
  const next = status.nextCheckAt === null || !entry.record ? null : status.nextCheckAt;
  return [
    t('launch.course.unknownFacts', { name: shown(entry.draft.name) }),
    ...(next === null ? [] : [t('launch.course.nextCheck', { when: formatUntil(next, Date.now()) })]),
  ];
}

/** The second, explicit confirmation, for a launch of which nobody knows. */
function AgainAnyway({ entry }: { entry: LaunchEntry }) {
  const model = useModel();
  const asking = useSignal(false);
  const wait = () => {
    asking.value = false;
  };
  if (!asking.value) {
    return (
      <div class="course-verbs">
        <button type="button" class="button" onClick={() => (asking.value = true)}>
          {t('launch.course.again')}
        </button>
      </div>
    );
  }
  return (
    <Question class="again" label={t('launch.course.again')} onBack={wait}>
      <p>{t('launch.course.againFacts')}</p>
      <div class="verbs">
        <DeliberateButton
          class="button danger"
          disabled={model.confirming.value}
          onClick={() => void model.confirm(entry.key)}
        >
          {t('launch.course.againSure')}
        </DeliberateButton>
        <button type="button" class="button quiet" onClick={wait}>
          {t('launch.course.wait')}
        </button>
      </div>
    </Question>
  );
}

function Details({ entry }: { entry: LaunchEntry }) {
  const { draft } = entry;
  return (
    <details class="details">
      <summary class="meta">{t('launch.course.details')}</summary>
      <dl class="facts meta">
        <div>
          <dt>{t('launch.course.asked')}</dt>
          <dd>{draft.name}</dd>
        </div>
        <div>
          <dt>{t('launch.course.confirmed')}</dt>
          <dd>{formatExact(entry.confirmedAt)}</dd>
        </div>
        {draft.reference && (
          <div>
            <dt>{t('launch.course.page')}</dt>
            <dd>{draft.reference.url}</dd>
          </div>
        )}
        <div>
          <dt>{t('launch.course.key')}</dt>
          <dd>{entry.key}</dd>
        </div>
      </dl>
    </details>
  );
}
