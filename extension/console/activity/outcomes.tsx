import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type * as z from 'zod/mini';
import { type ProjectRecord, projectRecord } from '../../../shared/builder-api/projects.ts';
import { rebuildStatus, type VersionRecord } from '../../../shared/builder-api/publishing.ts';
import { underWay } from '../../../shared/snapshot/project-reading.ts';
import { runningWork } from '../../../shared/snapshot/work.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { quoted } from '../../i18n/attention-words.ts';
import { formatDuration } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { projectPath } from '../../reads/paths.ts';
import { useResource } from '../../reads/resource.ts';
import { firstVersions } from '../../reads/use-site.ts';
import type { StoredPaidCall } from '../../storage/paid-calls.ts';
import type { GlyphName } from '../../ui/icons.tsx';
import { browserNow, naming, workNow } from '../../ui/page-state.ts';
import { stored } from '../../ui/stored-state.ts';
import { decoded } from '../parts/escaped-text.ts';
import { newestFirst } from '../project/ship/deployed-version.ts';
import { isStarting } from '../project/ship/server.tsx';

/** What became of a paid call. */
export type Outcome = { sign: GlyphName; words: string };

/** Of calls whose end no event tells, by their keys, as far as it was read. */
const outcomes = signal<ReadonlyMap<string, Outcome>>(new Map());

/** Of a call of this browser that was accepted: what it began goes on, or what was read of its end; null where neither is known. */
export const callOutcome = ({ key, state }: StoredPaidCall): Outcome | null =>
  state === 'done' ? (goingOn(key) ?? outcomes.value.get(key) ?? null) : null;

/** The run or the deployment that a call or a launch began, while it goes on. */
export function goingOn(key: string): Outcome | null {
  const snapshot = stored.value?.snapshot?.snapshot ?? null;
  const { items = [] } = snapshot?.sections.projects.data ?? {};
  const going = runningWork(snapshot, workNow.value).find(
    ({ projectId, kind }) => items.find((one) => one.projectId === projectId)?.[kind]?.call === key,
  );
  if (!going) return null;
  const { elapsedMs } = going;
  const words =
    elapsedMs === null
      ? t('console.activity.going')
      : t('console.activity.goingFor', { elapsed: formatDuration(elapsedMs) });
  return { sign: 'running', words };
}

const READ = ['rebuild', 'recoverVersion', 'startServer'] as const;
type Operation = (typeof READ)[number];
/** So many are read; what is older keeps that it was accepted. */
const READ_MAX = 6;

/** `versionId`: what is restored. */
type Call = { key: string; operation: Operation; projectId: string; versionId: string | null };

/** Reads what became of rebuilds, restored versions and started servers: of the newest of each project, of the last day. */
export function ReadOutcomes({ calls }: { calls: readonly StoredPaidCall[] }) {
  const newest = new Map<string, Call>();
  for (const { key, state, confirmedAt, path, about } of calls.toSorted(
    (one, other) => other.confirmedAt - one.confirmedAt,
  )) {
    const operation = READ.find((one) => one === about.operation);
    const { projectId } = about;
    if (state !== 'done' || operation === undefined || projectId === null) continue;
    if (browserNow.value - confirmedAt > DAY_MS || newest.has(`${operation} ${projectId}`)) continue;
    const versionId = /\/versions\/([^/]+)\/recover$/.exec(path)?.[1] ?? null;
    newest.set(`${operation} ${projectId}`, { key, operation, projectId, versionId });
  }
  return [...newest.values()].slice(0, READ_MAX).map((call) => <ReadOutcome key={call.key} call={call} />);
}

function ReadOutcome({ call }: { call: Call }) {
  const { key, operation, projectId } = call;
  const project = useResource(
    operation === 'rebuild' ? null : { path: projectPath(projectId), schema: projectRecord },
  ).state.value;
  const rebuild = useResource(
    operation === 'rebuild'
      ? { path: projectPath(projectId, '/rebuild/status'), schema: rebuildStatus }
      : null,
  ).state.value;
  const versions = useResource(operation === 'recoverVersion' ? firstVersions(projectId) : null).state.value;
  const record = project.kind === 'shown' ? project.value : null;
  const found =
    operation === 'rebuild'
      ? rebuild.kind === 'shown' && rebuildOutcome(rebuild.value)
      : operation === 'startServer'
        ? serverOutcome(record)
        : restoreOutcome(record, versions.kind === 'shown' ? versions.value.versions : [], call);
  const [sign, words] = found ? [found.sign, found.words] : [];
  useEffect(() => {
    const all = new Map(outcomes.peek());
    if (sign === undefined || words === undefined) all.delete(key);
    else all.set(key, { sign, words });
    outcomes.value = all;
  }, [key, sign, words]);
  return null;
}

/** The service tells how the last rebuild went, and not when that was. */
export function rebuildOutcome({ status, errorMessage }: z.infer<typeof rebuildStatus>): Outcome | null {
  const why = naming.value.screened ? null : quoted(errorMessage ? decoded(errorMessage) : null);
  switch (status) {
    case 'rebuilding':
      return { sign: 'running', words: t('console.activity.going') };
    case 'success':
      return { sign: 'done', words: t('console.activity.rebuilt') };
    case 'error':
      return {
        sign: 'failed',
        words: [t('console.activity.rebuildFailed'), why].filter(Boolean).join(' · '),
      };
    default:
      return null;
  }
}

export function restoreOutcome(
  project: ProjectRecord | null,
  versions: readonly VersionRecord[],
  { versionId }: Pick<Call, 'versionId'>,
): Outcome | null {
  const { versionRecovery = null } = project ?? {};
  if (versionRecovery && versionRecovery.versionId === versionId) {
    if (underWay(versionRecovery) !== null) return { sign: 'running', words: t('console.activity.going') };
    const why = naming.value.screened ? null : quoted(versionRecovery.errorMessage ?? null);
    return { sign: 'failed', words: [t('console.activity.failed'), why].filter(Boolean).join(' · ') };
  }
  const made = versions
    .toSorted(newestFirst)
    .find(({ recoveredVersionId }) => versionId !== null && recoveredVersionId === versionId);
  return made
    ? { sign: 'done', words: t('console.activity.restoredAs', { name: isolated(made.name || made._id) }) }
    : null;
}

export function serverOutcome(project: ProjectRecord | null): Outcome | null {
  const { agentServerStatus: status = null } = project ?? {};
  if (status === null) return null;
  if (isStarting(status)) return { sign: 'running', words: t('console.activity.going') };
  return status === 'Active' ? { sign: 'done', words: t('console.activity.isUp') } : null;
}
