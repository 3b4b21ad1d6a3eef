import { computed } from '@preact/signals';
import { type AttentionItem, sinceOf } from '../../../../shared/attention/item.ts';
import { deployEnding } from '../../../../shared/endings/deploy-ending.ts';
import type { DeployEnding } from '../../../../shared/endings/ending.ts';
import type { ProjectState } from '../../../../shared/snapshot/project-state.ts';
import type { NearestCap, ProjectRow } from '../../../../shared/snapshot/projects-schema.ts';
import { costOf, type RunningWork, runningWork } from '../../../../shared/snapshot/work.ts';
import type { ProjectFacts as BuildingFacts } from '../../../../shared/spending/blockers.ts';
import { isCapReached } from '../../../../shared/spending/effective-limit.ts';
import { featureName, itemWords } from '../../../i18n/attention-words.ts';
import { runCostWords } from '../../../i18n/ending-words.ts';
import { daysReached } from '../../../i18n/forecast-words.ts';
import { formatAgo, formatFacts } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { GLYPH } from '../../../now/need-row.tsx';
import { ENDED_GLYPH } from '../../../now/recent.tsx';
import { allRows, rowOf } from '../../../reads/project-rows.ts';
import { isNearerThanPace, otherWorkNow } from '../../../ui/building.ts';
import { otherWorkWords } from '../../../ui/building-words.ts';
import type { GlyphName } from '../../../ui/icons.tsx';
import { edgeNow, naming, workNow } from '../../../ui/page-state.ts';
import { attentionNow, stored } from '../../../ui/stored-state.ts';
import { workOn } from '../../parts/obstacle.ts';
import { isHeld } from './rows-in-sight.ts';

const firstOf = <T extends { projectId: string | null }>(rows: readonly T[]): Map<string, T> => {
  const map = new Map<string, T>();
  for (const row of rows) if (row.projectId !== null && !map.has(row.projectId)) map.set(row.projectId, row);
  return map;
};

/** The worst open item of each project, worst first. */
export const needs = computed<ReadonlyMap<string, AttentionItem>>(() => firstOf(attentionNow.value.items));

/** Running work by project, longest first. */
export const running = computed<ReadonlyMap<string, RunningWork>>(() =>
  firstOf(runningWork(stored.value?.snapshot?.snapshot ?? null, workNow.value)),
);

const recent = computed<ReadonlyMap<string, ProjectState>>(() =>
  firstOf(stored.value?.snapshot?.snapshot.sections.projects.data?.items ?? []),
);

/** Ids of projects that need the user or are at work: the snapshot's, most urgent first, then others read. */
export const narrowed = {
  needs: computed(() =>
    idsOf(needs.value, ({ nearest, state }) => isAtCap(nearest) || state.data?.deploy?.phase === 'failed'),
  ),
  running: computed(() =>
    idsOf(busy.value, (row) => workIn(row.state.data) !== null || otherWorkOf(row) !== null),
  ),
} as const;

/** Projects of the snapshot in which something goes on: runs and deployments, longest first, then others. */
export const busy = computed<ReadonlyMap<string, unknown>>(
  () =>
    new Map<string, unknown>([
      ...running.value,
      ...[...recent.value].filter(([id]) => !running.value.has(id) && otherWorkNow(id) !== null),
    ]),
);

const isAtCap = (nearest: NearestCap | null): boolean =>
  nearest !== null && isCapReached(nearest.cap, nearest.used) === true;

/** What a project that the snapshot does not follow is doing; null: nothing known. */
function workIn(state: ProjectState | null): 'run' | 'deploy' | null {
  if (state?.run?.phase === 'running') return 'run';
  return state?.deploy?.phase === 'deploying' ? 'deploy' : null;
}

function idsOf(
  fromSnapshot: ReadonlyMap<string, unknown>,
  isOne: (row: ProjectRow) => boolean,
): readonly string[] {
  const found = allRows.value.filter(
    (row) =>
      !fromSnapshot.has(row.projectId) && !recent.value.has(row.projectId) && !row.isGone && isOne(row),
  );
  return [...fromSnapshot.keys(), ...found.map(({ projectId }) => projectId)];
}

/** Whether the edge has read what a row shows, or could not. */
const isRead = ({ isGone, limits }: ProjectRow): boolean =>
  isGone || limits.readAt !== null || limits.error !== null;

/** Projects whose state is known: from the snapshot, or as the edge answered. */
export const knownIds = computed<ReadonlySet<string>>(() => {
  const read = allRows.value.filter(isRead).map(({ projectId }) => projectId);
  return new Set([...needs.value.keys(), ...recent.value.keys(), ...read]);
});

/** A row's icon and second line. `known`: false if the project was not read yet. */
export type RowState = { glyph: GlyphName | null; progress?: number; words: string; known: boolean };

/** Status of a project, if known. */
export function rowState(projectId: string, row: ProjectRow | null): RowState {
  const item = needs.value.get(projectId);
  if (item) return { glyph: GLYPH[item.severity], words: needWords(item, projectId), known: true };
  const going = goingOn(projectId, row);
  if (going) return { glyph: 'running', ...going, known: true };
  const read = recent.value.get(projectId);
  // In the first seconds after pairing it is listed, but what it did is not read yet.
  if (read && (read.run ?? read.deploy) !== null) return { ...lastOf(read), known: true };
  if (row?.isGone) return { glyph: 'off', words: t('console.projects.gone'), known: true };
  if (isAtCap(row?.nearest ?? null))
    return { glyph: 'warning', words: t('console.projects.atCap'), known: true };
  const state = row?.state.data ?? null;
  const work = workIn(state);
  if (work !== null) return { glyph: 'running', words: doing({ kind: work, doing: null }), known: true };
  if (state) return { ...lastOf(state), known: true };
  return {
    glyph: null,
    words: t(isHeld.value || read ? 'console.projects.notRead' : 'status.loading'),
    known: false,
  };
}

