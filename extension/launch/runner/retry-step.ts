import type { Outcome } from '../../edge-client/failure.ts';
import type { LaunchEntry } from '../history/launch-entry.ts';
import { launchStatus } from '../history/launch-status.ts';
import { creditLimitsOf } from '../launch-body.ts';
import { assemblePrompt } from '../reference-block.ts';
import type { RunnerDeps } from './runner-deps.ts';

/** Steps of a launch that can be done again from here (service reference, Launch Project, `warnings`). */
export const RETRYABLE_STEPS = ['agent', 'creditLimits'] as const;
export type RetryableStep = (typeof RETRYABLE_STEPS)[number];

export function isRetryable(step: string): step is RetryableStep {
  return (RETRYABLE_STEPS as readonly string[]).includes(step);
}

type Update = (key: string, change: (entry: LaunchEntry) => LaunchEntry) => Promise<LaunchEntry | null>;

/** Does one step again and notes how it went. A retry under way keeps its key, so that it is paid for once at most. */
export async function retryStep(deps: RunnerDeps, update: Update, key: string, step: string): Promise<void> {
  if (!isRetryable(step)) return;
  const fresh = deps.newKey();
  const entry = await update(key, (one) => {
    const going = one.retries[step];
    if (going && going.state !== 'failed') return one;
    return withRetry(one, step, { key: fresh, state: 'going', message: null });
  });
  const retry = entry?.retries[step];
  const status = entry ? launchStatus(entry) : null;
  if (!entry || status?.kind !== 'launched' || retry?.state !== 'going') return;
  const outcome = await ACTIONS[step](deps, entry, status.projectId, retry.key);
  const state = outcome.ok ? 'done' : 'failed';
  const message = outcome.ok ? null : (outcome.failure.message ?? outcome.failure.code);
  await update(key, (one) => withRetry(one, step, { ...retry, state, message }));
  if (outcome.ok) deps.onLaunched();
}

type Action = (
  deps: RunnerDeps,
  entry: LaunchEntry,
  projectId: string,
  key: string,
) => Promise<Outcome<null>>;

const ACTIONS: Record<RetryableStep, Action> = {
  agent: (deps, entry, projectId, key) =>
    deps.edge.startAgent(key, projectId, assemblePrompt(entry.draft.words, entry.draft.reference)),
  creditLimits: (deps, entry, projectId) =>
    deps.edge.setCaps(projectId, creditLimitsOf(entry.draft).creditLimits ?? {}),
};

function withRetry(entry: LaunchEntry, step: string, retry: LaunchEntry['retries'][string]): LaunchEntry {
  return { ...entry, retries: { ...entry.retries, [step]: retry } };
}
