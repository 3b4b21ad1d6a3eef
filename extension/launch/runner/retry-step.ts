import type { LaunchRecord } from '../../../shared/snapshot/launches.ts';
import type { ApiError } from '../../edge-client/api-error.ts';
import type { PaidKey } from '../../paid/driver.ts';
import { projectOf, type RetryRequest, type RunnerEntry } from '../../storage/launches.ts';
import type { RunnerDependencies } from './runner-dependencies.ts';

/** Launch steps to retry from here (service reference, Launch Project, `warnings`); the edge sees to caps. */
const RETRYABLE_STEPS = ['agent'] as const;
type RetryableStep = (typeof RETRYABLE_STEPS)[number];

export function isRetryable(step: string): step is RetryableStep {
  return (RETRYABLE_STEPS as readonly string[]).includes(step);
}

type Update = (key: string, change: (entry: RunnerEntry) => RunnerEntry) => Promise<RunnerEntry | null>;
type Retry = RunnerEntry['retries'][string];

/** Retries a step and stores the outcome. If it may have taken effect, the key stays: it is charged once. */
export async function retryStep(
  dependencies: RunnerDependencies,
  update: Update,
  key: string,
  step: string,
  request: RetryRequest,
): Promise<void> {
  if (!isRetryable(step)) return;
  const fresh = dependencies.newKey();
  let pressed = false;
  const entry = await update(key, (one) => {
    const before = one.retries[step];
    pressed = projectOf(one) !== null && (!before || before.state === 'failed');
    return pressed ? withRetry(one, step, { key: before?.key ?? fresh, state: 'going', message: null }) : one;
  });
  if (!entry || !pressed) return;
  await dependencies.setAlarm(true);
  await goOn(dependencies, update, entry, step, request);
}

/** Steps in progress when the background ended (`going`) or this browser left the ledger (`receipt`). */
export const stepsIn = (entry: RunnerEntry, state: 'going' | 'receipt'): RetryableStep[] =>
  RETRYABLE_STEPS.filter((step) => entry.retries[step]?.state === state);

/** Goes on with a step. Without a `request`, only finds its outcome: repeating it is up to the user. */
export async function goOn(
  dependencies: RunnerDependencies,
  update: Update,
  entry: RunnerEntry,
  step: RetryableStep,
  request: RetryRequest | null,
): Promise<void> {
  const retry = entry.retries[step];
  const projectId = projectOf(entry);
  if (!retry || projectId === null) return;
  const paid = { key: retry.key, confirmedFor: entry.confirmedFor };
  const went = await startRun(dependencies, paid, projectId, retry, request);
  await update(entry.key, (one) => withRetry(one, step, went));
  if (went.state === 'done') dependencies.onSettled();
}

/** @param request null: only check, do not retry @returns the state afterwards */
async function startRun(
  dependencies: RunnerDependencies,
  paid: PaidKey,
  projectId: string,
  retry: Retry,
  request: RetryRequest | null,
): Promise<Retry> {
  const sent = request && (await dependencies.edge.startAgent(paid, projectId, request));
  // The response may be a record with an unknown outcome: only the ledger has the outcome.
  const looked = await dependencies.edge.look(paid);
  if (looked.ok) return byRecord(dependencies, retry, looked.value);
  if (looked.error.kind === 'other-ledger') return { ...retry, state: 'receipt' };
  if (looked.error.code !== 'EDGE_NOT_FOUND' || retry.state === 'receipt') return retry;
  return failed(retry, sent?.ok === false ? sent.error : null);
}

function byRecord(dependencies: RunnerDependencies, retry: Retry, record: LaunchRecord): Retry {
  switch (record.state) {
    case 'launched':
      return {
        ...retry,
        state: 'done',
        message: record.warnings.map(({ errorMessage }) => errorMessage).join(' ') || null,
      };
    case 'refused':
    case 'absent':
      // The ledger has settled this key: another try needs another.
      return { ...failed(retry, record.refusal), key: dependencies.newKey() };
    case 'reserved':
    case 'sent':
    case 'unknown':
      return retry;
  }
}

function failed(retry: Retry, why: Pick<ApiError, 'code' | 'message'> | null): Retry {
  return { ...retry, state: 'failed', message: why?.message || why?.code || null };
}

function withRetry(entry: RunnerEntry, step: string, retry: Retry): RunnerEntry {
  return { ...entry, retries: { ...entry.retries, [step]: retry } };
}
