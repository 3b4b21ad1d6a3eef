import { computed } from '@preact/signals';
import { type AttentionItem, sinceOf } from '../../../../shared/attention/item.ts';
import type { ProjectListItem } from '../../../../shared/builder-api/projects.ts';
import { deployEnding, deployPhaseOf } from '../../../../shared/endings/deploy-ending.ts';
import type { DeployEnding } from '../../../../shared/endings/ending.ts';
import { runProgress } from '../../../../shared/endings/run-ending.ts';
import type { ProjectState } from '../../../../shared/snapshot/project-state.ts';
import { costOf, type RunningWork, runningWork } from '../../../../shared/snapshot/work.ts';
import type { ProjectFacts as BuildingFacts } from '../../../../shared/spending/blockers.ts';
import { isCapReached } from '../../../../shared/spending/effective-limit.ts';
import { engineOf } from '../../../../shared/spending/price.ts';
import { type InstantMs, parseInstant } from '../../../../shared/time.ts';
import { featureName, itemWords } from '../../../i18n/attention-words.ts';
import { runCostWords } from '../../../i18n/ending-words.ts';
import { daysReached } from '../../../i18n/forecast-words.ts';
import { formatAgo, formatFacts } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { GLYPH } from '../../../now/need-row.tsx';
import { ENDED_GLYPH } from '../../../now/recent.tsx';
import { isNearerThanPace, otherWorkNow } from '../../../ui/building.ts';
import type { GlyphName } from '../../../ui/icons.tsx';
import { edgeNow, naming, workNow } from '../../../ui/page-state.ts';
import { attentionNow, stored } from '../../../ui/stored-state.ts';
import { workOn } from '../../parts/obstacle.ts';
import {
  allFacts,
  factsOf,
  isAtCap,
  isHeld,
  isRunning,
  isWorking,
  type ProjectFacts,
} from './project-facts.ts';

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

/** When the last work of a project that the edge saw ended; 0 before. */
export function lastEndOf(projectId: string): InstantMs {
  const { run, deploy } = recent.value.get(projectId) ?? {};
  return Math.max(run?.finishedAt ?? 0, deploy?.finishedAt ?? 0);
}

/**
 * Ids of projects that need the user or have work in progress: those in the snapshot, most urgent first, then others
 * that were read.
 */
export const narrowed = {
  needs: computed(() => idsOf(needs.value, ({ nearest, project }) => isAtCap(nearest) || hasFailed(project))),
  running: computed(() =>
    idsOf(busy.value, (facts, id) => isWorking(facts.project) || otherWorkOf(id, facts) !== null),
  ),
} as const;

/** Projects of the snapshot in which something goes on: runs and deployments, longest first, then the rest. */
export const busy = computed<ReadonlyMap<string, unknown>>(
  () =>
    new Map<string, unknown>([
      ...running.value,
      ...[...recent.value].filter(([id]) => !running.value.has(id) && otherWorkNow(id) !== null),
    ]),
);

const hasFailed = (project: ProjectFacts['project']): boolean =>
  deployPhaseOf(project?.deployment?.status) === 'failed';

function idsOf(
  fromSnapshot: ReadonlyMap<string, unknown>,
  isOne: (facts: ProjectFacts, projectId: string) => boolean,
): readonly string[] {
  const found = [...allFacts.value].filter(
    ([id, facts]) => !fromSnapshot.has(id) && !recent.value.has(id) && !facts.isGone && isOne(facts, id),
  );
  return [...fromSnapshot.keys(), ...found.map(([id]) => id)];
}

/** Projects whose state is known: from the snapshot, or read here. */
export const knownIds = computed<ReadonlySet<string>>(
  () => new Set([...needs.value.keys(), ...recent.value.keys(), ...allFacts.value.keys()]),
);

/** A row's icon and second line. `known`: false if the project was not read yet. */
export type RowState = { glyph: GlyphName | null; progress?: number; words: string; known: boolean };