/** What goes on in a project, in one line; null: nothing known. `progress`: 0 to 1, for its ring. */
export function goingOn(
  projectId: string,
  row: ProjectRow | null,
): { words: string; progress: number } | null {
  const work = running.value.get(projectId);
  if (work) return { words: doing(work), progress: work.progress ?? 0.25 };
  const other = row ? otherWorkOf(row) : otherWorkNow(projectId);
  if (!other) return null;
  const { title, brief } = otherWorkWords(other);
  return { words: formatFacts(title, brief), progress: other.progress ?? 0.25 };
}

const otherWorkOf = ({ projectId, state }: ProjectRow) =>
  otherWorkNow(projectId, workOn(projectId, state.data));

/** Why a project needs the user, in one line, where its name stands already. */
export function needWords(item: AttentionItem, projectId: string): string {
  const { reason } = item;
  // How much is used stands in the row already.
  if (isNearerThanPace(item, capRead(projectId))) return t('console.projects.runAtCap');
  if (reason.kind === 'cap-forecast')
    return t('console.projects.reachesCap', { when: daysReached(reason, edgeNow.value) });
  const wordsFor = (id: string | null) =>
    itemWords(item.reason, id, sinceOf(item), naming.value, edgeNow.value);
  const { title, facts } = wordsFor(projectId);
  // A title that is about another thing, such as a receiver of webhooks, is needed to understand the facts.
  const isNamed = title !== wordsFor(null).title;
  const lines = facts.split(/\.?\n/);
  const feature =
    reason.kind === 'feature-budget' || reason.kind === 'feature-warning' ? featureName(reason.feature) : '';
  if (reason.kind !== 'credit-cap') return formatFacts(isNamed ? feature : title, ...lines);
  // The bar beside it may be of the other cap.
  return formatFacts(
    reason.category === 'infrastructure' && t('category.infrastructure'),
    ...lines.slice(-1),
  );
}

function capRead(projectId: string): Partial<BuildingFacts> {
  const nearest = rowOf(projectId).value?.nearest;
  if (nearest?.category !== 'development') return {};
  const { used, cap } = nearest;
  const unread = { isReached: null, used: null, cap: null };
  const development = { isReached: isCapReached(cap, used), used, cap };
  return { limits: { development, infrastructure: unread, resetsAt: null, runBudget: null } };
}

function doing(work: Pick<RunningWork, 'kind' | 'doing'>): string {
  if (work.kind === 'deploy') return t('verdict.deploying');
  return naming.value.screened || !work.doing ? t('runs.working') : isolated(work.doing);
}

const older = (engine: string | null | undefined): string[] =>
  engine === 'legacy' ? [t('console.engineLegacy')] : [];

const DEPLOYED: Record<DeployEnding, (ago: string) => string> = {
  succeeded: (ago) => t('deployment.live', { ago }),
  failed: (ago) => t('deployment.failed', { ago }),
  'not-known': (ago) => t('deployment.ended', { ago }),
};

function lastOf(state: ProjectState): Pick<RowState, 'glyph' | 'words'> {
  const { run, deploy, engine } = state;
  const now = edgeNow.value;
  const ranAt = run?.finishedAt ?? null;
  const deployedAt = deploy?.finishedAt ?? null;
  if (deploy && deployedAt !== null && deployedAt >= (ranAt ?? 0)) {
    const ago = formatAgo(deployedAt, now);
    const ending = deployEnding(deploy);
    if (ending !== null)
      return { glyph: ENDED_GLYPH[ending], words: [DEPLOYED[ending](ago), ...older(engine)].join(' · ') };
  }
  if (run && ranAt !== null) {
    const cost = naming.value.screened ? null : runCostWords(run.ending ?? 'not-known', costOf(run) || null);
    const words = [
      t('console.projects.lastRun', { ago: formatAgo(ranAt, now) }),
      ...(cost === null ? [] : [cost]),
      ...older(engine),
    ];
    return { glyph: null, words: words.join(' · ') };
  }
  // The end of a run may have no known time, or a new status; of a deployment only the start may be known.
  const words = timeless(state);
  const glyph = deploy?.phase === 'failed' ? 'failed' : null;
  return { glyph, words: [words, ...older(engine)].join(' · ') };
}

function timeless({ run, deploy, server, lastModifiedAt }: ProjectState): string {
  const now = edgeNow.value;
  if (deploy?.startedAt && (deploy.phase === 'live' || deploy.phase === 'failed'))
    return DEPLOYED[deploy.phase === 'live' ? 'succeeded' : 'failed'](formatAgo(deploy.startedAt, now));
  if (run?.phase === 'idle') return t('console.projects.nothingBuilt');
  if (/^archiv/i.test(server ?? '')) return t('status.asleep');
  return lastModifiedAt === null
    ? t('console.projects.noNews')
    : t('console.projects.changed', { ago: formatAgo(lastModifiedAt, now) });
}
