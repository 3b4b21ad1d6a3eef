import { useSignal } from '@preact/signals';
import type { ProjectRecord } from '../../../../../shared/builder-api/projects.ts';
import { deploymentStatusRecord } from '../../../../../shared/builder-api/publishing.ts';
import type { deployPhaseOf } from '../../../../../shared/endings/deploy-ending.ts';
import type { SiteLook } from '../../../../../shared/sites/site.ts';
import { shownDeploy } from '../../../../../shared/snapshot/project-reading.ts';
import { DAY_MS } from '../../../../../shared/time.ts';
import { formatAgo, formatClock, formatExact } from '../../../../i18n/format.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { serviceWord } from '../../../../i18n/service-words.ts';
import { t } from '../../../../i18n/t.ts';
import { GoBack, LookAgain, siteWords } from '../../../../now/site-look.tsx';
import { useChange } from '../../../../reads/change.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { projectPath } from '../../../../reads/paths.ts';
import { useResource } from '../../../../reads/resource.ts';
import { firstVersions, useSite } from '../../../../reads/use-site.ts';
import { ConfirmButton } from '../../../../ui/confirm.tsx';
import { Glyph, type GlyphName } from '../../../../ui/icons.tsx';
import { OpenLink, withScheme } from '../../../../ui/open-link.tsx';
import { edgeNow } from '../../../../ui/page-state.ts';
import { followedProject, mayAct } from '../../../../ui/stored-state.ts';
import { useArrival } from '../../../parts/arrival.ts';
import { DeployButton } from '../../../parts/deploy-button.tsx';
import { decoded } from '../../../parts/escaped-text.ts';
import { isDeployingNow, refusalOn, stateIn } from '../../../parts/obstacle.ts';
import { ChangeStatus, Part } from '../../../parts/part.tsx';
import { projectAddress } from '../../../parts/routes.ts';
import { newerThanLive } from './deployed-version.ts';
import { publicAddress } from './public-address.ts';

/** State of a project's latest deployment, shared by what stands on its page. */
export const useDeployment = (projectId: string) =>
  useResource({ path: projectPath(projectId, '/deployments/status'), schema: deploymentStatusRecord });

const SIGN: Readonly<Partial<Record<ReturnType<typeof deployPhaseOf>, GlyphName>>> = {
  live: 'done',
  failed: 'failed',
  deploying: 'running',
  unknown: 'unknown',
};

