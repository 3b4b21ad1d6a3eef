import type { AgentStatusRecord } from '../../../shared/builder-api/agent.ts';
import type { DeploymentStatusRecord } from '../../../shared/builder-api/deployments.ts';
import type { ProjectListItem, ProjectRecord } from '../../../shared/builder-api/projects.ts';
import type {
  DeployPhase,
  DeployState,
  ProjectState,
  RunPhase,
  RunState,
} from '../../../shared/snapshot/project-state.ts';
import { parseInstant } from '../../../shared/time.ts';

const TEXT_MAX = 200;

/** The service's words for a run, as far as they are known; any other word is `unknown`, shown as it is. */
const RUN_PHASE_OF: Readonly<Record<string, RunPhase>> = {
  init: 'running',
  running: 'running',
  done: 'finished',
  success: 'finished',
  finished: 'finished',
  error: 'failed',
  failed: 'failed',
  stopped: 'stopped',
  cancelled: 'stopped',
  idle: 'idle',
};

const DEPLOY_PHASE_OF: Readonly<Record<string, DeployPhase>> = {
  deploying: 'deploying',
  success: 'live',
  error: 'failed',
  failed: 'failed',
};

/** @param status null or absent = the service told nothing */
export function runPhaseOf(status: string | null | undefined): RunPhase {
  return status ? (RUN_PHASE_OF[status] ?? 'unknown') : 'unknown';
}

/** A deployment whose status is null was never made. */
export function deployPhaseOf(status: string | null | undefined): DeployPhase {
  return status ? (DEPLOY_PHASE_OF[status] ?? 'unknown') : 'never';
}

const shortened = (text: string | null | undefined) => (text ? text.slice(0, TEXT_MAX) : null);

export const unknownRun: RunState = {
  phase: 'unknown',
  status: null,
  startedAt: null,
  finishedAt: null,
  lastMessage: null,
  creditsSpent: null,
};

/** What Get Project tells about the run; what the agent's own status told earlier about the same run is kept. */
export function runOfProject(record: ProjectRecord, before: RunState | null): RunState {
  const phase = runPhaseOf(record.agentProcessStatus);
  const status = record.agentProcessStatus ?? null;
  if (before && before.phase === phase) return { ...before, status };
  if (before && before.phase === 'running' && phase === 'finished') return { ...before, phase, status };
  return { ...unknownRun, phase, status };
}

/** What the agent's own status tells: the fullest account of a run. */
export function runOfStatus(record: AgentStatusRecord, before: RunState | null): RunState {
  const phase = runPhaseOf(record.status);
  const messages = record.realtimeConversation ?? [];
  const said = messages.findLast((message) => message.author !== 'user' && message.message);
  const startedAt = parseInstant(record.startedAt);
  const sameRun = before !== null && before.startedAt !== null && before.startedAt === startedAt;
  const ended = phase === 'running' || phase === 'idle' ? null : parseInstant(messages.at(-1)?.createdAt);
  return {
    phase,
    status: record.status ?? null,
    startedAt,
    finishedAt: phase === 'running' ? null : ((sameRun ? before.finishedAt : null) ?? ended),
    lastMessage: shortened(said?.message),
    creditsSpent: record.creditsSpent ?? (sameRun ? before.creditsSpent : null),
  };
}

/** What Get Project tells about the deployment; what is known about the same one is kept. */
export function deployOfProject(record: ProjectRecord, before: DeployState | null): DeployState {
  const status = record.deployment?.status ?? null;
  const phase = record.deployment ? deployPhaseOf(status) : 'never';
  const startedAt = parseInstant(record.deployment?.createdAt);
  const same = before !== null && before.startedAt === startedAt && before.phase === phase;
  return {
    phase,
    status,
    startedAt,
    finishedAt: same ? before.finishedAt : null,
    step: phase === 'deploying' && same ? before.step : null,
    liveUrl: phase === 'live' ? (httpsAddress(record.productionProjectUrl) ?? before?.liveUrl ?? null) : null,
    errorText: same ? before.errorText : null,
    creditRefunded: same ? before.creditRefunded : null,
  };
}

export function deployOfStatus(record: DeploymentStatusRecord, before: DeployState | null): DeployState {
  const phase = deployPhaseOf(record.status);
  const startedAt = parseInstant(record.createdAt);
  const same = before !== null && before.startedAt === startedAt;
  return {
    phase,
    status: record.status ?? null,
    startedAt,
    finishedAt: phase === 'deploying' ? null : same ? before.finishedAt : null,
    step: record.step ?? null,
    liveUrl: httpsAddress(record.liveUrl) ?? (phase === 'live' ? (before?.liveUrl ?? null) : null),
    errorText: phase === 'failed' && same ? before.errorText : null,
    creditRefunded: same ? before.creditRefunded : null,
  };
}

/** The list's fields over what is known already. */
export function projectOfItem(item: ProjectListItem, before: ProjectState | null): ProjectState {
  return {
    projectId: item.projectId,
    label: item.label ?? null,
    createdAt: parseInstant(item.createdAt),
    lastModifiedAt: parseInstant(item.lastModifiedAt),
    engine: before?.engine ?? null,
    productionUrl: httpsAddress(item.productionProjectUrl) ?? before?.productionUrl ?? null,
    previewUrl: before?.previewUrl ?? null,
    run: before?.run ?? null,
    deploy: before?.deploy ?? null,
  };
}

/** Everything that Get Project tells. The preview's field is named by the record itself. */
export function projectOfRecord(record: ProjectRecord, before: ProjectState): ProjectState {
  const field = record.developmentUrlFieldToUse || 'temporalDevelopmentProjectUrl';
  const preview = Object.hasOwn(record, field) ? record[field] : null;
  return {
    ...before,
    engine: record.engineVersion === 'v2' ? 'v2' : 'legacy',
    productionUrl: httpsAddress(record.productionProjectUrl) ?? before.productionUrl,
    previewUrl: httpsAddress(typeof preview === 'string' ? preview : null),
    run: runOfProject(record, before.run),
    deploy: deployOfProject(record, before.deploy),
  };
}

/** An address to show: https only; a bare host is given its scheme. Anything else is none. */
export function httpsAddress(text: string | null | undefined): string | null {
  if (!text) return null;
  const url = URL.parse(text.includes('://') ? text : `https://${text}`);
  return url?.protocol === 'https:' && !url.username ? url.href : null;
}
