import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../shared/time.ts';
import { namingOf } from '../i18n/naming.ts';
import type { Notice } from '../storage/notices.ts';
import { DEFAULT_SETTINGS } from '../storage/settings.ts';
import type { Settings } from '../storage/settings-schema.ts';
import { applyPolicy, inQuietHours, type Situation } from './policy.ts';
import { addNotices } from './queue.ts';
import { buttonsOf } from './show.ts';

const NOON = 12 * 60;
const situation: Situation = {
  now: 1_000,
  minuteOfDay: NOON,
  looking: false,
  fate: 'open' as const,
  mayRaise: false,
  balance: null,
};
const cap: Notice = {
  key: 'credit-cap:shop:development:2026-11#1',
  noticeId: 'credit-cap:shop:development:2026-11',
  severity: 'critical',
  projectId: 'shop',
  about: { kind: 'kill-switch' },
  at: 0,
  storedAt: 0,
  fate: { is: 'pending' },
};
const resumed: Notice = { ...cap, severity: 'note', about: { kind: 'project-resumed' } };
const run = (durationMs: number): Notice => ({
  ...resumed,
  about: { kind: 'run-finished', outcome: 'succeeded', durationMs, credits: null },
});
const failed: Notice = {
  ...resumed,
  severity: 'warning',
  about: { kind: 'run-finished', outcome: 'failed', durationMs: null, credits: null },
};
const night: Partial<Settings> = { quietHours: { on: true, from: '22:00', to: '07:00' } };

describe('the rules of the user', () => {
  test.each<[string, Notice, Partial<Settings>, Partial<Situation>, string]>([
    ['nothing against it', resumed, {}, {}, 'shown: wanted'],
    ['its topic is off', resumed, { silencedTopics: ['project-resumed'] }, {}, 'topic-off'],
    [
      'finished runs are off, but it failed',
      failed,
      { silencedTopics: ['run-finished'] },
      {},
      'shown: unwatched',
    ],
    ['failed runs are off', failed, { silencedTopics: ['run-failed'] }, {}, 'topic-off'],
    ['its project is off', resumed, { silencedProjects: ['shop'] }, {}, 'project-off'],
    ['muted for an hour', resumed, { mutedUntil: 2_000 }, {}, 'muted'],
    ['muted, but critical', cap, { mutedUntil: 2_000 }, {}, 'shown: critical'],
    ['the mute is over', resumed, { mutedUntil: 999 }, {}, 'shown: wanted'],
    ['quiet hours', resumed, night, { minuteOfDay: 23 * 60 }, 'quiet-hours'],
    [
      'quiet hours, for a warning too',
      { ...resumed, severity: 'warning', about: { kind: 'live-failing' } as Notice['about'] },
      night,
      { minuteOfDay: 0 },
      'quiet-hours',
    ],
    [
      'quiet hours, for what is critical and stops no building',
      { ...cap, about: { kind: 'payments-disconnected' } },
      night,
      { minuteOfDay: 0 },
      'quiet-hours',
    ],
    [
      'muted, for the same',
      { ...cap, about: { kind: 'payments-disconnected' } },
      { mutedUntil: 2_000 },
      {},
      'muted',
    ],
    ['quiet hours, but critical', cap, night, { minuteOfDay: 23 * 60 }, 'shown: critical'],
    ['a critical topic that is off stays off', cap, { silencedTopics: ['kill-switch'] }, {}, 'topic-off'],
    ['already over', cap, {}, { fate: 'over' }, 'over'],
    ['replaced by something worse', cap, {}, { fate: 'gone' }, 'gone'],
    ['a short run that somebody watched', run(MINUTE_MS), {}, { looking: true }, 'looking'],
    ['a short run that nobody watched', run(MINUTE_MS), {}, {}, 'shown: unwatched'],
    ['seen by somebody else', cap, {}, { fate: 'seen' }, 'seen'],
    ['a long run, even watched', run(20 * MINUTE_MS), {}, { looking: true }, 'shown: long'],
  ])('%s', (_name, notice, changes, circumstances, expected) => {
    const outcome = applyPolicy(
      notice,
      { ...DEFAULT_SETTINGS, ...changes },
      { ...situation, ...circumstances },
    );
    expect(outcome.is === 'held' ? outcome.why : `shown: ${outcome.why}`).toBe(expected);
  });
});

test.each([
  ['22:00', '07:00', 21 * 60 + 59, false],
  ['22:00', '07:00', 22 * 60, true],
  ['22:00', '07:00', 6 * 60 + 59, true],
  ['22:00', '07:00', 7 * 60, false],
  ['12:00', '13:00', 12 * 60 + 30, true],
  ['12:00', '13:00', 13 * 60, false],
  ['22:00', '22:00', 22 * 60, false],
  ['22:00', '22:00', 12 * 60, false],
])('quiet from %s to %s, minute %i: %s', (from, to, minute, quiet) => {
  expect(inQuietHours({ on: true, from, to }, minute)).toBe(quiet);
});

test('an announcement that is stored already is not stored again', () => {
  const once = addNotices([], [cap], 1);
  expect(addNotices(once, [cap], 2)).toEqual(once);
});

test.each<[string, boolean, Partial<Extract<Notice['about'], { kind: 'credit-cap' }>>, boolean]>([
  ['to whom may raise it, though an event opened it', true, { canEdit: false }, true],
  ['to nobody else, though a reading opened it', false, { canEdit: true }, false],
  ['not while the cap is not known', true, { limit: null }, false],
  ['not for a cap that is new to us', true, { category: 'marketing' }, false],
])('a cap is offered to be raised %s', (_why, mayRaise, changes, offered) => {
  const about = {
    kind: 'credit-cap',
    category: 'development',
    spent: 5000,
    limit: 5000,
    resetsAt: null,
    canEdit: false,
    ...changes,
  } as const;
  const notice: Notice = { ...cap, about };
  const outcome = applyPolicy(notice, DEFAULT_SETTINGS, { ...situation, mayRaise });
  const [first, second] = buttonsOf({ ...notice, fate: outcome }, namingOf({ names: {} }, false));
  expect(first?.does).toBe(offered ? 'raise' : 'open');
  expect(second?.does).toBe('acknowledge');
});

const atCap: Extract<Notice['about'], { kind: 'credit-cap' }> = {
  kind: 'credit-cap',
  category: 'development',
  spent: 5000,
  limit: 5000,
  resetsAt: null,
  canEdit: true,
};

test.each([
  ['what the balance bears', 293, 'Raise to 5,290'],
  ['a fifth more where the balance bears it', 4_000, 'Raise to 6,000'],
  ['a fifth more while the balance is not known', null, 'Raise to 6,000'],
  ['nothing where the account has nothing left to spend', 0, 'Look'],
])('a notice offers to raise a cap of 5,000 to %s', (_what, balance, title) => {
  const outcome = applyPolicy({ ...cap, about: atCap }, DEFAULT_SETTINGS, {
    ...situation,
    mayRaise: true,
    balance,
  });
  const [first] = buttonsOf({ ...cap, about: atCap, fate: outcome }, namingOf({ names: {} }, false));
  expect(first?.title).toBe(title);
});

test('a notice of an older version, whose offered amount is unknown, raises nothing by itself', () => {
  const [first] = buttonsOf(
    { ...cap, about: atCap, fate: { is: 'shown', raise: true } },
    namingOf({ names: {} }, false),
  );
  expect(first?.does).toBe('open');
});
