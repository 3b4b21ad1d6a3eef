import { type Ending, isSaid } from '../../shared/endings/ending.ts';
import { PHASE_OF_ENDING, unknownRun } from '../../shared/snapshot/project-reading.ts';
import {
  type DeployState,
  endingOf,
  type ProjectState,
  type RunState,
} from '../../shared/snapshot/project-state.ts';
import { type InstantMs, SECOND_MS } from '../../shared/time.ts';
import { endOfRow, isRowOf, type WorkRow } from '../../shared/work/rows.ts';

/** The service may serve Get Project from a cache of a few seconds. */
export const SERVICE_CACHE_MS = 10 * SECOND_MS;

/**
 * The run and the deployment of a project as read, with what rows know besides: that they are over, and how, or that a later one
 * is. @param rows of its work, oldest first @param readAt when the state was read
 */
export function withRows(state: ProjectState, rows: readonly WorkRow[], readAt: InstantMs): ProjectState {
  const { run, deploy } = state;
  const ofRun = rowFor(run, rowsOf('run', rows), readAt);
  const ofDeploy = rowFor(deploy, rowsOf('deploy', rows), readAt);
  return {
    ...state,
    run: ofRun === null ? run : runWith(run, ofRun),
    deploy: ofDeploy === null || deploy === null ? deploy : deployWith(deploy, ofDeploy),
  };
}

const rowsOf = (kind: WorkRow['kind'], rows: readonly WorkRow[]) => rows.filter((row) => row.kind === kind);

interface Found {
  row: WorkRow;
  /** Whether it is of later work than what was read. */
  isLater: boolean;
}

/** The row that says how the latest work ended; null: none, or it goes on. */
function rowFor(
  read: RunState | DeployState | null,
  rows: readonly WorkRow[],
  readAt: InstantMs,
): Found | null {
  const last = rows.at(-1);
  const own = rows.findLast((row) => isRowOf(row, read));
  if (last === undefined) return null;
  const isLater =
    own === undefined
      ? read?.startedAt != null
      : last !== own && (own.batch === null || last.batch?.startedAt !== own.batch.startedAt);
  const row = isLater && last.over !== null ? last : (own ?? last);
  if (row.over === null) return null;
  if (own !== undefined) return { row, isLater: row !== own };
  // Nothing but the time of the reading tells whether what has no start is another.
  if (read?.startedAt != null) return row.begunAt > read.startedAt ? { row, isLater } : null;
  const isActive = read?.phase === 'running' || read?.phase === 'deploying';
  return isActive && readAt >= (endOfRow(row) ?? readAt) + SERVICE_CACHE_MS ? null : { row, isLater };
}

function runWith(run: RunState | null, { row, isLater }: Found): RunState | null {
  const read = isLater || run === null ? unknownRun : run;
  const before = endingOf(read);
  // One prompt of a batch is not its end, which is read.
  if (run?.batch || (row.batch !== null && before === null && !isLater)) return run;
  const [first, second] = row.batch === null ? [row.ending, before] : [before, row.ending];
  const ending = isSaid(first) ? first : (second ?? 'not-known');
  return {
    ...read,
    ending,
    phase: PHASE_OF_ENDING[ending],
    startedAt: read.startedAt ?? row.startedAt,
    finishedAt: row.endedAt ?? read.finishedAt ?? (isLater ? endOfRow(row) : null),
    creditsSpent: read.creditsSpent ?? row.credits,
  };
}

const DEPLOY_PHASE: Partial<Record<Ending, DeployState['phase']>> = { succeeded: 'live', failed: 'failed' };

function deployWith(deploy: DeployState, { row, isLater }: Found): DeployState {
  const read = deploy.phase === 'deploying' || isLater ? 'unknown' : deploy.phase;
  const phase = DEPLOY_PHASE[row.ending ?? 'not-known'] ?? read;
  const { startedAt, reason, refunded } = row;
  if (isLater) {
    const over = { phase, startedAt, finishedAt: endOfRow(row), errorText: reason, creditRefunded: refunded };
    return { ...deploy, ...over, step: null, liveUrl: null };
  }
  return {
    ...deploy,
    phase,
    finishedAt: row.endedAt ?? deploy.finishedAt,
    errorText: phase === 'failed' ? (reason ?? deploy.errorText) : deploy.errorText,
    creditRefunded: refunded ?? deploy.creditRefunded,
  };
}
