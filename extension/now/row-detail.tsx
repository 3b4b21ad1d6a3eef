import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import type { EndedWork, RunningWork } from '../../shared/snapshot/work.ts';
import { RUN_START_CREDITS } from '../../shared/spending/price.ts';
import { formatExact, formatNumber } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { act } from '../ui/act.ts';
import { buildingFact } from '../ui/building-words.ts';
import type { Off } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm.tsx';
import { Icon } from '../ui/icons.tsx';
import { lazily } from '../ui/lazily.tsx';
import { ConsoleLink, OpenLink } from '../ui/open-link.tsx';
import { consoleAddress } from '../ui/open-page.ts';
import { isReachable, naming } from '../ui/page-state.ts';
import { mayAct, stored } from '../ui/stored-state.ts';
import { focusRow } from './rows.tsx';

/* What only an opened row shows: the popup opens without it. */

const NotFixedOf = lazily(async () => (await import('./not-fixed.tsx')).NotFixedOf);

export function Facts({ of }: { of: [name: string, value: string][] }) {
  return (
    <dl class="facts meta">
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Links of a project. The published address counts only while it is live, else an older version is there. */
export function projectUrls(
  snapshot: Snapshot | null,
  projectId: string | null,
): { preview: string | null; published: string | null } {
  const project = snapshot?.sections.projects.data?.items.find((item) => item.projectId === projectId);
  const { deploy, previewUrl = null, productionUrl = null } = project ?? {};
  return {
    preview: previewUrl,
    published: deploy?.phase === 'live' ? (deploy.liveUrl ?? productionUrl) : null,
  };
}

/** Links to a project's preview and published site. @param isBrief as signs, where there is little room */
export function ProjectLinks({
  projectId,
  isBrief = false,
}: {
  projectId: string | null;
  isBrief?: boolean;
}) {
  const { preview, published } = projectUrls(stored.value?.snapshot?.snapshot ?? null, projectId);
  const links = [
    [preview, t('verb.openPreview'), 'eye'],
    [published, t('verb.openLive'), 'out'],
  ] as const;
  return (
    <>
      {links.map(
        ([to, words, icon]) =>
          to && (
            <OpenLink
              key={icon}
              class={isBrief ? 'button icon' : 'button'}
              to={to}
              {...(isBrief && { 'aria-label': words, title: words })}
            >
              {isBrief ? <Icon name={icon} /> : words}
            </OpenLink>
          ),
      )}
    </>
  );
}

/** Stops a run, once it is read what is known of its cost. */
export function StopButton({ off, onStop }: { off?: Off; onStop: () => void }) {
  return (
    <ConfirmButton
      label={t('verb.stop')}
      question={t('verb.stopMeans', { credits: formatNumber(RUN_START_CREDITS) })}
      sure={t('verb.stopSure')}
      off={off}
      onSure={onStop}
    />
  );
}

/** State of a stop request. */
export type Stop = 'none' | 'sent' | 'accepted';

/** What an opened row of running work tells, and what can be done. */
export function WorkDetail({
  work,
  stop,
  onStop,
}: {
  work: RunningWork;
  stop: Stop;
  onStop: (next: Stop) => void;
}) {
  const mayStop = work.kind === 'run' && stop === 'none' && mayAct('builder');
  const facts: [string, string][] = [];
  if (work.startedAt !== null) facts.push([t('fact.since'), formatExact(work.startedAt)]);
  if (!naming.value.screened) facts.push([t('fact.project'), work.projectId]);
  const sendStop = async () => {
    onStop('sent');
    requestAnimationFrame(() => focusRow(work.id));
    const result = await act('stopRun', { projectId: work.projectId });
    onStop(result.ok ? 'accepted' : 'none');
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

/** What an opened row of ended work tells, and where it leads. */
export function EndedDetail({ work }: { work: EndedWork }) {
  const { screened } = naming.value;
  const facts: [string, string][] = [[t('fact.ended'), formatExact(work.at)]];
  if (!screened) facts.push([t('fact.project'), work.projectId]);
  facts.push(...buildingFact(work.projectId));
  if (work.errorText && !screened) facts.push([t('fact.error'), work.errorText]);
  return (
    <>
      <Facts of={facts} />
      <div class="verbs">
        {!screened &&
          (['talk', 'ship'] as const).map((tab) => (
            <ConsoleLink key={tab} class="button" to={consoleAddress('projects', work.projectId, tab)}>
              {t(`tab.${tab}`)}
            </ConsoleLink>
          ))}
        <ProjectLinks projectId={work.projectId} />
        {work.kind === 'run' &&
          work.ending === 'succeeded' &&
          work.work !== null &&
          isReachable.value &&
          mayAct('builder') && <NotFixedOf projectId={work.projectId} id={work.work} />}
      </div>
    </>
  );
}
