import { control } from '../../edge/testing/local-service.ts';
import { serviceResponse } from '../../edge/testing/service-response.ts';
import type { DeployEnding, Ending } from '../../shared/endings/ending.ts';
import { type InstantMs, utcDay } from '../../shared/time.ts';

type Outcome = 'running' | 'done' | 'error' | 'stopped' | 'limit-reached';

/** A project's work, caps and use, as the local service has them (its `workOf`). */
interface Work {
  readonly runs: readonly {
    readonly id: string;
    readonly startedAt: number;
    readonly outcome: Outcome;
    readonly charged: number;
    /** The batch of which it is a prompt. */
    readonly batch: { readonly startedAt: number; readonly status: string } | null;
  }[];
  readonly deployments: readonly {
    readonly id: string;
    readonly createdAt: number;
    readonly status: 'deploying' | 'success' | 'error';
  }[];
  readonly creditLimits: { readonly maxDevelopmentCreditsPerMonth: number | null };
  readonly used: { readonly development: number };
  readonly isBatchActive: boolean;
}

/** One run, batch of prompts or deployment that ended. */
export interface Ended {
  readonly projectId: string;
  readonly kind: 'run' | 'deploy';
  readonly eventId: string;
  readonly startedAt: number;
  /** The endings that may be said of it. The service reports no stop that somebody else requested. */
  readonly endings: readonly (Ending | DeployEnding)[];
  /** Credits; null where the service reports none, or only those of a batch's last prompt. */
  readonly cost: number | null;
}

type EndedRun = Ended & { readonly batch: Work['runs'][number]['batch'] };

/** What the local service knows of a project. */
export interface KnownProject {
  readonly projectId: string;
  readonly isRunning: boolean;
  /** A batch runs, or rests between two of its prompts. */
  readonly isBatch: boolean;
  readonly isDeploying: boolean;
  readonly ended: readonly Ended[];
  /** What its kept events report: each run, also one of a batch, and each deployment. */
  readonly reported: readonly Ended[];
  readonly cap: number | null;
  readonly isAtCap: boolean;
  /** Development credits of this day. */
  readonly spentToday: number;
}

export interface ServiceKnows {
  readonly projects: readonly KnownProject[];
  readonly credits: number;
}

const ENDING_OF: Readonly<Record<Exclude<Outcome, 'running'>, Ending>> = {
  done: 'succeeded',
  error: 'failed',
  stopped: 'stopped',
  'limit-reached': 'capped',
};

async function spentOn(projectId: string, now: InstantMs): Promise<number> {
  const day = utcDay(now);
  const path = `/../credits/spending-analytics?from=${day}&to=${day}&projectId=${projectId}`;
  const { daily }: { daily: { development: number }[] } = await serviceResponse('GET', path);
  return daily.reduce((sum, { development }) => sum + development, 0);
}

/** Asks the local service. @param stoppedElsewhere ids of runs of which the edge stopped none */
export async function whatTheServiceKnows(
  stoppedElsewhere: ReadonlySet<string>,
  now: InstantMs,
): Promise<ServiceKnows> {
  const ids = await control<string[]>('projectIds');
  const projects = await Promise.all(
    ids.map(async (projectId) =>
      knownProject(projectId, await control<Work>('workOf', projectId), await spentOn(projectId, now)),
    ),
  );
  const { credits } = await serviceResponse('GET', '/account');
  return { projects, credits };

  function knownProject(projectId: string, work: Work, spentToday: number): KnownProject {
    const runs = work.runs.flatMap(({ id, startedAt, outcome, charged, batch }): EndedRun[] => {
      if (outcome === 'running') return [];
      const endings: Ending[] = stoppedElsewhere.has(id) ? ['stopped', 'not-known'] : [ENDING_OF[outcome]];
      const eventId = `agent:${id}`;
      return [{ projectId, kind: 'run', eventId, startedAt, endings, cost: charged, batch }];
    });
    const deployments = work.deployments.flatMap(({ id, createdAt, status }): Ended[] =>
      status === 'deploying'
        ? []
        : [
            {
              projectId,
              kind: 'deploy',
              eventId: `deploy:${id}`,
              startedAt: createdAt,
              endings: [status === 'success' ? 'succeeded' : 'failed'],
              cost: null,
            },
          ],
    );
    const cap = work.creditLimits.maxDevelopmentCreditsPerMonth;
    return {
      projectId,
      isRunning: work.isBatchActive || work.runs.at(-1)?.outcome === 'running',
      isBatch: work.isBatchActive,
      isDeploying: work.deployments.at(-1)?.status === 'deploying',
      ended: [...withBatches(runs), ...deployments],
      reported: [...runs, ...deployments],
      cap,
      isAtCap: cap !== null && work.used.development >= cap,
      spentToday,
    };
  }
}

/** Counts a batch as one, once nothing of it is left to come: it ended with its last prompt, as its worst. */
function withBatches(runs: readonly EndedRun[]): Ended[] {
  return runs.flatMap((run): Ended[] => {
    const { batch } = run;
    if (batch === null) return [run];
    const prompts = runs.filter((one) => one.batch?.startedAt === batch.startedAt);
    if (GOES_ON.has(batch.status) || run !== prompts.at(-1)) return [];
    const endings = WORST_FIRST.filter((how) => prompts.some((one) => one.endings.includes(how)));
    return [{ ...run, endings: endings.slice(0, 1), cost: prompts.length > 1 ? null : run.cost }];
  });
}

const GOES_ON: ReadonlySet<string> = new Set(['planning', 'executing']);
const WORST_FIRST: readonly Ending[] = ['capped', 'stopped', 'failed', 'succeeded'];
