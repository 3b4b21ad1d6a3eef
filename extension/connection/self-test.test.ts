import { expect, test } from 'vitest';
import { readSection, snapshotWith } from '../../shared/attention/fixtures.ts';
import type { Health } from '../../shared/edge-api/health.ts';
import type { SectionErrorCode } from '../../shared/snapshot/section.ts';
import type { SnapshotSections } from '../../shared/snapshot/snapshot.ts';
import type { SubscriptionHealth } from '../../shared/snapshot/webhook-health.ts';
import { type ApiErrorKind, apiError, success } from '../edge-client/api-error.ts';
import { type ConnectionTrial, SELF_TEST_STEPS, selfTest } from './self-test.ts';
import { CLOCK_TOLERANCE_MS } from './status.ts';

const AT = Date.UTC(2026, 10, 21);
const HEALTH: Health = {
  ok: true,
  version: '1',
  at: AT,
  open: [],
  api: 1,
  deployment: null,
  configured: {
    ...{ serviceUrl: true, apiKey: true, dataApiUrl: true, encryptionKey: true, publicUrl: true },
    firstOwner: true,
  },
  problems: [],
};
const alive = (health: Partial<Health> = {}) => success({ ...HEALTH, ...health });
const read = (sections: Partial<SnapshotSections> = {}, at = AT) =>
  success({ value: snapshotWith(at, sections), etag: null, edgeApi: 1 });
const trial = (changes: Partial<ConnectionTrial> = {}): ConnectionTrial => ({
  alive: alive(),
  read: read(),
  at: AT,
  ...changes,
});
const withWebhooks = (changes: Partial<SubscriptionHealth>) => {
  const health: SubscriptionHealth = {
    mode: 'push',
    syncedAt: AT,
    origin: null,
    subscriptions: [],
    rejections: [],
    silent: null,
    ...changes,
  };
  return trial({ read: read({ subscriptions: readSection(health, AT) }) });
};

test('everything is fine where everything answers', () => {
  expect(selfTest(trial())).toEqual(SELF_TEST_STEPS.map((step) => ({ step, kind: 'fine' })));
});

test.each<[string, ConnectionTrial, failed: string[], untried: string[]]>([
  [
    'no edge there',
    trial({ alive: apiError('edge-unreachable'), read: null }),
    ['reach'],
    ['configured', 'token', 'service', 'clock', 'webhooks'],
  ],
  [
    'something else there',
    trial({ alive: success({ ok: 'yes' }) }),
    ['reach'],
    ['configured', 'token', 'service', 'clock', 'webhooks'],
  ],
  [
    'an edge without its key',
    trial({ alive: alive({ ok: false, problems: ['No key.'] }) }),
    ['configured'],
    [],
  ],
  [
    'a browser that was revoked',
    trial({ read: apiError('revoked') }),
    ['token'],
    ['service', 'clock', 'webhooks'],
  ],
  ['a rejected key', trial({ read: apiError('key-rejected') }), ['service'], ['token', 'clock', 'webhooks']],
  [
    'a service that fails',
    trial({ read: read({ account: { data: null, readAt: null, error: { code: 'timeout', since: AT } } }) }),
    ['service'],
    [],
  ],
  ['a clock that is ahead', trial({ at: AT + CLOCK_TOLERANCE_MS + 1 }), ['clock'], []],
  ['a clock that is behind', trial({ at: AT - CLOCK_TOLERANCE_MS - 1 }), ['clock'], []],
  ['no public address', withWebhooks({ mode: 'ask-only' }), ['webhooks'], []],
  [
    'webhooks that never arrive',
    withWebhooks({ silent: { since: AT, missed: 2, until: AT, newest: [] } }),
    ['webhooks'],
    [],
  ],
])(
  'the test names what is wrong, and does not judge what it could not try: %s',
  (_, tried, failed, untried) => {
    const results = selfTest(tried);
    expect(results.map(({ step }) => step)).toEqual(SELF_TEST_STEPS);
    expect(results.filter(({ kind: is }) => is === 'failed').map(({ step }) => step)).toEqual(failed);
    expect(results.filter(({ kind: is }) => is === 'untried').map(({ step }) => step)).toEqual(untried);
  },
);

test('a clock that is off is reported with by how much', () => {
  const [result] = selfTest(trial({ at: AT + 180 * 60_000 })).filter(({ step }) => step === 'clock');
  expect(result).toMatchObject({ kind: 'failed', why: 'clock-off', skewMs: 180 * 60_000 });
});

test.each<[SectionErrorCode, ApiErrorKind]>([
  ['key-rejected', 'key-rejected'],
  ['forbidden', 'key-rejected'],
  ['no-credits', 'refused'],
  ['rate-limited', 'rate-limited'],
  ['timeout', 'service-failing'],
  ['unexpected-answer', 'service-failing'],
])('why the service could not be read is reported as a failure that has words: %s', (code, kind) => {
  const account = { data: null, readAt: null, error: { code, since: AT } };
  const [result] = selfTest(trial({ read: read({ account }) })).filter(({ step }) => step === 'service');
  expect(result).toMatchObject({ kind: 'failed', why: 'failure', failure: { kind } });
});
