import { lastingOf, type RunningWork, runningWork } from '../../../shared/snapshot/work.ts';
import { runCostWords } from '../../i18n/ending-words.ts';
import { formatDuration } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { usualTimeWords } from '../../i18n/usual-time-words.ts';
import { ENDED_GLYPH, endedWords } from '../../now/recent.tsx';
import type { LaunchEntry } from '../../storage/launches.ts';
import type { GlyphName } from '../../ui/icons.tsx';
import { edgeNow, naming, workNow } from '../../ui/page-state.ts';
import type { LaunchStatus } from '../history.ts';
import { snapshotNow } from './preflight-now.ts';

export type Launched = Extract<LaunchStatus, { kind: 'launched' }>;

/** Progress of a launched project's first run, as last read. Only one that succeeded has the check mark. */
export interface FirstRun {
  glyph: GlyphName;
  /** 0 to 1 of its usual time; null: not known. */
  progress: number | null;
  /** How it ended; null until it has. */
  title: string | null;
  facts: string[];
  /** What changes from minute to minute while it goes on. */
  live: string[];
}

export function firstRunOf(entry: LaunchEntry, { projectId, agentStarted, warnings }: Launched): FirstRun {
  const { outcome } = entry;
  const ending = outcome?.ending ?? null;
  const still = { progress: null, title: null, live: [] };
  if (outcome && ending) {
    const { creditsSpent: credits, finishedAt } = outcome;
    const run = { kind: 'run', projectId, ending, credits, refunded: false, at: finishedAt ?? 0 } as const;
    const words = endedWords(run, naming.value, edgeNow.value);
    const cost = naming.value.screened ? null : runCostWords(ending, credits);
    const facts = finishedAt === null ? cost : words.facts;
    return {
      ...still,
      glyph: ENDED_GLYPH[ending],
      title: words.title,
      facts: facts ? [facts] : [],
    };
  }
  const going = runningWork(snapshotNow.value, workNow.value).find(
    (work) => work.kind === 'run' && work.projectId === projectId,
  );
  if (going)
    return { ...still, glyph: 'running', progress: going.progress, facts: [], live: goingWords(going) };
  if (agentStarted === null)
    return { ...still, glyph: 'unknown', facts: [t('launch.progress.startNotKnown')] };
  if (agentStarted || entry.retries.agent?.state === 'done') {
    const isLongAgo = edgeNow.value - entry.confirmedAt > lastingOf('run', null).high;
    return isLongAgo
      ? { ...still, glyph: 'unknown', facts: [t('launch.progress.endNotRead')] }
      : { ...still, glyph: 'running', facts: [t('launch.progress.going')] };
  }
  const isNamed = warnings.some(({ step, errorCode }) => step === 'agent' && errorCode !== '');
  return { ...still, glyph: 'warning', facts: isNamed ? [] : [t('warning.step.agent')] };
}

function goingWords(work: RunningWork): string[] {
  const { elapsedMs, doing } = work;
  const since =
    elapsedMs === null
      ? t('launch.progress.going')
      : t('launch.progress.goingFor', { elapsed: formatDuration(elapsedMs) });
  return [
    `${since} · ${usualTimeWords(work)}`,
    ...(doing && !naming.value.screened ? [isolated(doing)] : []),
  ];
}
