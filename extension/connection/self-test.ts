import type { InstantMs } from '../../shared/durations.ts';
import { askEdge, type EdgeDeps } from '../edge-client/edge-client.ts';
import type { Failure } from '../edge-client/failure.ts';
import { healthForm } from '../forms/forms.ts';
import { fetchSnapshot } from '../refresh/fetch-snapshot.ts';
import { CLOCK_TOLERANCE_MS } from './clock-tolerance.ts';

export const SELF_TEST_STEPS = ['reach', 'configured', 'token', 'service', 'clock', 'webhooks'] as const;
export type SelfTestStep = (typeof SELF_TEST_STEPS)[number];

/** One step of the test: fine, failed and why, or not tried because an earlier one failed. */
export type SelfTestResult =
  | { step: SelfTestStep; is: 'fine' }
  | { step: SelfTestStep; is: 'failed'; failure: Failure | null; words: string[] }
  | { step: SelfTestStep; is: 'untried' };
export type SelfTest = SelfTestResult[];

/** Tries the whole way: edge, configuration, token, service, clocks, webhooks; stops trying where it breaks. */
export async function selfTest(
  deps: EdgeDeps,
  edge: string,
  token: string,
  now: () => InstantMs,
): Promise<SelfTest> {
  const results: SelfTest = [];
  const fine = (step: SelfTestStep) => results.push({ step, is: 'fine' });
  const failed = (step: SelfTestStep, failure: Failure | null, words: string[] = []) =>
    results.push({ step, is: 'failed', failure, words });
  const finish = (): SelfTest => {
    const tried = new Set(results.map(({ step }) => step));
    return [...results, ...SELF_TEST_STEPS.filter((step) => !tried.has(step)).map(untried)];
  };

  const alive = await askEdge(deps, edge, { method: 'GET', path: '/health', token: null }, healthForm);
  if (!alive.ok) {
    failed('reach', alive.failure);
    return finish();
  }
  fine('reach');
  const told = alive.value.value;
  if (told && !told.ok) failed('configured', null, told.problems);
  else fine('configured');

  const read = await fetchSnapshot(deps, edge, token, null, true);
  if (!read.ok) {
    failed(read.failure.kind === 'key-rejected' ? 'service' : 'token', read.failure);
    return finish();
  }
  fine('token');
  const snapshot = read.value.value;
  if (snapshot === null) return finish();
  const { account, subscriptions } = snapshot.sections;
  if (account.error) failed('service', null, [account.error.code]);
  else fine('service');
  if (Math.abs(now() - snapshot.at) > CLOCK_TOLERANCE_MS) failed('clock', null);
  else fine('clock');
  const silent = subscriptions.data?.silent;
  if (subscriptions.data?.mode === 'ask-only') failed('webhooks', null, ['ask-only']);
  else if (silent) failed('webhooks', null, [silent.words]);
  else fine('webhooks');
  return finish();
}

function untried(step: SelfTestStep): SelfTestResult {
  return { step, is: 'untried' };
}
