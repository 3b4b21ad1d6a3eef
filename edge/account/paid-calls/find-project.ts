import type { ServiceFailure } from '../../../shared/builder-api/failures.ts';
import type { ProjectListItem } from '../../../shared/builder-api/projects.ts';
import { type InstantMs, parseInstant } from '../../../shared/time.ts';
import { runPhaseOf } from '../sections/project-reading.ts';
import { ABSENT_AFTER_MS } from './check-pace.ts';
import { CLOCKS_DIFFER_MAX_MS, EFFECT_LATEST_MS, fitOf, sentAt } from './effect-time.ts';
import { isCreation, type LaunchRow } from './launch-row.ts';
import { promptsIn } from './prompts.ts';
import { isNameOrSuffixed, SEARCH_LENGTH } from './suffixed-name.ts';
import { type FindOut, isSameRequest, NOT_FOUND, type Search, UNCLEAR, type Verdict } from './verdict.ts';

const CANDIDATES_MAX = 5;
/** The service's longest page, and its default. */
const PAGE_MAX = 100;

/** A project that could be what a call made. */
interface Candidate {
  project: ProjectListItem;
  createdAt: InstantMs | null;
  /** Whether a run was started in it; null when that is not told. */
  started: boolean | null;
  /** Digests of the prompts that it shows; none when it shows none, or not yet. */
  prompts: readonly string[];
}

/** A new project: by name or suffixed name, time of creation, prompt, label and description, unless it is another call's. */
export const findNewProject: FindOut = async (row, search) => {
  const listed = await search.ask('listProjects', {
    query: {
      search: row.requested_project_id.slice(0, SEARCH_LENGTH),
      createdFrom: new Date(sentAt(row) - CLOCKS_DIFFER_MAX_MS).toISOString(),
      createdTo: new Date(sentAt(row) + EFFECT_LATEST_MS + CLOCKS_DIFFER_MAX_MS).toISOString(),
    },
  });
  if (!listed.ok) return { notAsked: listed.failure };
  const claimed = claimedProjects(search.others());
  // The list begins with the newest.
  const inQuestion = listed.data
    .filter((project) => couldHaveMade(row, project) && !claimed.has(project.projectId))
    .reverse();
  const candidates: Candidate[] = [];
  for (const project of inQuestion.slice(0, CANDIDATES_MAX)) {
    const candidate = await readCandidate(row, project, search);
    if ('notAsked' in candidate) return candidate;
    candidates.push(candidate);
  }
  const sawAll = inQuestion.length <= CANDIDATES_MAX && listed.data.length < PAGE_MAX;
  return (current, others, now) => judgeProjects(current, candidates, sawAll, others, now);
};

async function readCandidate(
  row: LaunchRow,
  project: ProjectListItem,
  { ask, digest, proven }: Search,
): Promise<Candidate | { notAsked: ServiceFailure }> {
  const { projectId } = project;
  const asked = await ask('getAgentStatus', { parameters: { projectId } });
  if (!asked.ok && asked.failure.kind !== 'not-available') return { notAsked: asked.failure };
  const status = asked.ok ? asked.data : {};
  const phase = runPhaseOf(status.status);
  const isProven = projectId === proven && row.prompt_digest !== null;
  const shown = await promptsIn(status, digest);
  return {
    project,
    createdAt: parseInstant(project.createdAt),
    started: isProven || (phase === 'unknown' ? null : phase !== 'idle'),
    prompts: [...(isProven ? [row.prompt_digest ?? ''] : []), ...shown.map((prompt) => prompt.digest)],
  };
}

/**
 * Equal requests are told apart by nothing, so each is given what no equal one then goes without: the first of them has its
 * choice from the oldest project on; when nothing can be made any more, the last has what is left from the newest on.
 * @param candidates the oldest first; @param sawAll whether they are all there are
 */
export function judgeProjects(
  row: LaunchRow,
  candidates: readonly Candidate[],
  sawAll: boolean,
  others: readonly LaunchRow[],
  now: InstantMs,
): Verdict {
  const claimed = claimedProjects(others);
  const isOver = now - sentAt(row) >= ABSENT_AFTER_MS;
  const isFirst = !others.some((other) => isOpenEqual(other, row) && sentAt(other) < sentAt(row));
  let isPassing = false;
  const likely: Candidate[] = [];
  for (const candidate of isFirst || !isOver ? candidates : candidates.toReversed()) {
    if (claimed.has(candidate.project.projectId)) continue;
    const whose = whoseIs(candidate, row, others, isOver);
    if (whose === 'ours') {
      if (openEquals(row, candidate, others).length === 0) return found(row, candidate);
      // What was passed over may be ours, and this one the equal call's, for which nothing would be left.
      const [passed, more] = likely;
      return isPassing || more ? UNCLEAR : found(row, passed ?? candidate);
    }
    if (whose === 'likely-ours') likely.push(candidate);
    if (whose === 'unclear') isPassing = true;
  }
  const inDoubt = isPassing || !sawAll;
  const [only, another] = likely;
  if (only === undefined) return inDoubt ? UNCLEAR : NOT_FOUND;
  return another === undefined && !inDoubt ? found(row, only) : UNCLEAR;
}

