import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ProjectRecord } from '../../../../../shared/builder-api/projects.ts';
import {
  type VersionRecord,
  versionDiff,
  versionList,
} from '../../../../../shared/builder-api/publishing.ts';
import { deployPhaseOf } from '../../../../../shared/endings/deploy-ending.ts';
import { underWay } from '../../../../../shared/snapshot/project-reading.ts';
import { parseInstant } from '../../../../../shared/time.ts';
import { formatClock, formatExact, formatFacts } from '../../../../i18n/format.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { BACK } from '../../../../now/site-look.tsx';
import { useChange } from '../../../../reads/change.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { projectPath } from '../../../../reads/paths.ts';
import { useResource } from '../../../../reads/resource.ts';
import { MoreButton, useMore } from '../../../../reads/use-more.tsx';
import { firstVersions, useLastGood, VERSIONS_PAGE } from '../../../../reads/use-site.ts';
import { Button } from '../../../../ui/button.tsx';
import { verbOf } from '../../../../ui/confirm.tsx';
import { edgeNow } from '../../../../ui/page-state.ts';
import { PricedButton, priceOn } from '../../../../ui/priced-button.tsx';
import { mayAct } from '../../../../ui/stored-state.ts';
import { goToPart } from '../../../parts/arrival.ts';
import { decoded } from '../../../parts/escaped-text.ts';
import { obstacleOn, refusalOn, stateIn } from '../../../parts/obstacle.ts';
import { ChangeStatus, Part } from '../../../parts/part.tsx';
import { projectAddress } from '../../../parts/routes.ts';
import { Star } from '../../../parts/star.tsx';
import { deployedVersionOf, newerThanLive, newestFirst } from './deployed-version.ts';
import { useDeployment } from './deployment.tsx';
import { NotNow } from './server.tsx';

/** Saved versions, newest first. `arrivedAt`: one to unfold, or `back`: last good one, with its question. */
export function Versions({ project, arrivedAt }: { project: ProjectRecord; arrivedAt: string | null }) {
  const { projectId } = project;
  const good = useLastGood(projectId);
  const { path } = firstVersions(projectId);
  const versions = useResource(firstVersions(projectId));
  const more = useMore(path, versionList);
  const deployment = useDeployment(projectId).state.value;
  const first = versions.state.value;
  const pages = first.kind === 'shown' ? [first.value, ...more.pages] : [];
  // A new version moves the others to the next page.
  const list = [...new Map(pages.flatMap((page) => page.versions).map((one) => [one._id, one])).values()];
  return (
    <Part
      title={t('fact.versions')}
      side={
        // Of a restoration under way it is said below.
        list.length > 1 &&
        underWay(project.versionRecovery) === null && (
          <NotNow obstacle={obstacleOn(projectId, stateIn(project), 'recoverVersion')} />
        )
      }
    >
      <Recovery project={project} known={list} />
      <Loaded of={versions}>
        {({ totalCount }) => {
          const skip = VERSIONS_PAGE * (1 + more.pages.length);
          const deployed = deployment.kind === 'shown' ? deployedVersionOf(list, deployment.value) : null;
          const isLive = deployment.kind === 'shown' && deployPhaseOf(deployment.value.status) === 'live';
          const sorted = list.toSorted(newestFirst);
          const newer = deployment.kind === 'shown' ? newerThanLive(list, deployment.value) : null;
          if (list.length === 0) return <p class="meta">{t('status.nothingYet')}</p>;
          return (
            <>
              {newer !== null && newer > 0 && <p class="meta">{t('console.ship.notDeployed', newer)}</p>}
              <ul class="lines-list">
                {sorted.map((version, index) => (
                  <Version
                    key={version._id}
                    project={project}
                    version={version}
                    known={list}
                    isNewest={index === 0}
                    isArrivedAt={version._id === (arrivedAt === BACK ? good?.versionId : arrivedAt)}
                    asks={arrivedAt === BACK}
                    mark={version._id !== deployed ? null : isLive ? 'liveVersion' : 'deployingVersion'}
                  />
                ))}
              </ul>
              <MoreButton of={more} next={(totalCount ?? 0) > skip ? `${path}&skip=${skip}` : null} />
            </>
          );
        }}
      </Loaded>
    </Part>
  );
}

