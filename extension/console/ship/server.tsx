import type { ProjectRecord } from '../../../shared/builder-api/projects.ts';
import { mayActAs } from '../../../shared/edge-api/role.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { OpenLink } from '../../ui/open-link.tsx';
import { PricedButton, priceOf } from '../../ui/priced-button.tsx';
import { stored } from '../../ui/stored-state.ts';
import { Part } from '../part.tsx';
import { projectPath } from '../paths.ts';

/** The development server: whether it is up, what starting it costs, and the preview it serves. */
export function Server({ project }: { project: ProjectRecord }) {
  const { projectId, agentServerStatus } = project;
  const role = stored.value?.connection?.role ?? 'viewer';
  const preview = previewAddress(project);
  const isUp = agentServerStatus === 'Active';
  return (
    <Part title={t('console.ship.server')}>
      <p class="fact">{serverWords(agentServerStatus ?? null)}</p>
      <div class="verbs">
        {mayActAs(role, 'builder') && (
          <PricedButton
            label={isUp ? t('console.ship.restart') : t('console.ship.start')}
            question={t('console.ship.startQuestion')}
            price={priceOf('START_SERVER')}
            disabled={agentServerStatus === 'Starting' || agentServerStatus === 'Creating'}
            request={{
              method: 'POST',
              path: projectPath(projectId, '/agent/server/start-or-restart'),
              body: {},
              about: { operation: 'startServer', projectId, words: '' },
            }}
          />
        )}
        {preview && (
          <OpenLink class="button" to={preview}>
            {t('verb.openPreview')}
          </OpenLink>
        )}
        {mayActAs(role, 'builder') && (
          <PricedButton
            label={t('console.ship.rebuild')}
            question={t('console.ship.rebuildQuestion')}
            price={priceOf('REBUILD_PROJECT')}
            request={{
              method: 'POST',
              path: projectPath(projectId, '/rebuild'),
              body: {},
              about: { operation: 'rebuild', projectId, words: '' },
            }}
          />
        )}
      </div>
    </Part>
  );
}

function serverWords(status: string | null): string {
  switch (status) {
    case 'Active':
      return t('console.ship.serverActive');
    case 'Creating':
    case 'Starting':
    case 'Unarchiving':
      return t('console.ship.serverStarting');
    case null:
    case 'Archived':
    case 'Archiving':
      return t('console.ship.serverAsleep');
    default:
      return isolated(status);
  }
}

/** The field that holds the preview's address is named by another one. */
function previewAddress(project: ProjectRecord): string | null {
  const { developmentUrlFieldToUse, temporalDevelopmentProjectUrl, cachedDevelopmentUrl } = project;
  const told =
    developmentUrlFieldToUse === 'cachedDevelopmentUrl'
      ? cachedDevelopmentUrl
      : temporalDevelopmentProjectUrl;
  return told && URL.canParse(told) && new URL(told).protocol === 'https:' ? told : null;
}
