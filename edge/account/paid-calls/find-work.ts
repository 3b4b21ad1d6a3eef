import { HOUR_MS, type InstantMs, MINUTE_MS, parseInstant } from '../../../shared/time.ts';
import { deployPhaseOf, runPhaseOf } from '../sections/project-reading.ts';
import { CLOCKS_DIFFER_MAX_MS, EFFECT_LATEST_MS, fitOf, isNearer, sentAt } from './effect-time.ts';
import { isCreation, type LaunchRow } from './launch-row.ts';
import { promptsIn } from './prompts.ts';
import { isNameOrSuffixed } from './suffixed-name.ts';
import { type FindOut, isSameRequest, NOT_FOUND, UNCLEAR, type Verdict } from './verdict.ts';

/** Runs and deployments take minutes, and one keeps others of its project from beginning. */
const NO_WORK_IS_SHORTER_MS = MINUTE_MS;
const NO_RUN_IS_LONGER_MS = HOUR_MS;

/** The latest run or deployment of a project, as the service shows it. */
export interface ShownWork {
  /** `none`: there never was one. `other`: over, or in a state that we have no word for. */
  phase: 'none' | 'going' | 'other';
  /** When it began; null when that is not told. */
  begunAt: InstantMs | null;
  /** Digest of its prompt; null when none is shown. */
  prompt: string | null;
}

export const findRun: FindOut = async ({ requested_project_id: projectId }, { ask, digest }) => {
  const asked = await ask('getAgentStatus', { parameters: { projectId } });
  if (!asked.ok) return { notAsked: asked.failure };
  const last = (await promptsIn(asked.data, digest)).at(-1);
  const phase = runPhaseOf(asked.data.status);
  const startedAt = parseInstant(asked.data.startedAt);
  const begunAt = startedAt ?? last?.at ?? null;
  const neverRan = phase === 'idle' && begunAt === null && last === undefined;
  // What was said long before the run began is left from the one before it.
  const isOld = last?.at != null && startedAt !== null && last.at < startedAt - CLOCKS_DIFFER_MAX_MS;
  const shown: ShownWork = {
    phase: neverRan ? 'none' : phase === 'running' ? 'going' : 'other',
    begunAt,
    prompt: isOld ? null : (last?.digest ?? null),
  };
  return (row, others) => judgeWork(row, shown, others);
};

export const findDeployment: FindOut = async ({ requested_project_id: projectId }, { ask }) => {
  const asked = await ask('getDeploymentStatus', { parameters: { projectId } });
  if (!asked.ok) return { notAsked: asked.failure };
  const { status } = asked.data;
  const begunAt = parseInstant(asked.data.createdAt);
  const phase = deployPhaseOf(status);
  const shown: ShownWork = {
    phase: status === null && begunAt === null ? 'none' : phase === 'deploying' ? 'going' : 'other',
    begunAt,
    prompt: null,
  };
  return (row, others) => judgeWork(row, shown, others);
};

/**
 * Reads the latest run or deployment: ours when it began in our time and no other call of ours can have begun it, or when
 * its prompt says so.
 */
export function judgeWork(row: LaunchRow, shown: ShownWork, others: readonly LaunchRow[]): Verdict {
  const { begunAt, prompt } = shown;
  if (shown.phase === 'none') return NOT_FOUND;
  const isOurPrompt = prompt !== null && prompt === row.prompt_digest;
  const found: Verdict = {
    kind: 'found',
    projectId: row.requested_project_id,
    label: null,
    agentStarted: row.operation === 'startAgent' ? true : null,
    begunAt,
  };
  const fit = fitOf(row, begunAt);
  if (begunAt !== null && fit === 'no') return begunAt < sentAt(row) ? NOT_FOUND : hiddenBehind(row, begunAt);
  const able = others.filter(
    (other) =>
      couldHaveBegun(other, row, others) &&
      fitOf(other, begunAt) !== 'no' &&
      (prompt === null || other.prompt_digest === prompt),
  );
  if (begunAt === null) return isOurPrompt && shown.phase === 'going' && able.length === 0 ? found : UNCLEAR;
  const isTaken = able.some(
    (other) => other.state === 'launched' && fitOf(other, begunAt) === 'surely-in-time',
  );
  if (isTaken) return hiddenBehind(row, begunAt);
  // A prompt of nobody's we know can be ours in other words.
  if (prompt !== null && !isOurPrompt) return able.length > 0 ? hiddenBehind(row, begunAt) : UNCLEAR;
  const isContested = able.some(
    (other) => other.state === 'launched' || other.state === 'sent' || !isSameRequest(other, row),
  );
  if (isContested) return UNCLEAR;
  if (able.some((other) => isNearer(other, row, begunAt))) return hiddenBehind(row, begunAt);
  return fit === 'surely-in-time' ? found : UNCLEAR;
}

/** Only the latest is shown: ours may have come and gone before it, unless there was no time for that since nothing was there. */
function hiddenBehind(row: LaunchRow, begunAt: InstantMs): Verdict {
  const nothingUntil = Math.max(row.seen_none_at ?? 0, sentAt(row));
  return begunAt - nothingUntil < NO_WORK_IS_SHORTER_MS ? NOT_FOUND : UNCLEAR;
}

/** Whether another call could have begun what shows: the same kind of work, or a launch, whose first run this may be. */
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

/** Whether a finished run of the very prompt that was sent is this call's: long enough after it, and no other call's. */
export function isProvenBy(row: LaunchRow, finishedAt: InstantMs, others: readonly LaunchRow[]): boolean {
  const isInTime = (call: LaunchRow) =>
    finishedAt >= sentAt(call) + NO_WORK_IS_SHORTER_MS &&
    finishedAt <= sentAt(call) + EFFECT_LATEST_MS + NO_RUN_IS_LONGER_MS;
  const isRival = (other: LaunchRow) =>
    couldHaveBegun(other, row, others) && other.prompt_digest === row.prompt_digest && isInTime(other);
  return isInTime(row) && !others.some(isRival);
}