const wordsOf = ({ prompt, commitMessage, name, _id }: VersionRecord): string =>
  decoded(prompt || commitMessage || name || _id);

const nameOf = (version: VersionRecord): string => isolated(version.name || wordsOf(version));

function Version({
  project,
  version,
  known,
  isNewest,
  isArrivedAt,
  asks,
  mark,
}: {
  project: ProjectRecord;
  version: VersionRecord;
  known: readonly VersionRecord[];
  isNewest: boolean;
  isArrivedAt: boolean;
  /** Whether it asks at once whether to restore it. */
  asks: boolean;
  /** Whether visitors see it, or will once the deployment is over. */
  mark: 'liveVersion' | 'deployingVersion' | null;
}) {
  const { projectId } = project;
  const open = useSignal(isArrivedAt);
  const isAsked = useSignal(asks && isArrivedAt);
  const row = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isArrivedAt) return;
    isAsked.value = asks;
    open.value = true;
    row.current?.scrollIntoView({ block: 'center' });
    row.current?.focus({ preventScroll: true });
  }, [isArrivedAt]);
  const at = parseInstant(version.createdAt);
  const words = wordsOf(version);
  const { recoveredVersionId } = version;
  const source = known.find(({ _id }) => _id === recoveredVersionId);
  const sourceName = recoveredVersionId ? isolated(source ? nameOf(source) : recoveredVersionId) : null;
  const name = nameOf(version);
  const refused =
    underWay(project.versionRecovery) === null
      ? refusalOn(projectId, stateIn(project), 'recoverVersion')
      : t('blocker.recoveryRunning');
  return (
    <li class="line version-line">
      <Button
        at={row}
        class="sentence"
        aria-expanded={open.value}
        onClick={() => {
          isAsked.value = false;
          open.value = !open.value;
        }}
      >
        <strong class="clip">{name}</strong>
        <span class="clip" dir="auto">
          {words !== version.name && isolated(words)}
        </span>
        <span class="meta">
          {sourceName && `${t('console.ship.recoveredFrom', { name: sourceName })} `}
          {mark && (
            <strong class={mark === 'liveVersion' ? 'live-mark' : ''}>{t(`console.ship.${mark}`)} · </strong>
          )}
          {at !== null && formatClock(at, edgeNow.value)}
        </span>
      </Button>
      {at !== null && <Star projectId={projectId} versionId={version._id} madeAt={at} of={name} />}
      {sourceName && isNewest && mark === null && mayAct('builder') && (
        <Button onClick={() => goToPart(projectAddress(projectId, 'ship'), 'deploy')}>
          {t('verb.deploy')}
        </Button>
      )}
      {/* Recovery of the newest only undoes what no version has: rarely wanted, so not in its row. */}
      {mayAct('builder') && !open.value && !isNewest && (
        <Button
          quiet
          aria-label={verbOf(t('verb.restore'), name)}
          off={refused}
          onClick={() => {
            isAsked.value = true;
            open.value = true;
          }}
        >
          {t('verb.restore')}
        </Button>
      )}
      {open.value && (
        <div class="detail-lines">
          <p class="quoted">{isolated(words)}</p>
          {at !== null && <p class="meta">{formatExact(at)}</p>}
          {version.commitSha && <Diff projectId={projectId} commitSha={version.commitSha} name={name} />}
          {mayAct('builder') && (
            <PricedButton
              startsOpen={isAsked.value}
              label={t('verb.restore')}
              of={name}
              question={t('console.ship.recoverQuestion')}
              beside={<Lost since={version} known={known} />}
              refused={refused}
              price={priceOn(projectId, 'recoverVersion', project)}
              request={{
                method: 'POST',
                path: projectPath(projectId, '/versions/:versionId/recover', { versionId: version._id }),
                body: {},
                about: {
                  operation: 'recoverVersion',
                  projectId,
                  words: formatFacts(...new Set([version.name, words])).slice(0, 80),
                },
              }}
            />
          )}
        </div>
      )}
    </li>
  );
}