/** Publishing: what is live, the latest deployment, the next with its price; a failed one's repair first. */
export function Deployment({ project }: { project: ProjectRecord }) {
  const { projectId } = project;
  const status = useDeployment(projectId);
  const { deployments = [], unpublishedAt = null } = useSite(projectId) ?? {};
  const look = deployments[0]?.look ?? null;
  const wasPublished = deployments.some(({ at }) => unpublishedAt === null || at > unpublishedAt);
  const versions = useResource(firstVersions(projectId)).state.value;
  const change = useChange();
  /** How often a command has asked for it: each opens its question. */
  const asked = useSignal(0);
  useArrival('deploy', () => asked.value++);
  const work = followedProject(projectId)?.deploy;
  // That it is being deployed is no refusal of it: the button says so.
  const state = stateIn(project);
  const refused = isDeployingNow(projectId, state) ? null : refusalOn(projectId, state, 'deploy');
  return (
    <Part title={t('priced.create_deployment')}>
      <Loaded of={status}>
        {(record) => {
          const { status: word, liveUrl } = record;
          // With its end, which only the snapshot knows.
          const { phase, startedAt: at, finishedAt } = shownDeploy(record, work ?? null);
          const since = finishedAt ?? at;
          const ago = since === null ? '' : formatAgo(since, edgeNow.value);
          // Keeps only the address, in its place, of what is not live while something may be published there.
          const isPublished = phase === 'live' || (isTried(phase) && wasPublished);
          const address = isPublished ? publicAddress(project, liveUrl) : null;
          const errorText = phase === 'failed' ? (work?.errorText ?? null) : null;
          return (
            <>
              <p class={phase === 'failed' ? 'fact failure with-glyph' : 'fact with-glyph'}>
                {SIGN[phase] && <Glyph name={SIGN[phase]} />}
                {phase === 'live' && t('deployment.live', { ago })}
                {phase === 'failed' && t('deployment.failed', { ago })}
                {phase === 'deploying' && t('verdict.deploying')}
                {phase === 'never' && t('console.ship.never')}
                {phase === 'unknown' && serviceWord(word ?? '')}
              </p>
              {address && (
                <p class="meta">
                  {isolated(hostOf(address))}
                  {phase === 'live' && look !== null && <SiteSeen look={look} />}
                </p>
              )}
              {errorText && <p class="quoted">{isolated(decoded(errorText))}</p>}
              {phase === 'failed' && work?.creditRefunded && <p class="meta">{t('notice.deployRefunded')}</p>}
              {phase === 'deploying' && at !== null && (
                <p class="meta">{t('console.ship.deploySince', { at: formatClock(at, edgeNow.value) })}</p>
              )}
              {phase !== 'deploying' && refused !== null && mayAct('builder') && (
                <p class="meta">{t('paid.refusedNow', { why: refused })}</p>
              )}
              <div class="verbs">
                {phase === 'failed' && mayAct('builder') && (
                  <a
                    class="button primary"
                    href={projectAddress(projectId, 'talk', 'fix', decoded(errorText ?? ''))}
                  >
                    {t('verb.fix')}
                  </a>
                )}
                {(phase === 'failed' || (phase === 'live' && look !== null && look.what !== 'answers')) && (
                  <GoBack projectId={projectId} />
                )}
                {address && (
                  <OpenLink class="button" to={withScheme(address)}>
                    {t(phase === 'live' ? 'verb.openLive' : 'console.ship.openAddress')}
                  </OpenLink>
                )}
                {mayAct('builder') ? (
                  <span class="verbs" data-arrive>
                    <DeployButton
                      key={asked.value}
                      startsOpen={asked.value > 0 && phase !== 'deploying'}
                      primary={phase === 'never' || phase === 'unknown'}
                      projectId={projectId}
                      state={state}
                      isDeploying={phase === 'deploying'}
                      isLiveAlready={
                        versions.kind === 'shown' && newerThanLive(versions.value.versions, record) === 0
                      }
                    />
                  </span>
                ) : (
                  <span class="meta">{t('blocker.roleTooLow')}</span>
                )}
                {phase === 'live' && mayAct('builder') && <LookAgain projectId={projectId} />}
                {isPublished && phase !== 'deploying' && mayAct('owner') && (
                  <ConfirmButton
                    label={t('verb.unpublish')}
                    sure={t('console.ship.unpublishSure')}
                    onSure={() =>
                      void change.send(
                        { method: 'POST', path: projectPath(projectId, '/deployments/unpublish'), body: {} },
                        [projectPath(projectId)],
                      )
                    }
                  />
                )}
                <ChangeStatus state={change.state.value} kept={t('console.ship.unpublished')} />
              </div>
            </>
          );
        }}
      </Loaded>
    </Part>
  );
}

/** Outcome of the edge's last look at the latest deployment, and when: a sign for a day, then time only. */
function SiteSeen({ look }: { look: SiteLook }) {
  const now = edgeNow.value;
  const sign = look.what === 'answers' ? 'live-mark' : 'failure';
  return (
    <span class={now - look.at < DAY_MS ? sign : ''} title={formatExact(look.at)}>
      {` · ${siteWords(look, now)}`}
    </span>
  );
}

/** Whether a deployment is under way or failed: what visitors see at the address is not told. */
const isTried = (phase: ReturnType<typeof deployPhaseOf>): boolean =>
  phase === 'failed' || phase === 'deploying';

/** Without what every address begins with. */
const hostOf = (address: string): string => address.replace(/^https?:\/\//i, '').replace(/\/$/, '');
