import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type * as z from 'zod/mini';
import type { ProjectRecord } from '../../../shared/builder-api/projects.ts';
import { rebuildStatus, type VersionRecord } from '../../../shared/builder-api/publishing.ts';
import { underWay } from '../../../shared/snapshot/project-reading.ts';
import { DAY_MS, type InstantMs, MINUTE_MS, parseInstant } from '../../../shared/time.ts';
import { quoted } from '../../i18n/attention-words.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { projectPath } from '../../reads/paths.ts';
import { useResource } from '../../reads/resource.ts';
import { useProject } from '../../reads/use-project.ts';
import type { StoredPaidCall } from '../../storage/paid-calls.ts';
import type { GlyphName } from '../../ui/icons.tsx';
import { browserNow, naming } from '../../ui/page-state.ts';
import { decoded } from '../parts/escaped-text.ts';
import { firstVersions } from '../project/ship/deployment.tsx';
import { isStarting } from '../project/ship/server.tsx';

/** What became of a paid call. */
export type Outcome = { sign: GlyphName; words: string };

/** Of calls whose end no event tells, by their keys, as far as it was read. */
export const outcomes = signal<ReadonlyMap<string, Outcome>>(new Map());

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
  const project = useProject(projectId).state.value;
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

/** Clocks may differ a little. */
const isSince = (at: InstantMs | null, { since }: Call): boolean => at !== null && at > since - 2 * MINUTE_MS;

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
