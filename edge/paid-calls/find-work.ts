import { runProgress } from '../../shared/endings/run-ending.ts';
import { HOUR_MS, type InstantMs, MINUTE_MS, parseInstant } from '../../shared/time.ts';
import { CLOCKS_APART_MS } from '../../shared/work/row.ts';
import type { LaunchRow } from './launch-ledger.ts';
import { promptsIn } from './prompts.ts';
import {
  EFFECT_LATEST_MS,
  fitOf,
  isCreation,
  isNameOrSuffixed,
  isUnsettled,
  NONE,
  type Resolution,
  type SearchEffect,
  sentAt,
  UNCLEAR,
  UNDECIDABLE,
} from './resolution.ts';

/** Runs, deployments and server starts take minutes, and one excludes others of its project. */
const NO_WORK_IS_SHORTER_MS = MINUTE_MS;
const NO_RUN_IS_LONGER_MS = HOUR_MS;

/** The latest run or deployment of a project as reported by the service. */
export interface SeenWork {
  /** Whether there ever was one. */
  exists: boolean;
  /** When it began; null when not reported. */
  begunAt: InstantMs | null;
  /** Digest of its prompt; null when there is none. */
  prompt: string | null;
}

export const findRun: SearchEffect = async ({ requested_project_id: projectId }, { call: ask, digest }) => {
  const result = await ask('getAgentStatus', { parameters: { projectId } });
  if (!result.ok) return { notAsked: result.failure };
  const last = (await promptsIn(result.data, digest)).at(-1);
  const startedAt = parseInstant(result.data.startedAt);
  const begunAt = startedAt ?? last?.at ?? null;
  const { kind } = runProgress({ status: result.data.status });
  const neverRan = kind === 'idle' && begunAt === null && last === undefined;
  // Messages from long before the run began belong to the previous run.
  const isOld = last?.at != null && startedAt !== null && last.at < startedAt - CLOCKS_APART_MS;
  const seen = { exists: !neverRan, begunAt, prompt: isOld ? null : (last?.digest ?? null) };
  return (row, others) => resolveWork(row, seen, others);
};

export const findDeployment: SearchEffect = async (
  { requested_project_id: projectId },
  { call: callService },
) => {
  const result = await callService('getDeploymentStatus', { parameters: { projectId } });
  if (!result.ok) return { notAsked: result.failure };
  const begunAt = parseInstant(result.data.createdAt);
  const exists = result.data.status !== null || begunAt !== null;
  return (row, others) => resolveWork(row, { exists, begunAt, prompt: null }, others);
};

/**
 * Evaluates the latest run or deployment: it is ours if it began in time, shows no other prompt, and no other
 * call of ours can have started it.
 */
export function resolveWork(
  row: LaunchRow,
  { exists, begunAt, prompt }: SeenWork,
  others: readonly LaunchRow[],
): Resolution {
  if (!exists) return NONE;
  if (begunAt === null) return UNCLEAR;
  const fit = fitOf(row, begunAt);
  if (fit === 'no') return begunAt < sentAt(row) ? NONE : hiddenBehind(row, begunAt);
  const rivals = others.filter(
    (other) =>
      couldHaveBegun(other, row, others) &&
      fitOf(other, begunAt) !== 'no' &&
      (prompt === null || other.prompt_digest === prompt),
  );
  const isAnothers = rivals.some((other) => other.state === 'launched' && fitOf(other, begunAt) === 'surely');
  if (isAnothers) return hiddenBehind(row, begunAt);
  const isOthersPrompt = prompt !== null && prompt !== row.prompt_digest;
  if (isOthersPrompt || rivals.length > 0 || fit !== 'surely') return UNCLEAR;
  return found(row, begunAt);
}

/** Only the latest one is reported: ours may have finished before it, unless there was no time for that. */
function hiddenBehind(row: LaunchRow, begunAt: InstantMs): Resolution {
  const nothingUntil = Math.max(row.seen_none_at ?? 0, sentAt(row));
  return begunAt - nothingUntil < NO_WORK_IS_SHORTER_MS ? NONE : UNCLEAR;
}

/** Tells whether another call may have begun it: one of its kind, or a launch whose first run it may be. */
function couldHaveBegun(other: LaunchRow, row: LaunchRow, others: readonly LaunchRow[]): boolean {
  const projectId = row.requested_project_id;
  if (!isCreation(other))
    return other.operation === row.operation && other.requested_project_id === projectId;
  if (row.operation !== 'startAgent' || other.operation !== 'launchProject') return false;
  if (other.state === 'launched') return other.project_id === projectId && other.agent_started !== 0;
  const isMadeByAnother = others.some(
    (maker) => maker.state === 'launched' && isCreation(maker) && maker.project_id === projectId,
  );
  return !isMadeByAnother && isNameOrSuffixed(projectId, other.requested_project_id);
}

/** Tells whether a finished run with the call's prompt is the call's: late enough after it, with no rival. */
export function isProvenBy(row: LaunchRow, finishedAt: InstantMs, others: readonly LaunchRow[]): boolean {
  const isInTime = (call: LaunchRow) =>
    finishedAt >= sentAt(call) + NO_WORK_IS_SHORTER_MS &&
    finishedAt <= sentAt(call) + EFFECT_LATEST_MS + NO_RUN_IS_LONGER_MS;
  const isRival = (other: LaunchRow) =>
    couldHaveBegun(other, row, others) && other.prompt_digest === row.prompt_digest && isInTime(other);
  return isInTime(row) && !others.some(isRival);
}

/** The service's words for a server, an open set: starting, or unchanged. */
const COMING_UP: ReadonlySet<string> = new Set(['Starting', 'Unarchiving']);
const AT_REST: ReadonlySet<string> = new Set(['Active', 'Archived']);

/** Looks for a starting server. The service reports no time for it: once it is up, this can't be decided. */
export const findServerStart: SearchEffect = async (
  { requested_project_id: projectId },
  { call: callService },
) => {
  const result = await callService('getProject', { parameters: { projectId } });
  if (!result.ok) return { notAsked: result.failure };
  const status = result.data.agentServerStatus ?? '';
  return (row, others, now) => {
    if (AT_REST.has(status)) {
      const watchedUntil = Math.max(row.seen_none_at ?? 0, sentAt(row));
      return now - watchedUntil < NO_WORK_IS_SHORTER_MS ? NONE : UNDECIDABLE;
    }
    return COMING_UP.has(status) ? resolveServerStart(row, others, now) : UNCLEAR;
  };
};

function resolveServerStart(row: LaunchRow, others: readonly LaunchRow[], now: InstantMs): Resolution {
  const isAnothers = others.some(
    (other) =>
      other.operation === row.operation &&
      other.requested_project_id === row.requested_project_id &&
      now - sentAt(other) < EFFECT_LATEST_MS &&
      (other.state === 'launched' || isUnsettled(other)),
  );
  return isAnothers || now - sentAt(row) > EFFECT_LATEST_MS ? UNCLEAR : found(row, null);
}

function found(row: LaunchRow, begunAt: InstantMs | null): Resolution {
  const agentStarted = row.operation === 'startAgent' ? true : null;
  return { kind: 'found', projectId: row.requested_project_id, label: null, agentStarted, begunAt };
}
