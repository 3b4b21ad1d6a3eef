import { mayActAs } from '../../../shared/edge-api/role.ts';
import { ProjectLinks } from '../../now/rows.tsx';
import { stored } from '../../ui/stored-state.ts';
import { DeployButton } from '../ship/deploy-button.tsx';

/** A project's links, and its next deployment with its price. */
export function ProjectVerbs({ projectId }: { projectId: string }) {
  return (
    <div class="verbs project-verbs">
      <ProjectLinks projectId={projectId} />
      {mayActAs(stored.value?.connection?.role ?? 'viewer', 'builder') && (
        <DeployButton projectId={projectId} />
      )}
    </div>
  );
}
