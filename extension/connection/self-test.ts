import * as z from 'zod/mini';
import { health as healthSchema } from '../../shared/edge-api/health.ts';
import { parse } from '../../shared/parse.ts';
import type { SectionErrorCode } from '../../shared/snapshot/section.ts';
import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import type { InstantMs } from '../../shared/time.ts';
import { type ApiError, apiError, type Result } from '../edge-client/api-error.ts';
import {
  type EdgeDependencies,
  type FetchedSnapshot,
  fetchSnapshot,
  requestEdge,
} from '../edge-client/edge-client.ts';
import { CLOCK_TOLERANCE_MS } from './status.ts';

export const SELF_TEST_STEPS = ['reach', 'configured', 'token', 'service', 'clock', 'webhooks'] as const;
export type SelfTestStep = (typeof SELF_TEST_STEPS)[number];

/** One step of the test: fine, failed and why, or not tried because an earlier one failed. */
export type SelfTestResult =
  | { step: SelfTestStep; kind: 'fine' }
  | ({ step: SelfTestStep; kind: 'failed' } & Fault)
  | { step: SelfTestStep; kind: 'untried' };
export type SelfTest = SelfTestResult[];

/** What is wrong; `edge-says` carries sentences of the edge's own. */
export type Fault =
  | { why: 'failure'; failure: ApiError }
  | { why: 'edge-says'; words: string[] }
  /** The edge sent it in a form that this version does not know. */
  | { why: 'unreadable' }
  /** This browser's clock minus the edge's. */
  | { why: 'clock-off'; skewMs: number }
  | { why: 'ask-only' }
  | { why: 'silent'; missed: number; since: InstantMs };

/** Responses of the edge to the test; `read` null: not read, because it is not alive. */
export type ConnectionTrial = {
  /** The response of `/health`, unparsed. */
  alive: Result<unknown>;
  read: Result<FetchedSnapshot> | null;
  /** This browser's clock at the response. */
  at: InstantMs;
};

/** Reads everything that shows how well the edge can be used, and reports each step. */
export async function testConnection(
  dependencies: EdgeDependencies,
  { edge, token }: { edge: string; token: string },
  now: () => InstantMs,
): Promise<SelfTest> {
  const alive = await requestEdge(
    dependencies,
    edge,
    { method: 'GET', path: '/health', token: null },
    z.unknown(),
  );
  const read = alive.ok ? await fetchSnapshot(dependencies, edge, token, null, true) : null;
  return selfTest({ alive, read, at: now() });
}

/** Judges the whole way: edge, configuration, token, service, clocks, webhooks; up to where it breaks. */
export function selfTest(trial: ConnectionTrial): SelfTest {
  const tried = new Map(checkedSteps(trial).map((result) => [result.step, result]));
  return SELF_TEST_STEPS.map((step) => tried.get(step) ?? { step, kind: 'untried' });
}

function checkedSteps({ alive, read, at }: ConnectionTrial): SelfTest {
  if (!alive.ok) return [failed('reach', { why: 'failure', failure: alive.error })];
  const health = parse(healthSchema, alive.value);
  if (!health) return [failed('reach', { why: 'failure', failure: apiError('not-an-edge').error })];
  const configured = health.ok
    ? fine('configured')
    : failed('configured', { why: 'edge-says', words: health.problems });
  const reached = [fine('reach'), configured];
  if (!read) return reached;
  if (!read.ok) {
    const step = read.error.kind === 'key-rejected' ? 'service' : 'token';
    return [...reached, failed(step, { why: 'failure', failure: read.error })];
  }
  const snapshot = read.value.value;
  const known = [...reached, fine('token')];
  return snapshot ? [...known, service(snapshot), clock(snapshot, at), webhooks(snapshot)] : known;
}

function service({ sections: { account } }: Snapshot): SelfTestResult {
  if (!account.error) return fine('service');
  if (account.error.code === 'unreadable') return failed('service', { why: 'unreadable' });
  return failed('service', { why: 'failure', failure: serviceError(account.error.code) });
}

/** The error of the account's section, as if it had just been read. */
function serviceError(code: Exclude<SectionErrorCode, 'unreadable'>): ApiError {
  switch (code) {
    case 'key-rejected':
    case 'forbidden':
      return apiError('key-rejected').error;
    case 'account-unconfirmed':
      return apiError('account-unconfirmed').error;
    case 'no-credits':
      return apiError('refused', 'INSUFFICIENT_CREDITS').error;
    case 'rate-limited':
      return apiError('rate-limited').error;
    case 'not-available':
    case 'timeout':
    case 'unreachable':
    case 'service-failing':
    case 'unexpected-answer':
      return apiError('service-failing').error;
  }
}

function clock(snapshot: Snapshot, at: number): SelfTestResult {
  const skewMs = at - snapshot.at;
  return Math.abs(skewMs) > CLOCK_TOLERANCE_MS
    ? failed('clock', { why: 'clock-off', skewMs })
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
  return { step, kind: 'fine' };
}

function failed(step: SelfTestStep, fault: Fault): SelfTestResult {
  return { step, kind: 'failed', ...fault };
}
