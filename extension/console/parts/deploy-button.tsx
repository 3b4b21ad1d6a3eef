import { t } from '../../i18n/t.ts';
import { projectPath } from '../../reads/paths.ts';
import { PricedButton, priceOf } from '../../ui/priced-button.tsx';

/** The next deployment of a project, with its price. @param props as of `PricedButton` */
export function DeployButton({
  projectId,
  ...props
}: {
  projectId: string;
  primary?: boolean;
  disabled?: boolean;
  startsOpen?: boolean;
}) {
  return (
    <PricedButton
      {...props}
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
  );
}