/** Status of a project, if known. */
export function rowState(
  projectId: string,
  listed: ProjectListItem | null,
  facts: ProjectFacts | null,
): RowState {
  const item = needs.value.get(projectId);
  if (item) return { glyph: GLYPH[item.severity], words: needWords(item, projectId), known: true };
  const going = goingOn(projectId, facts);
  if (going) return { glyph: 'running', ...going, known: true };
  const read = recent.value.get(projectId);
  // In the first seconds after pairing it is listed, but what it did is not read yet.
  if (read && (read.run ?? read.deploy) !== null) return { ...lastOf(read), known: true };
  if (facts?.isGone) return { glyph: 'off', words: t('console.projects.gone'), known: true };
  if (isAtCap(facts?.nearest ?? null))
    return { glyph: 'warning', words: t('console.projects.atCap'), known: true };
  if (facts?.project) return { ...lastOfRecord(facts.project, listed), known: true };
  return {
    glyph: null,
    words: t(isHeld.value || read ? 'console.projects.notRead' : 'status.loading'),
    known: false,
  };
}

/** What goes on in a project, in one line; null: nothing known. `progress`: 0 to 1, for its ring. */
export function goingOn(
  projectId: string,
  facts: ProjectFacts | null,
): { words: string; progress: number } | null {
  const work = running.value.get(projectId);
  if (work) return { words: doing(work), progress: work.progress ?? 0.25 };
  const other = otherWorkOf(projectId, facts);
  if (!other) return null;
  const { title, brief } = other.words;
  return { words: formatFacts(title, brief), progress: other.progress ?? 0.25 };
}

const otherWorkOf = (projectId: string, facts: ProjectFacts | null) =>
  otherWorkNow(projectId, workOn(projectId, facts?.project ? { projectId, ...facts.project } : null));

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
  const nearest = factsOf(projectId).value?.nearest;
  if (nearest?.category !== 'development') return {};
  const { used, cap } = nearest;
  const unread = { isReached: null, used: null, cap: null };
  const development = { isReached: isCapReached(cap, used), used, cap };
  return { limits: { development, infrastructure: unread, resetsAt: null, runBudget: null } };
}

function doing(work: RunningWork): string {
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

function lastOf({ run, deploy, engine }: ProjectState): Pick<RowState, 'glyph' | 'words'> {
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
  // A run may be over without a known time, or of a status that is new here.
  const words = run?.phase === 'idle' ? t('console.projects.nothingBuilt') : t('console.projects.noNews');
  return { glyph: null, words: [words, ...older(engine)].join(' · ') };
}

function lastOfRecord(
  project: NonNullable<ProjectFacts['project']>,
  listed: ProjectListItem | null,
): Pick<RowState, 'glyph' | 'words'> {
  const now = edgeNow.value;
  const { agentProcessStatus, agentServerStatus, deployment } = project;
  const engine = older(engineOf(project));
  if (isRunning(project)) return { glyph: 'running', words: t('runs.working') };
  const phase = deployPhaseOf(deployment?.status);
  if (phase === 'deploying') return { glyph: 'running', words: t('verdict.deploying') };
  const deployedAt = parseInstant(deployment?.createdAt);
  const changedAt = parseInstant(project.lastModifiedAt ?? listed?.lastModifiedAt);
  const asleep = agentServerStatus === 'Archived' || agentServerStatus === 'Archiving';
  const words =
    phase === 'live' && deployedAt !== null
      ? t('deployment.live', { ago: formatAgo(deployedAt, now) })
      : phase === 'failed' && deployedAt !== null
        ? t('deployment.failed', { ago: formatAgo(deployedAt, now) })
        : runProgress({ status: agentProcessStatus }).kind === 'idle'
          ? t('console.projects.nothingBuilt')
          : asleep
            ? t('status.asleep')
            : changedAt === null
              ? t('console.projects.noNews')
              : t('console.projects.changed', { ago: formatAgo(changedAt, now) });
  return { glyph: hasFailed(project) ? 'failed' : null, words: [words, ...engine].join(' · ') };
}
