import { mayActAs } from '../../../shared/edge-api/role.ts';
import { t } from '../../i18n/t.ts';
import { ProjectLinks } from '../../now/rows.tsx';
import { PricedButton, priceOf } from '../../ui/priced-button.tsx';
import { stored } from '../../ui/stored-state.ts';
import { projectPath } from '../paths.ts';

/** A project's links, and its next deployment with its price. */
export function ProjectVerbs({ projectId }: { projectId: string }) {
  return (
    <div class="verbs project-verbs">
      <ProjectLinks projectId={projectId} />
      {mayActAs(stored.value?.connection?.role ?? 'viewer', 'builder') && (
        <PricedButton
          label={t('console.ship.deploy')}
          question={t('console.ship.deployQuestion')}
          price={priceOf('CREATE_DEPLOYMENT')}
          request={{
            method: 'POST',
            path: projectPath(projectId, '/deployments/deploy'),
            body: {},
            about: { operation: 'deploy', projectId, words: '' },
          }}
        />
      )}
    </div>
  );
}
