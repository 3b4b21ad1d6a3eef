import type { ProjectRecord } from '../../../../../shared/builder-api/projects.ts';
import { rebuildStatus } from '../../../../../shared/builder-api/publishing.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { serviceWord } from '../../../../i18n/service-words.ts';
import { t } from '../../../../i18n/t.ts';
import { projectPath } from '../../../../reads/paths.ts';
import { useResource } from '../../../../reads/resource.ts';
import { OpenLink } from '../../../../ui/open-link.tsx';
import { PricedButton, priceOn } from '../../../../ui/priced-button.tsx';
import { followedProject, mayAct } from '../../../../ui/stored-state.ts';
import { decoded } from '../../../parts/escaped-text.ts';
import { obstacleOn, stateIn } from '../../../parts/obstacle.ts';
import { Part } from '../../../parts/part.tsx';
import { projectAddress } from '../../../parts/routes.ts';

/** The development server: its status, the cost of starting it, and its preview. */
export function Server({ project }: { project: ProjectRecord }) {
  const { projectId } = project;
  // The reading that the head of the page stands on, where there is one.
  const server = followedProject(projectId)?.server ?? project.agentServerStatus ?? null;
  const preview = previewAddress(project);
  const isUp = server === 'Active';
  const isOnItsWay = isStarting(server);
  const obstacle = obstacleOn(projectId, stateIn(project), 'startServer');
  const rebuild = useRebuild(projectId).state.value;
  return (
    <Part
      title={t('console.ship.server')}
      sign={isUp || isOnItsWay ? (isUp ? 'done' : 'running') : null}
      summary={serviceWord(server ?? '', 'console.ship.serverState')}
      isOpen={rebuild.kind === 'shown' && rebuild.value.status === 'error'}
      side={<NotNow obstacle={obstacle} />}
    >
      {!isUp && <p class="fact">{serverWords(server)}</p>}
      <ImportUnderWay project={project} />
      <RebuildState projectId={projectId} />
      <div class="verbs">
        {mayAct('builder') && (
          <PricedButton
            isSeenElsewhere
            busy={isOnItsWay ? t('console.ship.starting') : null}
            label={isUp ? t('console.ship.restart') : t('console.ship.start')}
            question={t('console.ship.startQuestion')}
            price={priceOn(projectId, 'startServer', project)}
            refused={obstacle?.isSure ? obstacle.says : null}
            request={{
              method: 'POST',
              path: projectPath(projectId, '/agent/server/start-or-restart'),
              body: {},
              about: { operation: 'startServer', projectId, words: '', isRestart: isUp },
            }}
          />
        )}
        {preview && (
          <OpenLink class="button" to={preview}>
            {t('verb.openPreview')}
          </OpenLink>
        )}
        <RebuildButton project={project} />
      </div>
    </Part>
  );
}

/** Why the verbs of a section are off, in its head, so that nothing moves for it. */
export function NotNow({ obstacle }: { obstacle: ReturnType<typeof obstacleOn> }) {
  if (!obstacle?.isSure || !mayAct('builder')) return null;
  return <span class="meta">{t('console.ship.notNow', { why: obstacle.because })}</span>;
}

/** Builds the preview anew; nothing for who may not. */
export function RebuildButton({ project }: { project: ProjectRecord }) {
  const { projectId } = project;
  const rebuild = useRebuild(projectId).state.value;
  const isRebuilding = rebuild.kind === 'shown' && rebuild.value.status === 'rebuilding';
  const obstacle = obstacleOn(projectId, stateIn(project), 'rebuild');
  if (!mayAct('builder')) return null;
  return (
    <PricedButton
      isSeenElsewhere
      busy={isRebuilding ? t('verdict.rebuilding') : null}
      label={t('console.ship.rebuild')}
      question={[
        t('console.ship.rebuildQuestion'),
        obstacle && !obstacle.isSure && t('deployment.unsure', { why: obstacle.says }),
      ]
        .filter(Boolean)
        .join(' ')}
      price={priceOn(projectId, 'rebuild', project)}
      refused={obstacle?.isSure ? obstacle.says : null}
      request={{
        method: 'POST',
        path: projectPath(projectId, '/rebuild'),
        body: {},
        about: { operation: 'rebuild', projectId, words: '' },
      }}
    />
  );
}

/** An import of another project's code in progress; after half an hour the service no longer reports it. */
function ImportUnderWay({ project: { importInProgress } }: { project: ProjectRecord }) {
  if (!importInProgress) return null;
  const { errorMessage } = importInProgress;
  return errorMessage ? (
    <>
      <p class="fact failure">{t('console.ship.importFailed')}</p>
      <p class="quoted">{isolated(decoded(errorMessage))}</p>
    </>
  ) : (
    <p class="fact">{t('console.ship.importing')}</p>
  );
}

const useRebuild = (projectId: string) =>
  useResource({ path: projectPath(projectId, '/rebuild/status'), schema: rebuildStatus });

/** Outcome of the last rebuild; nothing without one, or if it is not available. */
function RebuildState({ projectId }: { projectId: string }) {
  const { state } = useRebuild(projectId);
  if (state.value.kind !== 'shown') return null;
  const { status, errorMessage } = state.value.value;
  switch (status) {
    case null:
    case undefined:
    case 'idle':
    case 'success':
      return null;
    case 'rebuilding':
      return <p class="fact">{t('verdict.rebuilding')}</p>;
    case 'error':
      return (
        <>
          <p class="fact failure">{t('console.ship.rebuildFailed')}</p>
          {errorMessage && <p class="quoted">{isolated(decoded(errorMessage))}</p>}
          <div class="verbs">
            <a class="button" href={projectAddress(projectId, 'talk', 'fix-build', errorMessage ?? '')}>
              {t('verb.fix')}
            </a>
          </div>
        </>
      );
    default:
      return <p class="fact">{t('console.ship.rebuildState', { status: serviceWord(status) })}</p>;
  }
}

const STARTING: ReadonlySet<string> = new Set(['Creating', 'Starting', 'Unarchiving']);

export const isStarting = (status: string | null): boolean => status !== null && STARTING.has(status);

function serverWords(status: string | null): string {
  if (status === null) return t('console.ship.serverUnknown');
  return isStarting(status)
    ? t('console.ship.serverStarting')
    : serviceWord(status, 'console.ship.serverState');
}

/** Another field names the one that holds the preview's address. */
function previewAddress(project: ProjectRecord): string | null {
  const { developmentUrlFieldToUse, temporalDevelopmentProjectUrl, cachedDevelopmentUrl } = project;
  const url =
    developmentUrlFieldToUse === 'cachedDevelopmentUrl'
      ? cachedDevelopmentUrl
      : temporalDevelopmentProjectUrl;
  return url && URL.canParse(url) && new URL(url).protocol === 'https:' ? url : null;
}
