import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type * as z from 'zod/mini';
import { type ProjectRecord, projectRecord } from '../../../shared/builder-api/projects.ts';
import { rebuildStatus, type VersionRecord } from '../../../shared/builder-api/publishing.ts';
import { underWay } from '../../../shared/snapshot/project-reading.ts';
import { type RunningWork, runningWork } from '../../../shared/snapshot/work.ts';
import { DAY_MS, type InstantMs, MINUTE_MS, parseInstant } from '../../../shared/time.ts';
import { quoted } from '../../i18n/attention-words.ts';
import { formatDuration } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { projectPath } from '../../reads/paths.ts';
import { useResource } from '../../reads/resource.ts';
import { firstVersions } from '../../reads/use-site.ts';
import { type LaunchEntry, projectOf } from '../../storage/launches.ts';
import type { StoredPaidCall } from '../../storage/paid-calls.ts';
import type { GlyphName } from '../../ui/icons.tsx';
import { browserNow, naming, workNow } from '../../ui/page-state.ts';
import { stored } from '../../ui/stored-state.ts';
import { decoded } from '../parts/escaped-text.ts';
import { isStarting } from '../project/ship/server.tsx';

/** What became of a paid call. */
export type Outcome = { sign: GlyphName; words: string };

/** Of calls whose end no event tells, by their keys, as far as it was read. */
const outcomes = signal<ReadonlyMap<string, Outcome>>(new Map());

/** Of a call of this browser that was accepted: what it began goes on, or what was read of its end; null where neither is known. */
export function callOutcome({ key, state, confirmedAt, about }: StoredPaidCall): Outcome | null {
  if (state !== 'done') return null;
  const { operation, projectId } = about;
  const kind = operation === 'startAgent' ? 'run' : operation === 'deploy' ? 'deploy' : null;
  return kind === null ? (outcomes.value.get(key) ?? null) : goingOn(kind, projectId, confirmedAt);
}

/** The first run of a launch of this browser, while it goes on. */
export const firstRunNow = (launch: LaunchEntry): Outcome | null =>
  goingOn('run', projectOf(launch), launch.confirmedAt);

/** The service's clock may differ a little. */
const CLOCKS_APART_MS = 2 * MINUTE_MS;

function goingOn(kind: RunningWork['kind'], projectId: string | null, since: InstantMs): Outcome | null {
  const going = runningWork(stored.value?.snapshot?.snapshot ?? null, workNow.value).find(
    (work) =>
      work.kind === kind &&
      work.projectId === projectId &&
      work.startedAt !== null &&
      Math.abs(work.startedAt - since) < CLOCKS_APART_MS,
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

type Call = { key: string; operation: Operation; projectId: string; since: InstantMs };

/** Reads what became of rebuilds, restored versions and started servers: of the newest of each project, of the last day. */
export function ReadOutcomes({ calls }: { calls: readonly StoredPaidCall[] }) {
  const newest = new Map<string, Call>();
  for (const { key, state, confirmedAt: since, about } of calls.toSorted(newestFirst)) {
    const operation = READ.find((one) => one === about.operation);
    const { projectId } = about;
    if (state !== 'done' || operation === undefined || projectId === null) continue;
    if (browserNow.value - since > DAY_MS || newest.has(`${operation} ${projectId}`)) continue;
    newest.set(`${operation} ${projectId}`, { key, operation, projectId, since });
  }
  return [...newest.values()].slice(0, READ_MAX).map((call) => <ReadOutcome key={call.key} call={call} />);
}

const newestFirst = (one: StoredPaidCall, other: StoredPaidCall) => other.confirmedAt - one.confirmedAt;

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

const isSince = (at: InstantMs | null, { since }: Call): boolean =>
  at !== null && at > since - CLOCKS_APART_MS;

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
  call: Call,
): Outcome | null {
  const { versionRecovery = null } = project ?? {};
  if (versionRecovery && isSince(parseInstant(versionRecovery.startedAt), call)) {
    if (underWay(versionRecovery) !== null) return { sign: 'running', words: t('console.activity.going') };
    const why = naming.value.screened ? null : quoted(versionRecovery.errorMessage ?? null);
    return { sign: 'failed', words: [t('console.activity.failed'), why].filter(Boolean).join(' · ') };
  }
  const made = versions.find(
    ({ recoveredVersionId, createdAt }) => recoveredVersionId && isSince(parseInstant(createdAt), call),
  );
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
