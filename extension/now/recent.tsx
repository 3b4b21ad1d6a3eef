import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Announcement } from '../../shared/attention/news.ts';
import { mobileBuildEnding } from '../../shared/endings/deploy-ending.ts';
import type { Ending } from '../../shared/endings/ending.ts';
import { type EndedWork, endedWork } from '../../shared/snapshot/work.ts';
import { titleWords } from '../i18n/attention-words.ts';
import { runCostWords } from '../i18n/ending-words.ts';
import { formatAgo, formatFacts, formatNumber } from '../i18n/format.ts';
import type { Naming } from '../i18n/naming.ts';
import { t } from '../i18n/t.ts';
import { Button } from '../ui/button.tsx';
import type { GlyphName } from '../ui/icons.tsx';
import { lazily } from '../ui/lazily.tsx';
import { OpenLink } from '../ui/open-link.tsx';
import { edgeNow, isReachable, naming } from '../ui/page-state.ts';
import { attentionNow, followedProject, mayAct, stored } from '../ui/stored-state.ts';
import { focusRow, MoreRow, Row, Section, titleId } from './rows.tsx';

const EndedDetail = lazily(async () => (await import('./row-detail.tsx')).EndedDetail);
const KeysGoOn = lazily(async () => (await import('./work-editors.tsx')).KeysGoOn);

export const ENDED_GLYPH: Record<Ending, GlyphName> = {
  succeeded: 'done',
  failed: 'failed',
  stopped: 'stopped',
  capped: 'warning',
  paused: 'warning',
  'not-known': 'seen',
};

/**
 * Recently ended work: outcome, cost, and a link.
 * @param shownFirst rows before "more"
 * @param mayScroll otherwise the section begins collapsed, unless a run waits for a word to go on
 */
export function Recent({ shownFirst = 3, mayScroll = false }: { shownFirst?: number; mayScroll?: boolean }) {
  const open = new Set(attentionNow.value.items.map(({ id }) => id));
  const works = endedWork(stored.value?.snapshot?.snapshot ?? null, edgeNow.value).filter(
    // Failures that need the user are listed above.
    ({ kind, ending, projectId }) => ending !== 'failed' || !open.has(`${kind}-failed:${projectId}`),
  );
  const all = useSignal(false);
  // Decided once, when the page opens, so that nothing collapses or expands while the user reads.
  const folded = useSignal(!mayScroll && works.every((work) => keysGiven(work).length === 0));
  if (works.length === 0) return null;
  if (folded.value) {
    const unfold = () => {
      folded.value = false;
      requestAnimationFrame(() => focusRow(works[0]?.id));
    };
    return <Folded count={works.length} onUnfold={unfold} />;
  }
  const shown = all.value ? works : works.slice(0, shownFirst);
  return (
    <Section title={t('now.recent')}>
      {shown.map((work) => (
        <EndedRow key={work.id} work={work} />
      ))}
      {works.length > shown.length && (
        <MoreRow hidden={works.length - shown.length} onShow={() => (all.value = true)} />
      )}
    </Section>
  );
}

/** Only the heading, when there is no space; expands in place. */
function Folded({ count, onUnfold }: { count: number; onUnfold: () => void }) {
  return (
    <section class="folded" aria-label={t('now.recent')}>
      <h2>
        <Button aria-expanded="false" onClick={onUnfold}>
          {t('now.recent')}
          <span>{formatNumber(count)}</span>
        </Button>
      </h2>
    </section>
  );
}

function EndedRow({ work }: { work: EndedWork }) {
  const names = naming.value;
  useEffect(() => void EndedDetail.preload(), []);
  const words = endedWords(work, names, edgeNow.value);
  const keys = isReachable.value && mayAct('builder') && !names.screened ? keysGiven(work) : [];
  return (
    <Row
      id={work.id}
      glyph={ENDED_GLYPH[work.ending]}
      title={words.title}
      facts={words.facts}
      projectId={work.projectId}
      wrap
      side={
        work.url && (
          <OpenLink class="button quiet verb" to={work.url} aria-describedby={titleId(work.id)}>
            {t('verb.open')}
          </OpenLink>
        )
      }
      detail={<EndedDetail work={work} />}
      extra={keys.length > 0 && <KeysGoOn projectId={work.projectId} names={keys} />}
    />
  );
}

/** The keys that the agent asked for at the end of this run, once the project has all of them. */
function keysGiven({ projectId, at, kind }: EndedWork): string[] {
  const run = followedProject(projectId)?.run;
  const keys = kind === 'run' && run?.finishedAt === at ? run.keysNeeded : [];
  return keys.every(({ isGiven }) => isGiven === true) ? keys.map(({ name }) => name) : [];
}

/** How work ended: title and facts. @param now by the edge's clock */
export function endedWords(
  work: Pick<EndedWork, 'kind' | 'projectId' | 'ending' | 'credits' | 'refunded' | 'at'>,
  names: Naming,
  now: number,
): { title: string; facts: string } {
  const title = titleWords(
    { kind: `${work.kind}-finished`, outcome: work.ending },
    { name: names.project(work.projectId) },
  );
  const cost = work.kind === 'run' && !names.screened ? runCostWords(work.ending, work.credits) : null;
  const refunded = work.refunded ? t('runs.refunded') : null;
  return { title, facts: formatFacts(formatAgo(work.at, now), cost, refunded) };
}

/** The sign of what happened, wherever it is listed: by how it ended, else by its severity. */
export function announcedSign({ about, severity }: Pick<Announcement, 'about' | 'severity'>): GlyphName {
  if ('outcome' in about) return ENDED_GLYPH[about.outcome];
  const ending = about.kind === 'mobile-build-finished' ? mobileBuildEnding(about) : 'not-known';
  if (ending !== 'not-known') return ENDED_GLYPH[ending];
  return severity === 'note' ? 'seen' : severity;
}
