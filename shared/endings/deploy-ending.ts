import type { DeployEnding } from './ending.ts';

/** The service's open statuses as a closed set. `unknown` with a time of its end: over, nothing says how. */
export const DEPLOY_PHASES = ['deploying', 'live', 'failed', 'never', 'unknown'] as const;
export type DeployPhase = (typeof DEPLOY_PHASES)[number];

/** Service reference, Deployment statuses: `success` alone is a success. */
const PHASE_OF: Readonly<Record<string, DeployPhase>> = {
  deploying: 'deploying',
  success: 'live',
  error: 'failed',
  failed: 'failed',
};

/** @param status the service's word; a deployment without one does not exist */
export function deployPhaseOf(status: string | null | undefined): DeployPhase {
  if (!status) return 'never';
  return (Object.hasOwn(PHASE_OF, status) && PHASE_OF[status]) || 'unknown';
}

export interface DeployFacts {
  phase: DeployPhase;
  finishedAt: number | null;
}

/** How a deployment ended; null while it runs, if there is none, or if its state is unknown. */
export function deployEnding({ phase, finishedAt }: DeployFacts): DeployEnding | null {
  switch (phase) {
    case 'live':
      return 'succeeded';
    case 'failed':
      return 'failed';
    case 'unknown':
      return finishedAt === null ? null : 'not-known';
    case 'deploying':
    case 'never':
      return null;
  }
}

/** How a mobile build ended. Its undocumented words: those of a deployment, and whatever names a failure. */
export const mobileBuildEnding = ({ status }: { status: string }): DeployEnding =>
  /error|fail/i.test(status) ? 'failed' : deployPhaseOf(status) === 'live' ? 'succeeded' : 'not-known';
