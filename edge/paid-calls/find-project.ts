import type { ProjectListItem } from '../../shared/builder-api/projects.ts';
import { runProgress } from '../../shared/endings/run-ending.ts';
import { shownLabel } from '../../shared/one-line.ts';
import type { ServiceFailure } from '../../shared/service-failures.ts';
import type { LaunchCandidate } from '../../shared/snapshot/launches.ts';
import { httpsAddress } from '../../shared/snapshot/project-reading.ts';
import { parseInstant } from '../../shared/time.ts';
import { CLOCKS_APART_MS } from '../../shared/work/row.ts';
import type { LaunchRow } from './launch-ledger.ts';
import { promptsIn } from './prompts.ts';
import {
  fitOf,
  isCreation,
  isNameOrSuffixed,
  isUnsettled,
  NONE,
  type Resolution,
  SEARCH_LENGTH,
  type SearchDependencies,
  type SearchEffect,
  sentAt,
} from './resolution.ts';

export const CANDIDATES_MAX = 5;
/** The service's longest page, and its default. */
const PAGE_MAX = 100;

/** A project with the requested name, created since the call was sent. */
export interface SeenProject extends LaunchCandidate {
  /** Whether a run was ever started in it; null when unknown. */
  started: boolean | null;
  /** Digests of its prompts. */
  prompts: readonly string[];
}

/** Searches for a new project with the requested name, or with that name and a suffix. */
export const findNewProject: SearchEffect = async (row, by) => {
  const createdFrom = new Date(sentAt(row) - CLOCKS_APART_MS).toISOString();
  const search = row.requested_project_id.slice(0, SEARCH_LENGTH);
  const listed = await by.call('listProjects', { query: { search, createdFrom } });
  if (!listed.ok) return { notAsked: listed.failure };
  // The list is newest first; the call's project is more likely among the oldest.
  const named = listed.data.filter((item) => couldHaveMade(row, candidateOf(item))).reverse();
  const seen: SeenProject[] = [];
  for (const item of named.slice(0, CANDIDATES_MAX)) {
    const project = await lookAt(item, by);
    if ('notAsked' in project) return project;
    seen.push(project);
  }
  const isWhole = named.length <= CANDIDATES_MAX && listed.data.length < PAGE_MAX;
  return (current, others) => resolveProject(current, seen, isWhole, others);
};

async function lookAt(
  item: ProjectListItem,
  { call: ask, digest }: SearchDependencies,
): Promise<SeenProject | { notAsked: ServiceFailure }> {
  const result = await ask('getAgentStatus', { parameters: { projectId: item.projectId } });
  if (!result.ok && result.failure.kind !== 'not-available') return { notAsked: result.failure };
  const status = result.ok ? result.data : {};
  const { kind } = runProgress({ status: status.status });
  const shown = await promptsIn(status, digest);
  return {
    ...candidateOf(item),
    started: shown.length > 0 ? true : kind === 'unknown' ? null : kind !== 'idle',
    prompts: shown.map((prompt) => prompt.digest),
  };
}

function candidateOf({
  projectId,
  label,
  createdAt,
  productionProjectUrl,
}: ProjectListItem): LaunchCandidate {
  return {
    projectId,
    label: shownLabel(label),
    createdAt: parseInstant(createdAt),
    url: httpsAddress(productionProjectUrl),
  };
}

/**
 * Settles a call by exactly one candidate, if no other unsettled call requested that name. A visible prompt
 * is a hint: ours tells it from projects and calls with other prompts, another prompt excludes it. While
 * there is an unclaimed candidate, the call is never settled as absent.
 * @param seen oldest first
 * @param isWhole whether the list is complete
 */
export function resolveProject(
  row: LaunchRow,
  seen: readonly SeenProject[],
  isWhole: boolean,
  others: readonly LaunchRow[],
): Resolution {
  const claimed = new Set(
    others
      .filter((other) => other.state === 'launched' && isCreation(other))
      .map((other) => other.project_id),
  );
  const candidates = seen.filter((project) => !claimed.has(project.projectId));
  if (candidates.length === 0) return isWhole ? NONE : { kind: 'unclear', candidates: [] };
  const unclear: Resolution = { kind: 'unclear', candidates: candidates.map(withoutHints) };
  const withOurPrompt = candidates.filter((project) => showsPromptOf(row, project, others));
  const [only, another] = withOurPrompt.length > 0 ? withOurPrompt : isWhole ? candidates : [];
  if (only === undefined || another !== undefined) return unclear;
  const isOurs = withOurPrompt.length > 0;
  if (!isOurs && !couldBeOurs(row, only)) return unclear;
  const isContested = others.some(
    (other) =>
      isCreation(other) &&
      isUnsettled(other) &&
      couldHaveMade(other, only) &&
      (!isOurs || other.prompt_digest === row.prompt_digest),
  );
  return isContested ? unclear : found(row, only);
}

/** Whether it shows the call's prompt, other than through a run that was started later. */
function showsPromptOf(
  row: LaunchRow,
  { projectId, createdAt, prompts }: SeenProject,
  others: readonly LaunchRow[],
): boolean {
  const { prompt_digest: prompt } = row;
  if (prompt === null || !prompts.includes(prompt) || fitOf(row, createdAt) === 'no') return false;
  return !others.some(
    (other) =>
      !isCreation(other) && other.requested_project_id === projectId && other.prompt_digest === prompt,
  );
}

/** Without our prompt: created in time, with no other prompt and, after a launch, not without any run. */
function couldBeOurs(row: LaunchRow, { createdAt, started, prompts }: SeenProject): boolean {
  if (fitOf(row, createdAt) !== 'surely' || prompts.length > 0) return false;
  return row.operation !== 'launchProject' || started === true;
}

/** Whether a call may have created a project: candidates were created no earlier than it was sent. */
function couldHaveMade(row: LaunchRow, { projectId, createdAt }: LaunchCandidate): boolean {
  return (
    isNameOrSuffixed(projectId, row.requested_project_id) &&
    (createdAt === null || createdAt >= sentAt(row) - CLOCKS_APART_MS)
  );
}

function withoutHints({ projectId, label, createdAt, url }: SeenProject): LaunchCandidate {
  return { projectId, label, createdAt, url };
}

function found(row: LaunchRow, { projectId, label, createdAt, started }: SeenProject): Resolution {
  const agentStarted = row.operation === 'launchProject' ? started : null;
  return { kind: 'found', projectId, label, agentStarted, begunAt: createdAt };
}
