import type { AgentStatusRecord, ConversationMessage, MultiPrompt } from '../builder-api/agent.ts';
import type { ProjectListItem, ProjectRecord } from '../builder-api/projects.ts';
import type { DeploymentStatusRecord } from '../builder-api/publishing.ts';
import { deployPhaseOf } from '../endings/deploy-ending.ts';
import type { Ending } from '../endings/ending.ts';
import { promptEnds, type RunProgress, runProgress } from '../endings/run-ending.ts';
import { shownLabel } from '../one-line.ts';
import { type InstantMs, parseInstant } from '../time.ts';
import { factsOf, readRun } from '../work/evidence.ts';
import type { DeployState, ProjectState, RunPhase, RunState } from './project-state.ts';

export const TEXT_MAX = 200;

/** Phases that browsers of any version can draw; the ending is stored beside it. */
export const PHASE_OF_ENDING: Readonly<Record<Ending, RunPhase>> = {
  succeeded: 'finished',
  failed: 'failed',
  stopped: 'stopped',
  capped: 'stopped',
  paused: 'stopped',
  'not-known': 'unknown',
};

function phaseOf(progress: RunProgress): RunPhase {
  return progress.kind === 'ended' ? PHASE_OF_ENDING[progress.ending] : progress.kind;
}

const shortened = (text: string | null | undefined) => (text ? text.slice(0, TEXT_MAX) : null);

export const unknownRun: RunState = {
  phase: 'unknown',
  status: null,
  startedAt: null,
  finishedAt: null,
  prompt: null,
  lastMessage: null,
  creditsSpent: null,
  ending: null,
  keysNeeded: [],
  batch: null,
};

/**
 * The run as Get Project shows it: whether one goes on, with what is known of it. How one ended, only the
 * agent's status and its row say.
 */
function runOfProject(record: ProjectRecord, before: RunState | null): RunState {
  const status = record.agentProcessStatus ?? null;
  const progress = runProgress({ status, batch: record.multiPrompt });
  const phase = phaseOf(progress);
  const batch = progress.kind === 'running' ? batchOf(record.multiPrompt) : null;
  if (before && before.phase === 'running' && phase === 'running') return { ...before, status, batch };
  if (progress.kind !== 'ended') return { ...unknownRun, phase, status, batch };
  if (before && before.ending !== null) return { ...before, status };
  const same = before?.phase === 'running' ? before : unknownRun;
  return { ...same, phase, status, batch, ending: progress.ending };
}

/**
 * The run as the agent's status shows it: the facts of {@link readRun}, which its row has too, and the words
 * and requests that no row keeps.
 */
export function shownRun(record: AgentStatusRecord, at: InstantMs, before: RunState | null): RunState {
  const read = readRun(record, at);
  const facts = factsOf(record);
  const progress = runProgress(facts);
  const { messages } = facts;
  const startedAt = parseInstant(record.startedAt);
  const same = before !== null && before.startedAt !== null && before.startedAt === startedAt ? before : null;
  const said = messages.findLast((message) => message.author !== 'user' && message.message);
  const ends = promptEnds(facts);
  return {
    phase: phaseOf(progress),
    status: record.status ?? null,
    startedAt,
    finishedAt: read?.endedAt ?? null,
    prompt: read?.prompt ?? null,
    lastMessage: read?.reason ?? shortened(said?.message),
    creditsSpent: read?.credits ?? null,
    ending: read?.ending ?? null,
    keysNeeded: progress.kind === 'ended' ? keysIn(messages, same?.keysNeeded ?? []) : [],
    batch: progress.kind === 'running' ? batchOf(record.multiPrompt) : null,
    ...(ends && { promptEnds: ends.slice(-PROMPT_ENDS_MAX) }),
  };
}

/** As many as may end between two readings. */
const PROMPT_ENDS_MAX = 5;

const KEYS_MAX = 20;
const KEY_NAME_MAX = 100;
type KeysNeeded = RunState['keysNeeded'];

/** Variables that the agent requested at its end. Only Get Project says whether the project has them. */
function keysIn(messages: readonly ConversationMessage[], known: KeysNeeded): KeysNeeded {
  const prompted = messages.findLastIndex(({ author }) => author === 'user');
  const request = messages.slice(prompted + 1).findLast((message) => message.secretKeysNeeded);
  return Object.entries(request?.secretKeysNeeded ?? {})
    .filter(([name]) => name.length <= KEY_NAME_MAX)
    .slice(0, KEYS_MAX)
    .map(([name, { description }]) => ({
      name,
      description: shortened(description),
      isGiven: known.find((key) => key.name === name)?.isGiven ?? null,
    }));
}

