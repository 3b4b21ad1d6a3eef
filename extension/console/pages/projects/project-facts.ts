import { computed, effect, type Signal, signal } from '@preact/signals';
import type * as z from 'zod/mini';
import { CAP_FIELD, type Category } from '../../../../shared/builder-api/limits.ts';
import { creditLimitsRecord } from '../../../../shared/builder-api/limits-schema.ts';
import { type ProjectRecord, projectRecord } from '../../../../shared/builder-api/projects.ts';
import type { CapOverride } from '../../../../shared/edge-api/guards.ts';
import { deployPhaseOf } from '../../../../shared/endings/deploy-ending.ts';
import { runProgress } from '../../../../shared/endings/run-ending.ts';
import { effectiveLimit, highestCap, isCapReached } from '../../../../shared/spending/effective-limit.ts';
import { projectPath } from '../../../reads/paths.ts';
import { tryToRead } from '../../../reads/read-now.ts';
import { capOverrideOf } from '../../../ui/building.ts';
import { browserNow } from '../../../ui/page-state.ts';
import { attentionNow, stored } from '../../../ui/stored-state.ts';
import { usedPart } from '../../../ui/used-bar.tsx';
import { createFactsReader } from './facts-reader.ts';

type CreditLimits = z.infer<typeof creditLimitsRecord>;

/** The cap of a project that is nearest to its limit, or the spending if there is none. Credits of this month. */
export type NearestCap = {
  category: Category;
  used: number;
  /** Null: no cap. */
  cap: number | null;
};

/** What a row says of a project; the rest of its record is not remembered. */
const ROW_FIELDS = [
  'label',
  'lastModifiedAt',
  'agentProcessStatus',
  'agentServerStatus',
  'deployment',
  'engineVersion',
  'productionProjectUrl',
  'versionRecovery',
  'importInProgress',
] as const satisfies readonly (keyof ProjectRecord)[];
type RowRecord = Pick<ProjectRecord, (typeof ROW_FIELDS)[number]>;

export type ProjectFacts = {
  /** Null: the snapshot has it, or it could not be read. */
  project: RowRecord | null;
  nearest: NearestCap | null;
  isGone: boolean;
};

const known = new Map<string, Signal<ProjectFacts | null>>();
/** Number of reads so far: what depends on all of them follows it. */
const reads = signal(0);

/** Whether so many projects were read that the next ones must wait for their minute. */
export const isHeld = signal(false);

export const allFacts = computed<ReadonlyMap<string, ProjectFacts>>(() => {
  void reads.value;
  return new Map([...known].flatMap(([id, { value }]) => (value ? [[id, value] as const] : [])));
});

/** Null until the project was read, which happens while its row is visible. */
export function factsOf(projectId: string): Signal<ProjectFacts | null> {
  const existing = known.get(projectId);
  if (existing) return existing;
  const made = signal<ProjectFacts | null>(null);
  known.set(projectId, made);
  return made;
}

export const factsReader = createFactsReader({
  read: readProject,
  forget: (projectId) => void known.delete(projectId),
  onPace: (held) => (isHeld.value = held),
  isLooking: () => document.visibilityState === 'visible',
  now: () => browserNow.peek(),
  later: (run, ms) => void setTimeout(run, ms),
});

/** What each project needs, as far as it changes what its row says of its caps. */
let needed: ReadonlyMap<string, string> = new Map();

// A cap that was reached, raised or lowered, here or elsewhere: what was read of it before is no longer so.
effect(() => {
  const now = new Map<string, string>();
  for (const { id, projectId, rank } of attentionNow.value.items)
    if (projectId !== null) now.set(projectId, `${now.get(projectId) ?? ''} ${id}:${rank}`);
  for (const projectId of new Set([...needed.keys(), ...now.keys()]))
    if (needed.get(projectId) !== now.get(projectId)) factsReader.expire(projectId);
  needed = now;
});

async function readProject(projectId: string): Promise<void> {
  const listed = stored
    .peek()
    ?.snapshot?.snapshot.sections.projects.data?.items.some((item) => item.projectId === projectId);
  const [project, limits] = await Promise.all([
    listed ? null : tryToRead(projectPath(projectId), projectRecord, false),
    tryToRead(projectPath(projectId, '/credit-limits'), creditLimitsRecord, false),
  ]);
  const before = factsOf(projectId).peek();
  factsOf(projectId).value = {
    project: project?.ok ? rowRecord(project.value) : (before?.project ?? null),
    nearest: limits.ok
      ? nearestCap(limits.value, (of) => capOverrideOf(projectId, of))
      : (before?.nearest ?? null),
    isGone: !limits.ok && limits.error.code === 'PROJECT_NOT_FOUND',
  };
  reads.value += 1;
}

/** Takes over what the page of the project has read, so that its row says the same. */
export function noteLimits(projectId: string, limits: CreditLimits): void {
  const before = factsOf(projectId).peek();
  if (before === null) return;
  factsOf(projectId).value = { ...before, nearest: nearestCap(limits, (of) => capOverrideOf(projectId, of)) };
  reads.value += 1;
}

const rowRecord = (record: ProjectRecord): RowRecord =>
  Object.fromEntries(ROW_FIELDS.map((field) => [field, record[field]])) as RowRecord;

export const isAtCap = (nearest: NearestCap | null): boolean =>
  nearest !== null && isCapReached(nearest.cap, nearest.used) === true;

/** Whether work is in progress (unlisted reference, Get Project). */
export const isWorking = (project: RowRecord | null): boolean =>
  isRunning(project) || deployPhaseOf(project?.deployment?.status) === 'deploying';

export const isRunning = (project: Pick<RowRecord, 'agentProcessStatus'> | null): boolean =>
  runProgress({ status: project?.agentProcessStatus }).kind === 'running';

/** The cap with the higher usage; without any, the development spending. The budget of a run is no cap of its project. */
export function nearestCap(
  { creditLimits, usedThisMonth }: CreditLimits,
  overrideOf: (category: Category) => CapOverride | null,
): NearestCap | null {
  if (!usedThisMonth) return null;
  const caps = (['development', 'infrastructure'] as const).map((category) => {
    const read = creditLimits[CAP_FIELD[category]] ?? null;
    const limit = effectiveLimit(read, overrideOf(category));
    return { category, used: usedThisMonth[category], cap: highestCap(limit) };
  });
  return caps.toSorted((one, other) => usedPart(other) - usedPart(one))[0] ?? null;
}
