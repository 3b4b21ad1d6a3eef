import type { InstantMs } from '../time.ts';
import type { Blocker } from './blocker.ts';
import type { Unlooked } from './blockers.ts';
import type { CauseKind } from './cause.ts';
import type { canBuild, Missing, NearCap, Readiness } from './readiness.ts';

/** Whether a project or the account can build now. Each of four kinds has a sign, the same everywhere. */
export type Verdict =
  /** `readiness`: for how many runs, and what begins later. `atCap`: the cap that the next run may exceed. */
  | {
      kind: 'free';
      readiness: Extract<Readiness, { kind: 'yes' | 'short' }>;
      notLooked: readonly Unlooked[];
      atCap: NearCap | null;
    }
  /**
   * Something is going on that ends by itself, whatever else is in the way: `afterwards` stops building once
   * it is over. `progress`: 0 to 1 of its usual time; null: unknown. `atCap`: the cap that may stop the run.
   */
  | {
      kind: 'working';
      because: Blocker;
      afterwards: Blocker | null;
      elapsedMs: number | null;
      progress: number | null;
      atCap: NearCap | null;
    }
  | { kind: 'stopped'; because: Blocker }
  /**
   * `because`: what keeps it from being known, or a state in which the service does not say what it does.
   * `since`: when it was last read, if it was.
   */
  | { kind: 'not-known'; because: Blocker | null; missing: readonly Missing[]; since: InstantMs | null };

/** What has a row of its own while it goes on. */
const OWN_ROW: ReadonlySet<CauseKind> = new Set(['agent-running', 'batch-running', 'deployment-running']);

/**
 * Whether something else goes on than a run and a deployment, such as a restoration.
 * @param verdict of a deployment: all that goes on stops it
 */
export const isOtherWork = (verdict: Verdict): verdict is Extract<Verdict, { kind: 'working' }> =>
  verdict.kind === 'working' && !OWN_ROW.has(verdict.because.cause.kind);

type Sort = 'work' | 'away' | 'stop';

/** What each cause is to who wants to build: work that ends, nobody who could say, or a stop. */
const SORT: Readonly<Record<CauseKind, Sort>> = {
  'not-paired': 'away',
  offline: 'away',
  'edge-not-answering': 'away',
  'service-not-answering': 'away',
  'key-rejected': 'stop',
  'account-unconfirmed': 'stop',
  'key-restricted': 'stop',
  'role-too-low': 'stop',
  'project-gone': 'stop',
  'project-not-allowed': 'stop',
  'not-available': 'stop',
  'balance-used-up': 'stop',
  'projects-used-up': 'stop',
  'emergency-stop': 'stop',
  'project-paused': 'stop',
  'development-cap': 'stop',
  'run-budget': 'stop',
  'daily-limit': 'stop',
  'day-budget': 'stop',
  'failure-guard': 'stop',
  'recovery-running': 'work',
  'batch-running': 'work',
  'agent-running': 'work',
  'deployment-running': 'work',
  'rebuild-running': 'work',
  'import-running': 'work',
  'pull-running': 'work',
  'server-not-ready': 'stop',
  'app-broken': 'stop',
  'created-too-fast': 'stop',
  'asked-too-often': 'stop',
  'project-busy': 'work',
  'infrastructure-cap': 'stop',
  'feature-off': 'stop',
  'feature-budget': 'stop',
  'media-paused': 'stop',
  'calls-queued': 'work',
  'visitor-limit': 'stop',
};

export function verdictOf(
  { readiness, blockers, atCap, notLooked }: ReturnType<typeof canBuild>,
  now: InstantMs,
): Verdict {
  switch (readiness.kind) {
    case 'yes':
    case 'short':
      return { kind: 'free', readiness, notLooked, atCap };
    case 'not-known':
      return { kind: 'not-known', because: null, missing: readiness.missing, since: readiness.since };
    case 'no':
    case 'unsure': {
      const { because } = readiness;
      const sort = sortOf(because);
      const inTheWay = blockers.filter(({ effect }) => effect === 'refused' || effect === 'unsure');
      const work = sort === 'away' ? undefined : inTheWay.find((one) => sortOf(one) === 'work');
      if (work) {
        const afterwards = inTheWay.find((one) => sortOf(one) === 'stop' && one.effect === 'refused') ?? null;
        return {
          kind: 'working',
          because: work,
          afterwards,
          ...timeOf(work, now),
          atCap: runsIn(inTheWay) ? atCap : null,
        };
      }
      if (sort === 'stop' && readiness.kind === 'no') return { kind: 'stopped', because };
      return { kind: 'not-known', because, missing: [], since: null };
    }
  }
}

const runsIn = (blockers: readonly Blocker[]): boolean =>
  blockers.some(({ cause: { kind } }) => kind === 'agent-running' || kind === 'batch-running');

const sortOf = ({ cause }: Blocker): Sort =>
  cause.kind === 'server-not-ready' && cause.server === 'starting' ? 'work' : SORT[cause.kind];

function timeOf(
  { cause, ends }: Blocker,
  now: InstantMs,
): { elapsedMs: number | null; progress: number | null } {
  const startedAt = 'startedAt' in cause ? cause.startedAt : null;
  if (startedAt === null) return { elapsedMs: null, progress: null };
  const elapsedMs = Math.max(0, now - startedAt);
  const progress = ends.kind === 'between' ? elapsedMs / Math.max(1, ends.to - startedAt) : null;
  return { elapsedMs, progress };
}