/**
 * Marks which of the requested variables the project has.
 * @param secrets of Get Project; absent: not reported
 */
export function withKeysGiven(run: RunState, secrets: ProjectRecord['secrets']): RunState {
  if (!secrets || run.keysNeeded.length === 0) return run;
  const names = new Set(secrets.map(({ secretName }) => secretName));
  return { ...run, keysNeeded: run.keysNeeded.map((key) => ({ ...key, isGiven: names.has(key.name) })) };
}

/** Whether Get Project must still be read for the requested variables. */
export const keysAreUnreported = (run: RunState | null): boolean =>
  run?.keysNeeded.some(({ isGiven }) => isGiven === null) ?? false;

/** Completed prompts of a running batch; null where there is none. */
function batchOf(batch: MultiPrompt | undefined): RunState['batch'] {
  if (!batch?.status || !BATCH_OPEN.has(batch.status)) return null;
  const index = batch.currentPromptIndex ?? null;
  return { done: index === null ? null : Math.max(0, index), total: batch.totalPrompts || null };
}

const BATCH_OPEN: ReadonlySet<string> = new Set(['planning', 'executing', 'paused']);

/**
 * The deployment as a reading shows it: whether there is one, its status and address. Its row has its end.
 * @param record without step and address if it is of Get Project
 */
export function shownDeploy(record: DeploymentStatusRecord, before: DeployState | null): DeployState {
  const phase = deployPhaseOf(record.status);
  const startedAt = parseInstant(record.createdAt);
  const same = before !== null && before.startedAt === startedAt && before.phase === phase ? before : null;
  return {
    phase,
    status: record.status ?? null,
    startedAt,
    finishedAt: same?.finishedAt ?? null,
    step: record.step ?? (phase === 'deploying' ? (same?.step ?? null) : null),
    liveUrl: phase === 'live' ? (httpsAddress(record.liveUrl) ?? before?.liveUrl ?? null) : null,
    errorText: same?.errorText ?? null,
    creditRefunded: same?.creditRefunded ?? null,
  };
}

/** Applies the fields of a list item to what is known. */
export function projectOfItem(item: ProjectListItem, before: ProjectState | null): ProjectState {
  return {
    projectId: item.projectId,
    label: shownLabel(item.label),
    createdAt: parseInstant(item.createdAt),
    lastModifiedAt: parseInstant(item.lastModifiedAt),
    engine: before?.engine ?? null,
    productionUrl: httpsAddress(item.productionProjectUrl) ?? before?.productionUrl ?? null,
    previewUrl: before?.previewUrl ?? null,
    run: before?.run ?? null,
    deploy: before?.deploy ?? null,
    server: before?.server ?? null,
    recovery: before?.recovery ?? null,
    importing: before?.importing ?? null,
  };
}

/** Everything that Get Project reports. The record itself names the preview's field. */
export function projectOfRecord(record: ProjectRecord, before: ProjectState): ProjectState {
  const field = record.developmentUrlFieldToUse || 'temporalDevelopmentProjectUrl';
  const preview = Object.hasOwn(record, field) ? record[field] : null;
  return {
    ...before,
    engine: record.engineVersion === 'v2' ? 'v2' : 'legacy',
    productionUrl: httpsAddress(record.productionProjectUrl) ?? before.productionUrl,
    previewUrl: httpsAddress(typeof preview === 'string' ? preview : null),
    run: withKeysGiven(runOfProject(record, before.run), record.secrets),
    deploy: shownDeploy({ ...record.deployment, liveUrl: record.productionProjectUrl }, before.deploy),
    server: record.agentServerStatus ?? null,
    recovery: underWay(record.versionRecovery),
    importing: underWay(record.importInProgress),
  };
}

/** A recovery or an import under way; null: none, or it failed. An `error` is final, whatever its cause. */
export function underWay(work: ProjectRecord['versionRecovery']): { startedAt: InstantMs | null } | null {
  if (!work || work.status === 'error' || typeof work.errorMessage === 'string') return null;
  return { startedAt: parseInstant(work.startedAt) };
}

/** An address to show: https only; a bare host gets the scheme. Null for anything else. */
export function httpsAddress(text: string | null | undefined): string | null {
  if (!text) return null;
  const url = URL.parse(text.includes('://') ? text : `https://${text}`);
  return url?.protocol === 'https:' && !url.username ? url.href : null;
}
