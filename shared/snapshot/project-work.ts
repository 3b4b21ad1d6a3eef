import { deployEnding } from '../endings/deploy-ending.ts';
import { type Ending, isSaid } from '../endings/ending.ts';
import { type InstantMs, SECOND_MS } from '../time.ts';
import { endOfRow, isRowOf, type KnownWork, type WorkRow } from '../work/row.ts';
import { PHASE_OF_ENDING, TEXT_MAX, unknownRun } from './project-reading.ts';
import type { DeployState, ProjectState, RunState } from './project-state.ts';

/** The service may serve Get Project from a cache of a few seconds. */
export const SERVICE_CACHE_MS = 10 * SECOND_MS;

/**
 * A project whose run and deployment are their rows: if they are over, when and how, what they took, which
 * call began them. Of a reading remains what no row keeps: words, steps, keys, progress, work without a row.
 * @param rows of its work, oldest first
 * @param readAt when the state was read
 */
export function withWork(state: ProjectState, rows: readonly NumberedRow[], readAt: InstantMs): ProjectState {
  const [runs, deploys] = [rows.filter(isRun), rows.filter(({ kind }) => kind === 'deploy')];
  const [run, deploy] = [rowFor(state.run, runs, readAt), rowFor(state.deploy, deploys, readAt)];
  const shown = begunSince(state.run, runs, readAt) ?? runWith(state.run, run);
  return {
    ...state,
    run: numbered(shown, runs, run),
    deploy: numbered(deployWith(state.deploy, deploy), deploys, deploy),
  };
}

type NumberedRow = WorkRow & Pick<KnownWork, 'id'>;

const isRun = ({ kind }: WorkRow): boolean => kind === 'run';

/**
 * With the number of its row and the key of the call that began it.
 * @param found the row that tells its end
 */
function numbered<T extends RunState | DeployState | null>(
  work: T,
  rows: readonly NumberedRow[],
  found: Found | null,
): T {
  if (work === null) return work;
  const { work: _row, call: _call, ...rest } = work;
  const row = rows.findLast((one) => isRowOf(one, work)) ?? found?.row;
  const callKey = row?.callKey ?? null;
  return { ...rest, ...(row && { work: row.id }), ...(callKey !== null && { call: callKey }) } as T;
}

/** A run that a reading after this one has shown, as a guard's or a view's, and that goes on; null: none. */
function begunSince(run: RunState | null, rows: readonly WorkRow[], readAt: InstantMs): RunState | null {
  const last = rows.at(-1);
  if (last === undefined || last.over !== null || last.readAt === null || last.batch !== null) return null;
  if (isRowOf(last, run) || run?.phase === 'running' || last.readAt < readAt) return null;
  const { startedAt, prompt } = last;
  return { ...unknownRun, phase: 'running', startedAt, prompt: prompt?.slice(0, TEXT_MAX) ?? null };
}

interface Found {
  row: NumberedRow;
  /** Whether it is of later work than what was read. */
  isLater: boolean;
}

/** The row that says how the latest work ended; null: none, or it goes on. */
function rowFor(
  read: RunState | DeployState | null,
  rows: readonly NumberedRow[],
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
  const isOther = read !== null && SHOWS_ANOTHER.has(read.phase);
  return isOther && readAt >= (endOfRow(row) ?? readAt) + SERVICE_CACHE_MS ? null : { row, isLater };
}

/** Phases of a reading after a row's end that are not the row's: work that goes on, or none any more. */
const SHOWS_ANOTHER: ReadonlySet<string> = new Set(['running', 'deploying', 'idle', 'never']);

function runWith(run: RunState | null, found: Found | null): RunState | null {
  if (found === null) return run;
  const { row, isLater } = found;
  const read = isLater || run === null ? unknownRun : run;
  const before = read.ending;
  // One prompt of a batch is not its end, which is read.
  if (run?.batch || (row.batch !== null && before === null && !isLater)) return run;
  const [first, second] = row.batch === null ? [row.ending, before] : [before, row.ending];
  const ending = isSaid(first) ? first : (second ?? 'not-known');
  return {
    ...read,
    ending,
    phase: PHASE_OF_ENDING[ending],
    startedAt: read.startedAt ?? row.startedAt,
    finishedAt: endOfRow(row) ?? read.finishedAt,
    prompt: read.prompt ?? row.prompt?.slice(0, TEXT_MAX) ?? null,
    lastMessage: ending === 'failed' ? (row.reason ?? read.lastMessage) : read.lastMessage,
    creditsSpent: row.credits ?? read.creditsSpent,
  };
}

const DEPLOY_PHASE: Partial<Record<Ending, DeployState['phase']>> = { succeeded: 'live', failed: 'failed' };

function deployWith(deploy: DeployState | null, found: Found | null): DeployState | null {
  if (found === null || deploy === null) return deploy;
  const { row, isLater } = found;
  const read = isLater || deployEnding(deploy) === null ? 'unknown' : deploy.phase;
  const phase = DEPLOY_PHASE[row.ending ?? 'not-known'] ?? read;
  const { startedAt, reason, refunded } = row;
  const over = { ...deploy, phase, finishedAt: endOfRow(row), creditRefunded: refunded };
  if (isLater) return { ...over, startedAt, errorText: reason, step: null, liveUrl: null };
  return { ...over, errorText: phase === 'failed' ? reason : null };
}
