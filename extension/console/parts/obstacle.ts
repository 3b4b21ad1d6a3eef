import type { ProjectRecord } from '../../../shared/builder-api/projects.ts';
import type { CauseKind } from '../../../shared/spending/cause.ts';
import { buildingNow, obstacleNow, workNow } from '../../ui/building.ts';
import { priceOn } from '../../ui/priced-button.tsx';

/** What a project's page does to it for a fixed price, besides prompts. */
type Operation = 'deploy' | 'recoverVersion' | 'startServer' | 'rebuild';

/** What stops a deployment and not these, or not surely (service reference, published: what excludes what). */
const PASSES: Readonly<Record<Operation, readonly CauseKind[]>> = {
  deploy: [],
  recoverVersion: [],
  startServer: ['server-not-ready'],
  rebuild: ['deployment-running', 'recovery-running'],
};

/** Why an operation would be refused now, or a deployment may be. @param record of the project, where it was read */
export function obstacleOn(
  projectId: string,
  record: ProjectRecord | null,
  operation: Operation,
): { says: string; isSure: boolean } | null {
  const price = priceOn(projectId, operation, record);
  const known = workNow(projectId, record);
  return obstacleNow('deploy', projectId, { price, known }, PASSES[operation]);
}

/** Whether a deployment of it is under way. @param record as of {@link obstacleOn} */
export const isDeployingNow = (projectId: string, record: ProjectRecord | null): boolean =>
  buildingNow('deploy', projectId, { known: workNow(projectId, record) }).blockers.some(
    ({ cause }) => cause.kind === 'deployment-running',
  );

/** Why it would surely be refused now. */
export function refusalOn(...of: Parameters<typeof obstacleOn>): string | null {
  const obstacle = obstacleOn(...of);
  return obstacle?.isSure ? obstacle.says : null;
}
