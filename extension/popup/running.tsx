import { useSignal } from '@preact/signals';
import { mayActAs } from '../../shared/edge-api/role.ts';
import { formatDuration, formatExact, formatRange } from '../i18n/format.ts';
import { isolated } from '../i18n/naming.ts';
import { t } from '../i18n/t.ts';
import { act } from '../ui/act.ts';
import { ConfirmButton } from '../ui/confirm.tsx';
import { naming, workNow } from '../ui/page-state.ts';
import { stored } from '../ui/stored-state.ts';
import { Facts, MoreRow, ProjectLinks, Row, Section } from './rows.tsx';
import { useLingering } from './use-lingering.ts';
import { type RunningWork, runningWork } from './work-view.ts';

const SHOWN_FIRST = 3;

/** Runs and deploys going on. */
export function Running() {
  const works = runningWork(stored.value?.snapshot?.snapshot ?? null, workNow.value);
  const { rows, hold } = useLingering(works);
  const all = useSignal(false);
  if (rows.length === 0) return null;
  const shown = all.value ? rows : rows.slice(0, SHOWN_FIRST);
  return (
    <Section title={t('popup.running')} count={works.length} {...hold}>
      {shown.map(({ row, leaving }) => (
        <WorkRow key={row.id} work={row} leaving={leaving} />
      ))}
      {rows.length > shown.length && (
        <MoreRow hidden={rows.length - shown.length} onShow={() => (all.value = true)} />
      )}
    </Section>
  );
}

function WorkRow({ work, leaving }: { work: RunningWork; leaving: boolean }) {
  const { project, screened } = naming.value;
  return (
    <Row
      id={work.id}
      glyph={leaving ? 'seen' : 'running'}
      progress={work.progress ?? 0.25}
      soft={leaving}
      title={project(work.projectId)}
      facts={screened ? working(work.kind) : doing(work)}
      side={<Times work={work} />}
      detail={<WorkDetail work={work} leaving={leaving} />}
    />
  );
}

const working = (kind: RunningWork['kind']): string =>
  kind === 'run' ? t('runs.working') : t('runs.deploying');

function doing(work: RunningWork): string {
  if (work.kind === 'deploy')
    return work.doing ? t('runs.deployStep', { step: isolated(work.doing) }) : t('runs.deploying');
  return work.doing ? isolated(work.doing) : t('runs.working');
}

function Times({ work }: { work: RunningWork }) {
  const { usual, elapsedMs, overdue } = work;
  const range = usual && { range: formatRange(usual.low, usual.high) };
  return (
    <span
      class={overdue ? 'meta times overdue' : 'meta times'}
      title={usual ? t('runs.usuallyWhy', usual.count, { count: usual.count }) : t('runs.noHistory')}
    >
      {elapsedMs === null ? '' : formatDuration(elapsedMs)}
      <br />
      {range ? (overdue ? t('runs.overdue', range) : t('runs.usually', range)) : t('runs.noHistory')}
    </span>
  );
}

function WorkDetail({ work, leaving }: { work: RunningWork; leaving: boolean }) {
  const mayStop =
    !leaving && work.kind === 'run' && mayActAs(stored.value?.connection?.role ?? 'viewer', 'builder');
  const stopping = useSignal(false);
  const facts: [string, string][] = [];
  if (work.startedAt !== null) facts.push([t('fact.since'), formatExact(work.startedAt)]);
  if (!naming.value.screened) facts.push([t('fact.project'), work.projectId]);
  const stop = async () => {
    stopping.value = true;
    await act('stopRun', { projectId: work.projectId });
    stopping.value = false;
  };
  return (
    <>
      <Facts of={facts} />
      <div class="verbs">
        <ProjectLinks projectId={work.projectId} />
        {stopping.value ? (
          <span class="meta">{t('runs.stopping')}</span>
        ) : (
          mayStop && <ConfirmButton label={t('verb.stop')} sure={t('verb.stopSure')} onSure={stop} />
        )}
      </div>
    </>
  );
}
