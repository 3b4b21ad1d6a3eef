import type { InstantMs } from '../../shared/durations.ts';
import type { SectionErrorCode } from '../../shared/snapshot/section.ts';
import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import { type Failure, failure } from '../edge-client/failure.ts';
import { healthForm } from '../forms/forms.ts';
import { CLOCK_TOLERANCE_MS } from './clock-tolerance.ts';
import type { ConnectionTrial } from './try-connection.ts';

export const SELF_TEST_STEPS = ['reach', 'configured', 'token', 'service', 'clock', 'webhooks'] as const;
export type SelfTestStep = (typeof SELF_TEST_STEPS)[number];

/** One step of the test: fine, failed and why, or not tried because an earlier one failed. */
export type SelfTestResult =
  | { step: SelfTestStep; is: 'fine' }
  | ({ step: SelfTestStep; is: 'failed' } & Fault)
  | { step: SelfTestStep; is: 'untried' };
export type SelfTest = SelfTestResult[];

/** What is wrong; `edge-says` carries sentences of the edge's own. */
export type Fault =
  | { why: 'failure'; failure: Failure }
  | { why: 'edge-says'; words: string[] }
  | { why: 'clock-off' }
  | { why: 'ask-only' }
  | { why: 'silent'; missed: number; since: InstantMs };

/** Judges the whole way: edge, configuration, token, service, clocks, webhooks; up to where it breaks. */
export function selfTest(trial: ConnectionTrial): SelfTest {
  const tried = new Map(judged(trial).map((result) => [result.step, result]));
  return SELF_TEST_STEPS.map((step) => tried.get(step) ?? { step, is: 'untried' });
}

function judged({ alive, read, at }: ConnectionTrial): SelfTest {
  if (!alive.ok) return [failed('reach', { why: 'failure', failure: alive.failure })];
  const health = healthForm(alive.value);
  if (!health) return [failed('reach', { why: 'failure', failure: failure('not-an-edge').failure })];
  const configured = health.ok
    ? fine('configured')
    : failed('configured', { why: 'edge-says', words: health.problems });
  const reached = [fine('reach'), configured];
  if (!read) return reached;
  if (!read.ok) {
    const step = read.failure.kind === 'key-rejected' ? 'service' : 'token';
    return [...reached, failed(step, { why: 'failure', failure: read.failure })];
  }
  const snapshot = read.value.value;
  const known = [...reached, fine('token')];
  return snapshot ? [...known, service(snapshot), clock(snapshot, at), webhooks(snapshot)] : known;
}

function service({ sections: { account } }: Snapshot): SelfTestResult {
  if (!account.error) return fine('service');
  return failed('service', { why: 'failure', ...failureOf(account.error.code) });
}

/** What keeps the account from being read, as if it had been asked for right now. */
function failureOf(code: SectionErrorCode): { failure: Failure } {
  switch (code) {
    case 'key-rejected':
    case 'forbidden':
      return failure('key-rejected');
    case 'no-credits':
      return failure('refused', 'INSUFFICIENT_CREDITS');
    case 'rate-limited':
      return failure('rate-limited');
    case 'not-available':
    case 'timeout':
    case 'unreachable':
    case 'service-failing':
    case 'unexpected-answer':
      return failure('service-failing');
  }
}

function clock(snapshot: Snapshot, at: number): SelfTestResult {
  return Math.abs(at - snapshot.at) > CLOCK_TOLERANCE_MS
    ? failed('clock', { why: 'clock-off' })
    : fine('clock');
}

function webhooks({ sections: { subscriptions } }: Snapshot): SelfTestResult {
  const health = subscriptions.data;
  if (health?.mode === 'ask-only') return failed('webhooks', { why: 'ask-only' });
  if (!health?.silent) return fine('webhooks');
  const { missed, since } = health.silent;
  return failed('webhooks', { why: 'silent', missed, since });
}

function fine(step: SelfTestStep): SelfTestResult {
  return { step, is: 'fine' };
}

function failed(step: SelfTestStep, fault: Fault): SelfTestResult {
  return { step, is: 'failed', ...fault };
}
