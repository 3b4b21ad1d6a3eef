import type { ProjectRecord } from '../../../shared/builder-api/projects.ts';
import { t } from '../../i18n/t.ts';
import { projectPath } from '../../reads/paths.ts';
import { paidCallOf } from '../../ui/paid-calls.ts';
import { PricedButton, priceOn } from '../../ui/priced-button.tsx';
import { DestroyingDeploy } from './destroying-deploy.tsx';
import { isDeployingNow, obstacleOn } from './obstacle.ts';

/** The next deployment of a project, with its price; while one is running there is none. @param record of the project, where it was read; @param props as of `PricedButton` */
export function DeployButton({
  projectId,
  record = null,
  isDeploying = false,
  isLiveAlready = false,
  ...props
}: {
  projectId: string;
  record?: ProjectRecord | null;
  primary?: boolean;
  /** Whether the page around it has read that one is under way. */
  isDeploying?: boolean;
  /** Whether it has read that what would be published is live. */
  isLiveAlready?: boolean;
  startsOpen?: boolean;
  isPressed?: boolean;
  onBack?: () => void;
}) {
  const price = priceOn(projectId, 'deploy', record);
  const obstacle = obstacleOn(projectId, record, 'deploy');
  return (
    <>
      <PricedButton
        {...props}
        isSeenElsewhere
        isUndoable={price !== null && obstacle === null}
        title={isLiveAlready ? t('console.ship.deployLiveAlready') : undefined}
        busy={isDeploying || isDeployingNow(projectId, record) ? t('verdict.deploying') : null}
        label={t('console.ship.deploy')}
        question={[
          t('console.ship.deployQuestion'),
          isLiveAlready && t('console.ship.deployLiveAlready'),
          obstacle && !obstacle.isSure && t('console.ship.deployUnsure', { why: obstacle.says }),
        ]
          .filter(Boolean)
          .join(' ')}
        refused={obstacle?.isSure ? obstacle.says : null}
        price={price}
        request={{
          method: 'POST',
          path: projectPath(projectId, '/deployments/deploy'),
          body: {},
          about: { operation: 'deploy', projectId, words: '' },
        }}
      />
      <DestroyingDeploy projectId={projectId} call={paidCallOf(projectId, 'deploy')} price={price} />
    </>
  );
}