/** Later versions (prompts, edits, restores), newest first, whose work is lost once this one is restored. */
function Lost({ since, known }: { since: VersionRecord; known: readonly VersionRecord[] }) {
  // By place: two may have been made at one instant.
  const sorted = known.toSorted(newestFirst);
  const lost = sorted.slice(0, Math.max(0, sorted.indexOf(since)));
  if (lost.length === 0) return null;
  return (
    <details class="lost">
      <summary class="meta">{t('console.ship.lost', lost.length)}</summary>
      <ul>
        {lost.map((one) => (
          <li key={one._id} class="meta clip" dir="auto">
            {isolated(wordsOf(one))}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What a version changed: read when it is asked for, and folded again by the same button. */
function Diff({ projectId, commitSha, name }: { projectId: string; commitSha: string; name: string }) {
  const isShown = useSignal(false);
  const diff = useResource(
    isShown.value
      ? {
          path: `${projectPath(projectId, '/version-diff')}?commitSha=${encodeURIComponent(commitSha)}`,
          schema: versionDiff,
          keep: false,
        }
      : null,
  );
  const verb = t(isShown.value ? 'console.ship.diffFold' : 'console.ship.diff');
  return (
    <>
      <Button quiet aria-label={verbOf(verb, name)} opens={isShown}>
        {verb}
      </Button>
      {isShown.value && (
        <Loaded of={diff}>
          {({ diff: text }) => (
            <pre class="code">
              {alikeLines(text ?? '').map(({ kind, lines }, index) => (
                <span key={index} class={`diff-${kind}`}>
                  {`${lines.join('\n')}\n`}
                </span>
              ))}
            </pre>
          )}
        </Loaded>
      )}
    </>
  );
}

/** Groups adjacent lines of one kind in git's diff. In a hunk, `--- a` is a removed line that has dashes. */
function alikeLines(diff: string): { kind: 'added' | 'removed' | 'head' | 'same'; lines: string[] }[] {
  const alike: ReturnType<typeof alikeLines> = [];
  let isInHunk = false;
  for (const line of diff.trimEnd().split('\n')) {
    const beginsHunk = line.startsWith('@@');
    isInHunk = beginsHunk || (isInHunk && !line.startsWith('diff '));
    const isHead = beginsHunk || !isInHunk;
    const kind = isHead ? 'head' : line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'same';
    const last = alike.at(-1);
    if (last?.kind === kind) last.lines.push(line);
    else alike.push({ kind, lines: [line] });
  }
  return alike;
}

/** A recovery in progress, or a failed one that can be cleared. */
function Recovery({
  project: { projectId, versionRecovery },
  known,
}: {
  project: ProjectRecord;
  known: readonly VersionRecord[];
}) {
  const change = useChange();
  if (!versionRecovery) return null;
  const { versionId, errorMessage } = versionRecovery;
  if (underWay(versionRecovery) !== null) {
    const version = known.find(({ _id }) => _id === versionId);
    return (
      <p class="fact">
        {version ? t('console.ship.recoveringTo', { name: nameOf(version) }) : t('verdict.recovering')}
      </p>
    );
  }
  return (
    <>
      <p class="fact failure">{t('console.ship.recoveryFailed')}</p>
      {errorMessage && <p class="quoted">{isolated(errorMessage)}</p>}
      <div class="verbs">
        <Button
          onClick={() =>
            void change.send(
              { method: 'DELETE', path: projectPath(projectId, '/versions/recovery'), body: undefined },
              [projectPath(projectId)],
            )
          }
        >
          {t('console.ship.clearRecovery')}
        </Button>
        <ChangeStatus state={change.state.value} />
      </div>
    </>
  );
}
