import type { AgentStatusRecord } from '../../../shared/service/agent.ts';
import type { ServiceFailure } from '../../../shared/service/failures.ts';
import type { ProjectListItem } from '../../../shared/service/projects.ts';
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
  /** What it shows could be this call's doing as well as somebody else's, and no later look will tell. */
  | { kind: 'cannot-tell' }
  /** The same, but a later look may. */
  | { kind: 'unclear' }
  | { kind: 'not-asked'; failure: ServiceFailure };

/** The service's clock and ours may differ, and a project may be made a while after it was asked for. */
const CREATED_EARLIEST_MS = MINUTE_MS;
const CREATED_LATEST_MS = 10 * MINUTE_MS;
const CANDIDATES_MAX = 5;
const STARTED_EARLIEST_MS = 10 * SECOND_MS;
/** Runs take minutes. */
const NO_RUN_IS_SHORTER_MS = 30 * SECOND_MS;
/** A server that runs as soon as this after the call was not started anew: that takes minutes. */
const RESTART_AT_LEAST_MS = MINUTE_MS;

/** What finding out needs beside the call itself. */
export interface Search {
  ask: Ask;
  now: InstantMs;
  /** Projects that other calls of ours have made. */
  claimed: ReadonlySet<string>;
  /** Whether another call of ours, whose end isn't known either, could have made the same project. */
  contested: boolean;
  /** Whether a text is the prompt that was sent, word for word. */
  isPrompt: (text: string) => Promise<boolean>;
}

export type FindOut = (row: LaunchRow, search: Search) => Promise<Verdict>;

/** A new project: by name or suffixed name, time of creation, label, description and prompt, unless it is another call's. */
export const findNewProject: FindOut = async (row, search) => {
  const listed = await search.ask('listProjects', {
    query: {
      search: row.requested_project_id.slice(0, SEARCH_LENGTH),
      createdFrom: new Date(sentAt(row) - CREATED_EARLIEST_MS).toISOString(),
    },
  });
  if (!listed.ok) return { kind: 'not-asked', failure: listed.failure };
  const distance = ({ createdAt }: ProjectListItem) => Math.abs((parseInstant(createdAt) ?? 0) - sentAt(row));
  const candidates = listed.data
    .filter((project) => looksLike(row, project) && !search.claimed.has(project.projectId))
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, CANDIDATES_MAX);
  const possible: (ProjectListItem & { started: boolean | null })[] = [];
  for (const candidate of candidates) {
    const run = row.operation === 'launchProject' ? await firstRun(candidate.projectId, search) : UNREAD_RUN;
    if ('failure' in run) return { kind: 'not-asked', failure: run.failure };
    if (run.prompted === 'by-us') return found(candidate, run.started);
    if (run.prompted === 'by-another' && search.contested) continue;
    possible.push({ ...candidate, started: run.started });
  }
  const [only, another] = possible;
  if (only === undefined) return { kind: 'not-found' };
  // Others use this account too, and want the same names: only the words of the form tell whose project it is.
  const carriesOurWords = row.label !== null || row.description !== null;
  return carriesOurWords && another === undefined ? found(only, only.started) : { kind: 'unclear' };
};

function found({ projectId, label }: ProjectListItem, agentStarted: boolean | null): Verdict {
  return { kind: 'found', projectId, label: label ?? null, agentStarted };
}

function looksLike(row: LaunchRow, project: ProjectListItem): boolean {
  const createdAt = parseInstant(project.createdAt);
  return (
    isNameOrSuffixed(project.projectId, row.requested_project_id) &&
    createdAt !== null &&
    createdAt >= sentAt(row) - CREATED_EARLIEST_MS &&
    createdAt <= sentAt(row) + CREATED_LATEST_MS &&
    (row.label === null || project.label === row.label) &&
    (row.description === null || project.description === row.description)
  );
}

interface FirstRun {
  started: boolean | null;
  /** `unsaid`: no prompt is shown. The service may show one in other words than it was given. */
  prompted: 'by-us' | 'by-another' | 'unsaid';
}
const UNREAD_RUN: FirstRun = { started: null, prompted: 'unsaid' };

async function firstRun(projectId: string, search: Search): Promise<FirstRun | { failure: ServiceFailure }> {
  const asked = await search.ask('getAgentStatus', { parameters: { projectId } });
  if (!asked.ok) return asked.failure.kind === 'not-available' ? UNREAD_RUN : { failure: asked.failure };
  const phase = runPhaseOf(asked.data.status);
  return {
    started: phase === 'unknown' ? null : phase !== 'idle',
    prompted: await promptedBy(asked.data, search),
  };
}

async function promptedBy(
  { realtimeConversation }: AgentStatusRecord,
  { isPrompt }: Search,
): Promise<FirstRun['prompted']> {
  const prompts = (realtimeConversation ?? []).flatMap(({ author, message }) =>
    author === 'user' && message ? [message] : [],
  );
  if (prompts.length === 0) return 'unsaid';
  const ours = await Promise.all(prompts.map(isPrompt));
  return ours.includes(true) ? 'by-us' : 'by-another';
}

/** A run that began no earlier than the call was sent, and not with somebody else's prompt. */
export const findRun: FindOut = async (row, search) => {
  const projectId = row.requested_project_id;
  const asked = await search.ask('getAgentStatus', { parameters: { projectId } });
  if (!asked.ok) return { kind: 'not-asked', failure: asked.failure };
  if (!beganSince(row, asked.data.startedAt)) return { kind: 'not-found' };
  if ((await promptedBy(asked.data, search)) !== 'by-another')
    return { kind: 'found', projectId, label: null, agentStarted: true };
  // One run at a time: another's that began just then kept ours from beginning. One that began later may have followed it.
  return beganSince(row, asked.data.startedAt, NO_RUN_IS_SHORTER_MS)
    ? { kind: 'unclear' }
    : { kind: 'not-found' };
};

/** A deployment that began no earlier than the call was sent. */
export const findDeployment: FindOut = async (row, { ask }) => {
  const projectId = row.requested_project_id;
  const asked = await ask('getDeploymentStatus', { parameters: { projectId } });
  if (!asked.ok) return { kind: 'not-asked', failure: asked.failure };
  return beganSince(row, asked.data.createdAt)
    ? { kind: 'found', projectId, label: null, agentStarted: null }
    : { kind: 'not-found' };
};

/** A server on its way up. Once it is up again, nobody can tell whether it ever was down. */
export const findServerStart: FindOut = async (row, { ask, now }) => {
  const projectId = row.requested_project_id;
  const asked = await ask('getProject', { parameters: { projectId } });
  if (!asked.ok) return { kind: 'not-asked', failure: asked.failure };
  const status = asked.data.agentServerStatus;
  if (status === 'Starting' || status === 'Creating' || status === 'Unarchiving')
    return { kind: 'found', projectId, label: null, agentStarted: null };
  const early = now - sentAt(row) < RESTART_AT_LEAST_MS || row.good_checks > 0;
  return early || status !== 'Active' ? { kind: 'not-found' } : { kind: 'cannot-tell' };
};

/** @param afterMs how long after the call was sent it must have begun; below 0: how long before it may */
function beganSince(
  row: LaunchRow,
  text: string | null | undefined,
  afterMs = -STARTED_EARLIEST_MS,
): boolean {
  const at = parseInstant(text);
  return at !== null && at >= sentAt(row) + afterMs;
}

const sentAt = (row: LaunchRow): InstantMs => row.sent_at ?? row.created_at;
