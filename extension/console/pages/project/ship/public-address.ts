import type { ProjectRecord } from '../../../../../shared/builder-api/projects.ts';

type CustomDomain = NonNullable<ProjectRecord['customDomain']>;

/** Whether visitors reach the site at its domain. */
export const isDomainUp = ({ status, sslStatus }: CustomDomain): boolean =>
  status === 'active' && (sslStatus == null || sslStatus === 'active');

/** Site's address for visitors: its domain once that is up. `liveUrl`: the deployment's, if it has one. */
export const publicAddress = (
  { customDomain, productionProjectUrl }: Pick<ProjectRecord, 'customDomain' | 'productionProjectUrl'>,
  liveUrl: string | null = null,
): string | null =>
  (customDomain && isDomainUp(customDomain) && customDomain.hostname) ||
  liveUrl ||
  productionProjectUrl ||
  null;
