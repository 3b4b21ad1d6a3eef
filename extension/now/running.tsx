import { type Signal, useSignal } from '@preact/signals';
import { type EndedWork, endedWork, type RunningWork, runningWork } from '../../shared/snapshot/work.ts';
import { formatDuration, formatExact, formatFacts } from '../i18n/format.ts';
import { isolated } from '../i18n/naming.ts';
import { t } from '../i18n/t.ts';
import { usualTimeWords } from '../i18n/usual-time-words.ts';
import { act } from '../ui/act.ts';
import { otherWorkNow } from '../ui/building.ts';
import { edgeNow, naming, workNow } from '../ui/page-state.ts';
import { mayAct, stored } from '../ui/stored-state.ts';
import { useLingering } from './layout.ts';
import { ENDED_GLYPH, endedWords } from './recent.tsx';
import { Facts, focusRow, MoreRow, ProjectLinks, Row, Section } from './rows.tsx';
import { StopButton } from './stop-button.tsx';

/** What goes on: runs and deployments, then the rest, such as a restoration. @param shownFirst rows before "more" */
export function Running({ shownFirst = 3 }: { shownFirst?: number }) {
  const snapshot = stored.value?.snapshot?.snapshot ?? null;
  const works = [...runningWork(snapshot, workNow.value), ...otherWorks()];
  const { rows, hold } = useLingering<RunningWork | OtherWork>(works);
  const all = useSignal(false);
  if (rows.length === 0) return null;
  const shown = all.value ? rows : rows.slice(0, shownFirst);
  return (
    <Section title={t('popup.running')} count={works.length} {...hold}>
      {shown.map(({ row, leaving }) =>
        row.kind === 'other' ? (
          <OtherRow key={row.id} work={row} leaving={leaving} />
        ) : (
          <WorkRow key={row.id} work={row} leaving={leaving} />
        ),
      )}
      {rows.length > shown.length && (
        <MoreRow hidden={rows.length - shown.length} onShow={() => (all.value = true)} />
      )}
    </Section>
  );
}

type OtherWork = { id: string; kind: 'other'; projectId: string } & NonNullable<
  ReturnType<typeof otherWorkNow>
>;

/** What goes on in a project besides a run and a deployment; none can be stopped. */
const otherWorks = (): OtherWork[] =>
  (stored.value?.snapshot?.snapshot.sections.projects.data?.items ?? []).flatMap(({ projectId }) => {
    const work = otherWorkNow(projectId);
    return work === null ? [] : { id: `other:${projectId}`, kind: 'other', projectId, ...work };
  });

function OtherRow({
  work: { id, projectId, words, progress },
  leaving,
}: {
  work: OtherWork;
  leaving: boolean;
}) {
  return (
    <Row
      id={id}
      glyph="running"
      progress={progress ?? 0.25}
      soft={leaving}
      title={naming.value.wholeName(projectId)}
      projectId={projectId}
      facts={formatFacts(words.title, words.facts)}
      side={!leaving && words.brief !== '' && <span class="meta times">{words.brief}</span>}
      detail={
        <div class="verbs">
          <ProjectLinks projectId={projectId} />
        </div>
      }
    />
  );
}

/** State of a stop request. */
type Stop = 'none' | 'sent' | 'accepted';

function WorkRow({ work, leaving }: { work: RunningWork; leaving: boolean }) {
  const { wholeName } = naming.value;
  const stop = useSignal<Stop>('none');
  // A row that stays after the work ended shows the outcome, because the list of ended work may be out of view.
  const ended = leaving ? endedLike(work) : null;
  const end = ended && endedWords(ended, naming.value, edgeNow.value);
  const outcome = end ? `${end.title} · ${end.facts}` : stopWords(stop.value);
  return (
    <Row
      id={work.id}
      glyph={ended ? ENDED_GLYPH[ended.ending] : leaving || stop.value === 'accepted' ? 'stopped' : 'running'}
      progress={work.progress ?? 0.25}
      soft={leaving}
      title={end?.title ?? wholeName(work.projectId)}
      projectId={work.projectId}
      facts={end?.facts ?? outcome ?? doing(work)}
      side={leaving ? null : <Times work={work} />}
      extra={
        <span class="hidden-words" role="status">
          {outcome}
        </span>
      }
      detail={<WorkDetail work={work} leaving={leaving} stop={stop} />}
    />
  );
}

function stopWords(stop: Stop): string | null {
  switch (stop) {
    case 'none':
      return null;
    case 'sent':
      return t('runs.stopping');
    case 'accepted':
      return t('runs.stopAccepted');
  }
}

/** The end of this work, once the snapshot has it. */
function endedLike({ projectId, kind, startedAt }: RunningWork): EndedWork | null {
  const works = endedWork(stored.value?.snapshot?.snapshot ?? null, edgeNow.value);
  return (
    works.find(
      (one) =>
        one.projectId === projectId && one.kind === kind && (startedAt === null || one.at >= startedAt),
    ) ?? null
  );
}

function doing(work: RunningWork): string {
  if (work.kind === 'deploy') return t('verdict.deploying');
  if (naming.value.screened) return t('runs.working');
  const action = work.doing ? isolated(work.doing) : t('runs.working');
  if (work.batch?.done == null) return action;
  const { done, total } = work.batch;
  const n = done + 1;
  return total === null
    ? t('runs.batchUnknown', { n, doing: action })
    : t('runs.batch', { n, total, doing: action });
}

function Times({ work }: { work: RunningWork }) {
  const { usual, elapsedMs, overdue } = work;
  return (
    <span
      class={overdue ? 'meta times overdue' : 'meta times'}
      title={usual.count > 0 ? t('runs.usuallyWhy', usual.count, { count: usual.count }) : t('runs.takesWhy')}
    >
      {elapsedMs === null ? '' : formatDuration(elapsedMs)}
      <br />
      {usualTimeWords(work)}
    </span>
  );
}

function WorkDetail({ work, leaving, stop }: { work: RunningWork; leaving: boolean; stop: Signal<Stop> }) {
  const mayStop = !leaving && work.kind === 'run' && stop.value === 'none' && mayAct('builder');
  const facts: [string, string][] = [];
  if (work.startedAt !== null) facts.push([t('fact.since'), formatExact(work.startedAt)]);
  if (!naming.value.screened) facts.push([t('fact.project'), work.projectId]);
  const sendStop = async () => {
    stop.value = 'sent';
    requestAnimationFrame(() => focusRow(work.id));
    const result = await act('stopRun', { projectId: work.projectId });
    stop.value = result.ok ? 'accepted' : 'none';
  };
  return (
    <>
      <Facts of={facts} />
      <div class="verbs">
        <ProjectLinks projectId={work.projectId} />
        {mayStop && <StopButton onStop={() => void sendStop()} />}
      </div>
    </>
  );
}
