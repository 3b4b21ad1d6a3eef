import { computed, type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type RunningWork, runningWork } from '../../shared/snapshot/work.ts';
import { formatDuration } from '../i18n/format.ts';
import { isolated } from '../i18n/naming.ts';
import { t } from '../i18n/t.ts';
import { usualTimeWords } from '../i18n/usual-time-words.ts';
import { otherWorkNow } from '../ui/building.ts';
import { lazily } from '../ui/lazily.tsx';
import { naming, workNow } from '../ui/page-state.ts';
import { stored } from '../ui/stored-state.ts';
import type { Stop } from './row-detail.tsx';
import { MoreRow, Row, Section } from './rows.tsx';

const WorkDetail = lazily(async () => (await import('./row-detail.tsx')).WorkDetail);
export const OtherRow = lazily(async () => (await import('./verdict-parts.tsx')).OtherRow);

/**
 * What goes on: runs and deployments, then the rest, such as a restoration. What is over is in Recent only.
 * @param shownFirst rows before "more"
 */
export function Running({ shownFirst = 3 }: { shownFirst?: number }) {
  const snapshot = stored.value?.snapshot?.snapshot ?? null;
  const works = [...runningWork(snapshot, workNow.value), ...otherWorks.value];
  const all = useSignal(false);
  const said = useSignal<string | null>(null);
  const shown = all.value ? works : works.slice(0, shownFirst);
  const isAny = works.length > 0;
  // After the first rows, so that one opens at once.
  useEffect(() => void (isAny && WorkDetail.preload()), [isAny]);
  return (
    <>
      {isAny && (
        <Section title={t('now.running')} count={works.length}>
          {shown.map((work) =>
            work.kind === 'other' ? (
              <OtherRow key={work.id} {...work} />
            ) : (
              <WorkRow key={work.id} work={work} said={said} />
            ),
          )}
          {works.length > shown.length && (
            <MoreRow hidden={works.length - shown.length} onShow={() => (all.value = true)} />
          )}
        </Section>
      )}
      {/* What becomes of a stop is heard too where its row is gone by then. */}
      <span class="hidden-words" role="status">
        {said.value}
      </span>
    </>
  );
}

/** What goes on in a project besides a run and a deployment; none can be stopped. */
export const otherWorks = computed(() =>
  (stored.value?.snapshot?.snapshot.sections.projects.data?.items ?? []).flatMap(({ projectId }) => {
    const work = otherWorkNow(projectId);
    return work === null ? [] : { id: `other:${projectId}`, kind: 'other' as const, projectId, work };
  }),
);

function WorkRow({ work, said }: { work: RunningWork; said: Signal<string | null> }) {
  const stop = useSignal<Stop>('none');
  const note = (next: Stop) => {
    stop.value = next;
    said.value = stopWords(next);
  };
  return (
    <Row
      id={work.id}
      glyph={stop.value === 'accepted' ? 'stopped' : 'running'}
      progress={work.progress ?? 0.25}
      title={naming.value.wholeName(work.projectId)}
      projectId={work.projectId}
      facts={stopWords(stop.value) ?? doing(work)}
      side={<Times work={work} />}
      detail={<WorkDetail work={work} stop={stop.value} onStop={note} />}
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
