import { workOf } from '../../../shared/attention/build-facts.ts';
import type { ProjectRecord } from '../../../shared/builder-api/projects.ts';
import { projectOfItem, projectOfRecord } from '../../../shared/snapshot/project-reading.ts';
import type { ProjectState } from '../../../shared/snapshot/project-state.ts';
import type { Blocker } from '../../../shared/spending/blocker.ts';
import type { ProjectFacts } from '../../../shared/spending/blockers.ts';
import type { Act, CauseKind } from '../../../shared/spending/cause.ts';
import { blockerSentence, causeWords } from '../../i18n/blocker-words.ts';
import { buildingNow, type More } from '../../ui/building.ts';
import { isSaidAbove } from '../../ui/building-words.ts';
import { edgeNow, naming } from '../../ui/page-state.ts';
import { priceIn } from '../../ui/priced-button.tsx';
import { followedProject } from '../../ui/stored-state.ts';

/** What a project's page does to it for a fixed price, besides prompts. */
type Operation = 'deploy' | 'recoverVersion' | 'startServer' | 'rebuild';

/** Causes that stop deployments but not (surely) these (service reference, published: what excludes what). */
const UNLIKE_DEPLOY: Readonly<Record<Operation, Exceptions>> = {
  deploy: {},
  recoverVersion: {},
  startServer: { passes: ['server-not-ready'] },
  rebuild: { unsure: ['deployment-running', 'recovery-running'] },
};

/** Causes that do not stop an act, and those of which the reference does not say whether they do. */
type Exceptions = { passes?: readonly CauseKind[]; unsure?: readonly CauseKind[] };

/** `because`: the cause alone; `says`: with its remedy and end, where it surely stops the act. */
type Obstacle = { says: string; because: string; isSure: boolean };

/** A project as its page has read it. */
export const stateIn = (record: ProjectRecord | null): ProjectState | null =>
  record && projectOfRecord(record, projectOfItem(record, null));

/** Says why an operation would be refused now, or may be. `state`: of the project, if it was read. */
export function obstacleOn(
  projectId: string,
  state: ProjectState | null,
  operation: Operation,
): Obstacle | null {
  const price = priceIn(projectId, operation, state);
  const known = workOn(projectId, state);
  return obstacleNow('deploy', projectId, { price, known }, UNLIKE_DEPLOY[operation]);
}

/** Whether a deployment of it is under way. @param state as of {@link obstacleOn} */
export const isDeployingNow = (projectId: string, state: ProjectState | null): boolean =>
  buildingNow('deploy', projectId, { known: workOn(projectId, state) }).blockers.some(
    ({ cause }) => cause.kind === 'deployment-running',
  );

/** Why it would surely be refused now. */
export function refusalOn(...of: Parameters<typeof obstacleOn>): string | null {
  const obstacle = obstacleOn(...of);
  return obstacle?.isSure ? obstacle.says : null;
}

/** What a project is doing, by the reading of its own page or row where the snapshot does not follow it. */
export const workOn = (projectId: string, state: ProjectState | null): Partial<ProjectFacts> =>
  state === null || workOf(followedProject(projectId)).isRead ? {} : workOf(state);

/**
 * Says why an act would be refused now or, if unsure, may be; null: nothing known, or said above all views.
 */
export function obstacleNow(
  act: Act,
  projectId: string,
  more: More,
  { passes = [], unsure = [] }: Exceptions = {},
): Obstacle | null {
  const { verdict, blockers } = buildingNow(act, projectId, more);
  const isTooOld = verdict.kind === 'not-known' && verdict.because === null;
  const isSure = ({ effect, cause }: Blocker) => effect === 'refused' && !unsure.includes(cause.kind);
  const found = blockers.filter(
    ({ effect, cause: { kind } }) => (effect === 'refused' || effect === 'unsure') && !passes.includes(kind),
  );
  const first = found.find(isSure) ?? found[0];
  if (isTooOld || !first || isSaidAbove(first.cause)) return null;
  const because = causeWords(first.cause, naming.value);
  return isSure(first)
    ? { says: blockerSentence(first, naming.value, edgeNow.value), because, isSure: true }
    : { says: because, because, isSure: false };
}