/**
 * A prompt that is shown word for word tells whose a project is; two calls with one prompt are told apart by their label
 * and description. Without a prompt these must be our words and no other call's that is open.
 */
function whoseIs(
  candidate: Candidate,
  row: LaunchRow,
  others: readonly LaunchRow[],
  isOver: boolean,
): 'ours' | 'likely-ours' | 'unclear' | 'not-ours' {
  const { project, createdAt } = candidate;
  const creations = others.filter(isCreation);
  const prompts = candidate.prompts.filter((prompt) => !wasGivenLater(prompt, project, others));
  const isOurPrompt = row.prompt_digest !== null && prompts.includes(row.prompt_digest);
  const isPromptOf = (other: LaunchRow) =>
    other.prompt_digest !== null && prompts.includes(other.prompt_digest);
  if (!isOurPrompt && creations.some(isPromptOf)) return 'not-ours';
  const rivals = creations.filter((other) => other.state !== 'launched' && couldHaveMade(other, project));
  const equals = openEquals(row, candidate, others);
  const hasEarlier = equals.some((other) => sentAt(other) < sentAt(row));
  const hasLater = equals.some((other) => sentAt(other) > sentAt(row));
  const waits = hasEarlier && (hasLater || !isOver);
  if (waits || rivals.some((other) => other.state === 'sent')) return 'unclear';
  const contenders = rivals.filter(
    (other) => !isSameRequest(other, row) && (!isOurPrompt || isPromptOf(other)),
  );
  const words = wordsOf(row, project);
  if (contenders.some((other) => wordsOf(other, project) === 'the-same'))
    return words === 'the-same' ? 'unclear' : 'not-ours';
  if (isOurPrompt) return words === 'the-same' || contenders.length === 0 ? 'ours' : 'unclear';
  if (words === 'the-same') return fitOf(row, createdAt) === 'surely-in-time' ? 'likely-ours' : 'unclear';
  return words === 'others' && prompts.length > 0 ? 'not-ours' : 'unclear';
}

/** Whether nobody knows yet what became of a call of the very same request. */
const isOpenEqual = (other: LaunchRow, row: LaunchRow) =>
  other.state === 'unknown' && isSameRequest(other, row);

/** The open calls of the very same request that could have made this project just as well. */
const openEquals = (row: LaunchRow, { project }: Candidate, others: readonly LaunchRow[]) =>
  others.filter((other) => isOpenEqual(other, row) && couldHaveMade(other, project));

/** Whether one of our calls may have given a prompt to a project that was there: it doesn't tell who made the project. */
function wasGivenLater(
  prompt: string,
  { projectId }: ProjectListItem,
  others: readonly LaunchRow[],
): boolean {
  return others.some(
    (other) =>
      !isCreation(other) && other.requested_project_id === projectId && other.prompt_digest === prompt,
  );
}

/** Whether a project carries the label and description that a call asked for, as far as it asked for any. */
function wordsOf(row: LaunchRow, project: ProjectListItem): 'the-same' | 'others' | 'none' {
  const asked = [
    [row.label, project.label],
    [row.description, project.description],
  ].flatMap(([wanted, has]) => (wanted ? [wanted.trim() === has?.trim()] : []));
  if (asked.length === 0) return 'none';
  return asked.every((isSame) => isSame) ? 'the-same' : 'others';
}

function couldHaveMade(row: LaunchRow, { projectId, createdAt }: ProjectListItem): boolean {
  return (
    isNameOrSuffixed(projectId, row.requested_project_id) && fitOf(row, parseInstant(createdAt)) !== 'no'
  );
}

/** Projects that other calls of ours are known to have made. */
const claimedProjects = (others: readonly LaunchRow[]) =>
  new Set(
    others.filter((row) => row.state === 'launched' && isCreation(row)).map(({ project_id }) => project_id),
  );

function found(row: LaunchRow, { project, createdAt, started }: Candidate): Verdict {
  return {
    kind: 'found',
    projectId: project.projectId,
    label: project.label ?? null,
    agentStarted: row.operation === 'launchProject' ? started : null,
    begunAt: createdAt,
  };
}
