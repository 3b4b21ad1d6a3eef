import { expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import type { AttentionKind, Reason } from '../../shared/attention/item.ts';
import type { Announcement, News } from '../../shared/attention/news.ts';
import { ENDINGS } from '../../shared/endings/ending.ts';
import { DAY_MS } from '../../shared/time.ts';
import { readMessages } from '../modules/messages/read-messages.ts';
import { itemWords, noticeWords } from './attention-words.ts';
import { namingOf } from './naming.ts';

const NOW = Date.UTC(2026, 10, 21, 15, 13);

const cap = { spent: 5, limit: 5, resetsAt: null, canEdit: true };
const budget = { feature: 'ai', used: 8, cap: 10, capKind: 'credits', endsAt: NOW };
const job = { jobId: 'j', name: 'nightly', env: null, failures: 3, lastStatus: null };
const chain = { count: 4, lastAt: NOW, workId: 7, told: 1 };
const failing = { event: 'e', host: 'h', ours: true, error: null, count: 2, firstAt: NOW, lastAt: NOW };
const call = { key: 'k', operation: 'createProject', name: 'shop' };

/** What one of this kind says besides its kind. */
type Way<T, K> = T extends { kind: infer Kind } ? (K extends Kind ? Omit<T, 'kind'> : never) : never;

/** Every kind of item, in every form that has words of its own. */
const REASONS: { [K in AttentionKind]: Way<Reason, K>[] } = {
  'credit-cap': [
    { category: 'development', ...cap },
    { category: 'development', ...cap, spent: null },
    { category: 'infrastructure', ...cap },
    { category: 'infrastructure', ...cap, limit: null },
    { category: 'moon_phases', ...cap },
  ],
  'cap-warning': [{ category: 'development', spent: 170, limit: 200, resetsAt: NOW }],
  'feature-warning': [{ ...budget, refusing: false }],
  'feature-budget': [
    { ...budget, refusing: false },
    { ...budget, refusing: true },
  ],
  'credits-exhausted': [{ credits: null }],
  'kill-switch': [{}],
  'project-paused': [{ state: null, resumable: null }],
  'cron-job': [
    { ...job, paused: false },
    { ...job, paused: true },
    { ...job, paused: false, failures: null },
  ],
  'payments-disconnected': [{}],
  'delivery-failures': [{ ...failing, httpStatus: 500, givenUp: false }],
  'webhooks-silent': [{ missed: 1 }],
  'subscriptions-failing': [{ events: ['e'], problem: 'Too many subscriptions' }],
  'balance-low': [{ credits: 90, below: 100 }],
  'not-fixed': [
    { ...chain, credits: 62, isAtLeast: false },
    { ...chain, credits: 62, isAtLeast: true },
    { ...chain, credits: 0, isAtLeast: true },
  ],
  'live-failing': [
    { what: 'status', detail: '502', host: 'shop.apps.example', at: NOW },
    { what: 'asset', detail: '/a.js', host: 'shop.apps.example', at: NOW },
    { what: 'silent', detail: null, host: 'shop.apps.example', at: NOW },
    { what: 'empty', detail: null, host: 'shop.apps.example', at: NOW },
  ],
  'launch-step': ['secrets', 'files', 'teleport'].map((step) => ({ step, message: 'Not now' })),
  'run-failed': [{ message: 'The tests do not pass' }, { message: null }],
  'deploy-failed': [
    { message: 'Build error', refunded: null },
    { message: null, refunded: true },
  ],
  'keys-needed': [{ keys: [{ name: 'STRIPE_KEY', description: null }] }],
  'run-budget': [
    { budget: 30, spent: 131 },
    { budget: null, spent: null },
  ],
  'guard-failed': [
    { guard: 'run-time', code: 'X', message: 'Failed' },
    { guard: 'run-budget', code: 'X', message: 'Failed', stands: 'lowered' },
    { guard: 'run-budget', code: 'X', message: 'Failed', stands: 'passed' },
    { guard: null, code: 'X', message: 'Failed', stands: 'named' },
    { guard: null, code: 'X', message: 'Failed', stands: 'retried' },
    { guard: null, code: 'X', message: 'Failed', stands: 'stopped' },
    { guard: 'day-budget', code: 'X', message: 'Failed', stands: 'refuses' },
  ],
  'channel-failing': [
    { channelId: 'c', channel: 'Slack', channelKind: 'slack', stopped: false },
    { channelId: 'c', channel: 'Slack', channelKind: 'slack', stopped: true },
  ],
  'access-changed': (
    ['paired', 'owner', 'revoked', 'all-revoked', 'old-token', 'data-key', 'service-key'] as const
  ).map((change) => ({ change, name: 'Desk', deviceId: null, others: true })),
  'cap-forecast': [
    { category: 'development', at: NOW, from: NOW, to: NOW, cap: 500, resetsAt: NOW },
    { category: 'infrastructure', at: NOW, from: NOW, to: NOW, cap: 500, resetsAt: NOW },
  ],
  'balance-forecast': [
    { at: NOW + DAY_MS, from: NOW, to: null, credits: 293 },
    { at: NOW + 3 * DAY_MS, from: NOW + 3 * DAY_MS, to: NOW + 3 * DAY_MS, credits: 293 },
  ],
  'launch-unknown': [
    { ...call, nextCheckAt: NOW },
    { ...call, nextCheckAt: null },
    { ...call, operation: call.operation === 'launch' ? 'startServer' : 'launch', nextCheckAt: NOW },
  ],
};

const link = { channelId: 'c', channelKind: 'telegram' } as const;
const ended = { durationMs: 60_000, credits: null, liveUrl: null, refunded: false };
const NEWS: { [K in News['kind']]: Way<News, K>[] } = {
  'run-finished': ENDINGS.map((outcome) => ({ ...ended, outcome })),
  'deploy-finished': (['succeeded', 'failed', 'not-known'] as const).map((outcome) => ({
    ...ended,
    outcome,
  })),
  'feature-disabled': [{ feature: 'ai' }],
  'feature-enabled': [{ feature: 'ai' }],
  'project-resumed': [{}],
  'mobile-build-finished': ['success', 'error', 'whatever'].map((status) => ({ status })),
  'link-used': [
    { ...link, did: 'raise', category: 'development', to: 300, seen: null },
    { ...link, did: 'raise', category: 'infrastructure', to: 300, seen: null },
    { ...link, did: 'stop', to: null, seen: null },
    { ...link, did: 'seen', to: null, seen: { kind: 'kill-switch' } },
  ],
};

const everything = Object.entries({ ...REASONS, ...NEWS }).flatMap(([kind, ways]) =>
  ways.map((way) => ({ kind, ...way }) as Announcement['about']),
);

test('every kind of item and of news has its messages, and no message is left that none of them says', async () => {
  const getMessage = vi.spyOn(browser.i18n, 'getMessage');
  for (const about of everything) {
    for (const screened of [false, true]) {
      const notice = {
        key: 'k',
        noticeId: 'n',
        severity: 'note',
        projectId: 'shop',
        about,
        at: NOW,
      } as const;
      const { title, facts } = noticeWords(notice, namingOf({ names: {} }, screened), NOW);
      expect(title, JSON.stringify(about)).not.toBe('');
      expect(`${title} ${facts}`, JSON.stringify(about)).not.toMatch(/[{}]|undefined|null|NaN/);
    }
  }
  const messages = await readMessages('en');
  const derived = messages.map(({ key }) => key.join('_')).filter((name) => /^(item|news)_/.test(name));
  const said = new Set(getMessage.mock.calls.map(([name]) => String(name)));
  expect([...said].filter((name) => /^(item|news)_/.test(name)).toSorted()).toEqual(derived.toSorted());
});

test('the days on which something is used up have the form that they have beside the balance', () => {
  const NOON = Date.UTC(2026, 10, 24, 12);
  const titleOf = (from: string, to: string | null, at = from) => {
    const days = { at: Date.parse(at), from: Date.parse(from), to: to === null ? null : Date.parse(to) };
    const naming = namingOf({ names: {} }, false);
    return itemWords({ kind: 'balance-forecast', ...days, credits: 12 }, null, NOON, naming, NOON).title;
  };
  const start = 'At this pace the balance is used up';
  expect(titleOf('2026-11-29', '2026-12-03')).toMatch(RegExp(`^${start} 29 Nov\\s–\\s3 Dec$`));
  expect(titleOf('2026-12-01', '2026-12-01')).toBe(`${start} about 1 Dec`);
  expect(titleOf('2026-12-01', null)).toBe(`${start} 1 Dec or later`);
  expect(titleOf('2026-11-24', '2026-11-26')).toBe(`${start} today`);
});

test('a job of which the service does not say how often it failed is not said to have failed once', () => {
  const reason = { kind: 'cron-job', jobId: 'j', name: 'nightly', env: null, lastStatus: null } as const;
  const factsOf = (failures: number | null) =>
    itemWords({ ...reason, failures, paused: false }, 'shop', NOW, namingOf({ names: {} }, false), NOW).facts;
  expect(factsOf(null)).toBe('nightly, last failed just now');
  expect(factsOf(1)).toBe('nightly failed once, just now');
});

test('what the service says of a failure is quoted: its “we” is not ours', () => {
  const message = 'Something failed on our side.';
  const factsOf = (reason: Reason) =>
    itemWords(reason, 'shop', NOW, namingOf({ names: {} }, false), NOW).facts;
  expect(factsOf({ kind: 'run-failed', message })).toMatch(/^“\S*Something failed on our side\.\S*”/);
  expect(factsOf({ kind: 'deploy-failed', message, refunded: null })).toMatch(/^“/);
  expect(factsOf({ kind: 'run-failed', message: null })).not.toContain('“');
});
