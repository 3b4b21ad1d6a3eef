import type { ServiceFailure } from '../../../shared/service/failures.ts';
import { type InstantMs, MINUTE_MS, parseInstant, SECOND_MS } from '../../../shared/time.ts';
import { runPhaseOf } from '../sections/project-reading.ts';
import type { Ask } from '../sections/reader.ts';
import type { LaunchRow } from './launch-row.ts';
import { isNameOrSuffixed, SEARCH_LENGTH } from './suffixed-name.ts';

/** What asking the service showed about a paid call. */
export type Verdict =
  | { kind: 'found'; projectId: string; label: string | null; agentStarted: boolean | null }
  /** The service was asked and shows nothing of it, yet. */
  | { kind: 'not-found' }
  /** What it shows could be this call's doing as well as somebody else's. */
  | { kind: 'cannot-tell' }
  | { kind: 'not-asked'; failure: ServiceFailure };

/** The service's clock and ours may differ, and a project may be made a while after it was asked for. */
const CREATED_EARLIEST_MS = MINUTE_MS;
const CREATED_LATEST_MS = 10 * MINUTE_MS;
const STARTED_EARLIEST_MS = 10 * SECOND_MS;
/** A server that runs as soon as this after the call was not started anew: that takes minutes. */
const RESTART_AT_LEAST_MS = MINUTE_MS;

export type FindOut = (
  ask: Ask,
  row: LaunchRow,
  claimed: ReadonlySet<string>,
  now: InstantMs,
) => Promise<Verdict>;

/** A new project: by name or suffixed name, time of creation, label and description, unless it is another call's. */
export const findNewProject: FindOut = async (ask, row, claimed) => {
  const sentAt = row.sent_at ?? row.created_at;
  const listed = await ask('listProjects', {
    query: {
      search: row.requested_project_id.slice(0, SEARCH_LENGTH),
      createdFrom: new Date(sentAt - CREATED_EARLIEST_MS).toISOString(),
    },
  });
  if (!listed.ok) return { kind: 'not-asked', failure: listed.failure };
  const candidates = listed.data.filter((project) => {
    const createdAt = parseInstant(project.createdAt);
    return (
      isNameOrSuffixed(project.projectId, row.requested_project_id) &&
      !claimed.has(project.projectId) &&
      createdAt !== null &&
      createdAt >= sentAt - CREATED_EARLIEST_MS &&
      createdAt <= sentAt + CREATED_LATEST_MS &&
      (row.label === null || project.label === row.label) &&
      (row.description === null || project.description === row.description)
    );
  });
  const distance = (text: string | null | undefined) => Math.abs((parseInstant(text) ?? 0) - sentAt);
  const [closest] = candidates.toSorted((one, other) => distance(one.createdAt) - distance(other.createdAt));
  if (closest === undefined) return { kind: 'not-found' };
  const { projectId } = closest;
  const label = closest.label ?? null;
  if (row.operation !== 'launchProject') return { kind: 'found', projectId, label, agentStarted: null };
  const read = await ask('getProject', { parameters: { projectId } });
  const phase = read.ok ? runPhaseOf(read.data.agentProcessStatus) : 'unknown';
  const agentStarted = phase === 'unknown' ? null : phase !== 'idle';
  return { kind: 'found', projectId, label, agentStarted };
};

/** A run that began no earlier than the call was sent. */
export const findRun: FindOut = async (ask, row) => {
  const projectId = row.requested_project_id;
  const asked = await ask('getAgentStatus', { parameters: { projectId } });
  if (!asked.ok) return { kind: 'not-asked', failure: asked.failure };
  return beganSince(row, asked.data.startedAt)
    ? { kind: 'found', projectId, label: null, agentStarted: true }
    : { kind: 'not-found' };
};

/** A deployment that began no earlier than the call was sent. */
export const findDeployment: FindOut = async (ask, row) => {
  const projectId = row.requested_project_id;
  const asked = await ask('getDeploymentStatus', { parameters: { projectId } });
  if (!asked.ok) return { kind: 'not-asked', failure: asked.failure };
  return beganSince(row, asked.data.createdAt)
    ? { kind: 'found', projectId, label: null, agentStarted: null }
    : { kind: 'not-found' };
};

/** A server on its way up. Once it is up again, nobody can tell whether it ever was down. */
export const findServerStart: FindOut = async (ask, row, _, now) => {
  const projectId = row.requested_project_id;
  const asked = await ask('getProject', { parameters: { projectId } });
  if (!asked.ok) return { kind: 'not-asked', failure: asked.failure };
  const status = asked.data.agentServerStatus;
  if (status === 'Starting' || status === 'Creating' || status === 'Unarchiving')
    return { kind: 'found', projectId, label: null, agentStarted: null };
  const early = now - (row.sent_at ?? row.created_at) < RESTART_AT_LEAST_MS || row.good_checks > 0;
  return early || status !== 'Active' ? { kind: 'not-found' } : { kind: 'cannot-tell' };
};

function beganSince(row: LaunchRow, text: string | null | undefined): boolean {
  const at = parseInstant(text);
  return at !== null && at >= (row.sent_at ?? row.created_at) - STARTED_EARLIEST_MS;
}
