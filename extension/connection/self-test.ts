import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import type { Failure } from '../edge-client/failure.ts';
import { CLOCK_TOLERANCE_MS } from './clock-tolerance.ts';
import type { ConnectionTrial } from './try-connection.ts';

export const SELF_TEST_STEPS = ['reach', 'configured', 'token', 'service', 'clock', 'webhooks'] as const;
export type SelfTestStep = (typeof SELF_TEST_STEPS)[number];

/** One step of the test: fine, failed and why, or not tried because an earlier one failed. */
export type SelfTestResult =
  | { step: SelfTestStep; is: 'fine' }
  | { step: SelfTestStep; is: 'failed'; failure: Failure | null; words: string[] }
  | { step: SelfTestStep; is: 'untried' };
export type SelfTest = SelfTestResult[];

/** Judges the whole way: edge, configuration, token, service, clocks, webhooks; up to where it breaks. */
export function selfTest(trial: ConnectionTrial): SelfTest {
  const tried = new Map(judged(trial).map((result) => [result.step, result]));
  return SELF_TEST_STEPS.map((step) => tried.get(step) ?? { step, is: 'untried' });
}

function judged({ alive, read, at }: ConnectionTrial): SelfTest {
  if (!alive.ok) return [failed('reach', alive.failure)];
  const told = alive.value.value;
  const configured = told && !told.ok ? failed('configured', null, told.problems) : fine('configured');
  const reached = [fine('reach'), configured];
  if (!read) return reached;
  if (!read.ok) {
    return [...reached, failed(read.failure.kind === 'key-rejected' ? 'service' : 'token', read.failure)];
  }
  const snapshot = read.value.value;
  const known = [...reached, fine('token')];
  return snapshot ? [...known, service(snapshot), clock(snapshot, at), webhooks(snapshot)] : known;
}

function service({ sections: { account } }: Snapshot): SelfTestResult {
  return account.error ? failed('service', null, [account.error.code]) : fine('service');
}

function clock(snapshot: Snapshot, at: number): SelfTestResult {
  return Math.abs(at - snapshot.at) > CLOCK_TOLERANCE_MS ? failed('clock', null) : fine('clock');
}

function webhooks({ sections: { subscriptions } }: Snapshot): SelfTestResult {
  const health = subscriptions.data;
  if (health?.mode === 'ask-only') return failed('webhooks', null, ['ask-only']);
  return health?.silent ? failed('webhooks', null, [health.silent.words]) : fine('webhooks');
}

function fine(step: SelfTestStep): SelfTestResult {
  return { step, is: 'fine' };
}

function failed(step: SelfTestStep, failure: Failure | null, words: string[] = []): SelfTestResult {
  return { step, is: 'failed', failure, words };
}
