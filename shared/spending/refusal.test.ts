import { describe, expect, it, test } from 'vitest';
import { SERVICE_CODES } from '../builder-api/codes.ts';
import { EDGE_ERROR_STATUS } from '../edge-api/envelope.ts';
import { MINUTE_MS, SECOND_MS } from '../time.ts';
import type { Ends, Lift } from './blocker.ts';
import type { Act, Cause } from './cause.ts';
import { factsFixture, NOW } from './facts-fixture.ts';
import { blockerOfRefusal, causeOfRefusal } from './refusal.ts';

const at = (instant: number): Ends => ({ kind: 'at', at: instant });
const between = (from: number, to: number): Ends => ({ kind: 'between', from: NOW + from, to: NOW + to });
const never: Ends = { kind: 'not-by-itself' };
const unknown: Ends = { kind: 'not-known' };
const resetsAt = '2026-12-01T00:00:00.000Z';
const RESET = Date.parse(resetsAt);

/** Code, details, act, and meaning (service reference, Errors; published reference, What excludes what). */
const ROWS: [string, Record<string, unknown> | null, Act, Cause, Ends, Lift][] = [
  [
    'INSUFFICIENT_CREDITS',
    null,
    'launch',
    { kind: 'balance-used-up', credits: null, needed: null },
    unknown,
    'buy-credits',
  ],
  [
    'VCAAS_INSUFFICIENT_CREDITS',
    null,
    'prompt',
    { kind: 'balance-used-up', credits: null, needed: null },
    unknown,
    'buy-credits',
  ],
  [
    'EDGE_SERVICE_NO_CREDITS',
    null,
    'deploy',
    { kind: 'balance-used-up', credits: null, needed: null },
    unknown,
    'buy-credits',
  ],
  [
    'MAX_PROJECTS_REACHED',
    { maxProjects: 10, projectsUsed: 10, plan: 'Starter', upgradePlan: 'Basic' },
    'launch',
    { kind: 'projects-used-up', used: 10, max: 10, plan: 'Starter' },
    never,
    'remove-project',
  ],
  [
    'MAX_PROJECTS_REACHED',
    { maxProjects: 'unlimited', plan: null },
    'launch',
    { kind: 'projects-used-up', used: null, max: null, plan: null },
    never,
    'remove-project',
  ],
  [
    'RATE_LIMIT_EXCEEDED',
    null,
    'launch',
    { kind: 'created-too-fast', retryAfterMs: null },
    between(MINUTE_MS, 60 * MINUTE_MS),
    'wait',
  ],
  [
    'RATE_LIMIT_EXCEEDED',
    null,
    'app',
    { kind: 'asked-too-often', retryAfterMs: null },
    between(3 * SECOND_MS, MINUTE_MS),
    'wait',
  ],
  [
    'RATE_LIMITED',
    null,
    'launch',
    { kind: 'asked-too-often', retryAfterMs: null },
    between(3 * SECOND_MS, MINUTE_MS),
    'wait',
  ],
  [
    'PROJECT_CREDIT_LIMIT_REACHED',
    { limit: 50, spent: 50, resetsAt },
    'prompt',
    { kind: 'development-cap', used: 50, cap: 50, resetsAt: RESET },
    at(RESET),
    'raise-cap',
  ],
  [
    'PROJECT_CREDIT_LIMIT_REACHED',
    null,
    'prompt',
    { kind: 'development-cap', used: null, cap: null, resetsAt: null },
    at(RESET),
    'raise-cap',
  ],
  ['FEATURE_DISABLED', { feature: 'ai' }, 'app', { kind: 'feature-off', feature: 'ai' }, never, 'switch-on'],
  [
    'FEATURE_LIMIT_REACHED',
    { feature: 'email', limit: 200, used: 201, unit: 'recipients', resetsAt },
    'app',
    { kind: 'feature-budget', feature: 'email', used: 201, limit: 200, unit: 'recipients', resetsAt: RESET },
    at(RESET),
    'raise-budget',
  ],
  [
    'AI_MEDIA_PAUSED_THIS_HOUR',
    { resetsAt: '2026-11-21T10:00:00Z' },
    'app',
    { kind: 'media-paused', resetsAt: Date.UTC(2026, 10, 21, 10) },
    at(Date.UTC(2026, 10, 21, 10)),
    'wait',
  ],
  [
    'AI_MEDIA_PAUSED_THIS_HOUR',
    null,
    'app',
    { kind: 'media-paused', resetsAt: null },
    at(Date.UTC(2026, 10, 21, 10)),
    'wait',
  ],
  [
    'CONCURRENCY_QUEUE_FULL',
    { retryAfter: 12 },
    'app',
    { kind: 'calls-queued', retryAfterMs: 12_000 },
    at(NOW + 12_000),
    'wait',
  ],
  ['AGENT_RUNNING', null, 'deploy', { kind: 'agent-running', startedAt: null }, unknown, 'stop-run'],
  [
    'AUTO_EXECUTION_ALREADY_ACTIVE',
    null,
    'prompt',
    { kind: 'batch-running', done: null, total: null, startedAt: null },
    unknown,
    'wait',
  ],
  ['DEPLOYMENT_RUNNING', null, 'prompt', { kind: 'deployment-running', startedAt: null }, unknown, 'wait'],
  ['RECOVERY_RUNNING', null, 'prompt', { kind: 'recovery-running', startedAt: null }, unknown, 'wait'],
  ['REBUILD_RUNNING', null, 'prompt', { kind: 'rebuild-running', startedAt: null }, unknown, 'wait'],
  ['GITHUB_PULL_RUNNING', null, 'prompt', { kind: 'pull-running', startedAt: null }, unknown, 'wait'],
  ['IMPORT_IN_PROGRESS', null, 'prompt', { kind: 'import-running', startedAt: null }, unknown, 'wait'],
  [
    'SERVER_NOT_READY',
    null,
    'deploy',
    { kind: 'server-not-ready', server: 'starting', price: null },
    between(2 * MINUTE_MS, 4 * MINUTE_MS),
    'wait',
  ],
  [
    'SANDBOX_NOT_REACHABLE',
    { reason: 'starting' },
    'deploy',
    { kind: 'server-not-ready', server: 'starting', price: null },
    between(2 * MINUTE_MS, 4 * MINUTE_MS),
    'wait',
  ],
  ['SANDBOX_NOT_REACHABLE', { reason: 'app_error' }, 'deploy', { kind: 'app-broken' }, never, 'prompt-fix'],
  [
    'NO_ACTIVE_SANDBOX',
    null,
    'prompt',
    { kind: 'server-not-ready', server: 'asleep', price: null },
    never,
    'start-server',
  ],
  ['PROJECT_BUSY', null, 'prompt', { kind: 'project-busy' }, between(3 * SECOND_MS, MINUTE_MS), 'wait'],
  ['PROJECT_NOT_ALLOWED', null, 'prompt', { kind: 'project-not-allowed' }, never, 'ask-owner'],
  ['PROJECT_NOT_FOUND', null, 'prompt', { kind: 'project-gone' }, never, 'none'],
  ['ENGINE_NOT_SUPPORTED', null, 'prompt', { kind: 'not-available' }, never, 'none'],
  ['API_KEY_SCOPE_FORBIDDEN', null, 'prompt', { kind: 'key-restricted' }, never, 'ask-owner'],
  ['OWNER_ONLY', null, 'prompt', { kind: 'key-restricted' }, never, 'ask-owner'],
  ['EDGE_KEY_REJECTED', null, 'prompt', { kind: 'key-rejected', since: null }, never, 'set-key'],
  [
    'EDGE_ACCOUNT_UNCONFIRMED',
    null,
    'prompt',
    { kind: 'account-unconfirmed', since: null },
    never,
    'confirm-account',
  ],
  ['EDGE_UNAUTHORIZED', null, 'prompt', { kind: 'not-paired' }, never, 'pair'],
  [
    'EDGE_SPEND_GUARD',
    { limitCredits: 20, spentCredits: 19, priceCredits: 2 },
    'launch',
    { kind: 'daily-limit', spent: 19, limit: 20 },
    at(Date.UTC(2026, 10, 22)),
    'raise-daily-limit',
  ],
  [
    'EDGE_GUARDED',
    { guard: 'day-budget', spent: 104, limit: 100 },
    'prompt',
    { kind: 'day-budget', spent: 104, limit: 100 },
    at(Date.UTC(2026, 10, 22)),
    'change-guard',
  ],
  [
    'EDGE_GUARDED',
    { guard: 'run-budget' },
    'prompt',
    { kind: 'run-budget', used: null, cap: null, until: null },
    unknown,
    'change-guard',
  ],
  [
    'EDGE_GUARDED',
    { guard: 'failures', failures: 3 },
    'prompt',
    { kind: 'failure-guard', failures: 3 },
    never,
    'change-guard',
  ],
];

describe('a refusal names the same cause as the look beforehand', () => {
  it.each(ROWS)('%s %j of %s', (code, details, act, cause, ends, lift) => {
    expect(blockerOfRefusal({ code, details }, act, factsFixture())).toEqual({
      cause,
      effect: 'refused',
      ends,
      lift,
    });
  });

  it('waits as long as the service requests', () =>
    expect(
      blockerOfRefusal({ code: 'RATE_LIMITED', details: null, retryAfterMs: 7000 }, 'launch', factsFixture())
        ?.ends,
    ).toEqual(at(NOW + 7000)));
});

test('every documented code either names a cause or is about the request itself; details of any form break nothing', () => {
  const odd = { feature: 7, retryAfter: 'soon', maxProjects: null, resetsAt: 'never', spent: {}, reason: [] };
  for (const code of [...SERVICE_CODES, ...Object.keys(EDGE_ERROR_STATUS)])
    for (const details of [null, {}, odd])
      expect(() => causeOfRefusal({ code, details }, 'prompt')).not.toThrow();
});

test.each(['BRAND_NEW', 'toString', '__proto__', null])('a code that is new to us (%s) names none', (code) =>
  expect(causeOfRefusal({ code, details: null }, 'prompt')).toBeNull(),
);
