import { describe, expect, test } from 'vitest';
import type { KeptEvent } from '../snapshot/kept-event.ts';
import type { LaunchRecord } from '../snapshot/launches.ts';
import type { AtLimitProject } from '../snapshot/project-state.ts';
import { RECENT_LAUNCHES_MAX, type Snapshot } from '../snapshot/snapshot.ts';
import type { SubscriptionHealth } from '../snapshot/webhook-health.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../time.ts';
import { failingGroup, keptEventWith, projectAtCap, readSection, snapshotWith } from './fixtures.ts';
import { type AttentionState, emptyAttention } from './item.ts';
import { attentionCount, attentionNowOf, openItems } from './open-items.ts';
import { acknowledge, asHappened, reduceEvents, reduceSnapshot, settleProject } from './reduce.ts';

const T0 = Date.UTC(2026, 10, 21, 12);
const DECEMBER = Date.UTC(2026, 11, 1);

/** The state after a first snapshot in which everything was read and nothing was open. */
const seen = reduceSnapshot(emptyAttention, wholeSnapshot(T0 - DAY_MS)).state;

function wholeSnapshot(at: number): Snapshot {
  return snapshotWith(at, {
    account: account(at, 100),
    atLimit: atLimit(at, []),
    projects: readSection({ total: 50, items: [] }, at),
    deliveries: readSection({ total: 0, groups: [] }, at),
    subscriptions: subscriptions(at, 0),
  });
}

function account(at: number, credits: number) {
  return readSection({ credits, recurrentCredits: credits, oneTimeCredits: 0 }, at);
}

function atLimit(at: number, projects: AtLimitProject[], resetsAt: number | null = DECEMBER) {
  return readSection({ total: projects.length, projects, resetsAt, canEdit: true }, at);
}

function subscriptions(at: number, failing: number, missed = 0) {
  const health: SubscriptionHealth = {
    mode: 'push',
    syncedAt: at,
    origin: null,
    rejections: [],
    silent: missed ? { since: at, missed, until: at, newest: [] } : null,
    subscriptions: Array.from({ length: failing }, (_, n) => ({
      event: `event-${n}`,
      state: 'failing',
      lastReceivedAt: null,
      problem: 'refused',
    })),
  };
  return readSection(health, at);
}

const barber = projectAtCap('barber-bookings');

function run(inputs: (Snapshot | KeptEvent)[], from: AttentionState = seen) {
  let state = from;
  const announced: string[] = [];
  for (const input of inputs) {
    const step = 'sections' in input ? reduceSnapshot(state, input) : reduceEvents(state, [input]);
    state = step.state;
    announced.push(...step.announcements.map(({ key }) => key));
  }
  return { state, announced, open: openItems(state).map(({ id }) => id) };
}

let seq = 0;
const event = (name: string, at: number, facts: KeptEvent['facts'] = {}, late = 0): KeptEvent =>
  keptEventWith({ seq: ++seq, event: name, at, receivedAt: at + late, facts });
const budget = (at: number, name: 'warning' | 'reached', refusing = true, late = 0) =>
  event(`project.feature_limit.${name}`, at, { feature: 'ai', used: 100, cap: 100, refusing }, late);

const acknowledged = (state: AttentionState) => {
  const id = openItems(state)[0]?.id ?? '';
  return acknowledge(state, id, state.items[id]?.heldAt ?? 0, 'Laptop');
};

describe('an event that comes late', () => {
  test('a pause that comes after its end opens nothing and is not reported', () => {
    const { open, announced } = run([
      event('project.resumed', T0 + 20 * SECOND_MS),
      event('project.paused', T0, {}, 40 * SECOND_MS),
    ]);
    expect(open).toEqual([]);
    expect(announced.filter((key) => key.startsWith('project-paused'))).toEqual([]);
  });

  test('an end that comes after the next pause ends only the one before, and the next is reported', () => {
    const { open, announced } = run([
      event('project.paused', T0),
      event('project.paused', T0 + 40 * SECOND_MS),
      event('project.resumed', T0 + 20 * SECOND_MS, {}, MINUTE_MS),
    ]);
    expect(open).toEqual(['project-paused:barber-bookings']);
    expect(announced.filter((key) => key.startsWith('project-paused'))).toEqual([
      'project-paused:barber-bookings#1',
      'project-paused:barber-bookings#2',
    ]);
  });

  test('a warning that arrives after its budget was spent is not shown beside it', () => {
    const { open } = run([
      budget(T0 + 20 * SECOND_MS, 'reached'),
      budget(T0, 'warning', false, 30 * SECOND_MS),
    ]);
    expect(open).toEqual(['feature-budget:barber-bookings:ai:2026-11']);
  });

  test('a budget spent last month, reported this month, is over', () => {
    expect(run([budget(DECEMBER - DAY_MS, 'reached', true, 2 * DAY_MS)]).open).toEqual([]);
  });

  test('a cap that a list read since shows to be over is not opened by its late event', () => {
    const cap = event('project.credit_limit.reached', T0, { category: 'development' }, 2 * MINUTE_MS);
    const read = snapshotWith(T0 + MINUTE_MS, { atLimit: atLimit(T0 + MINUTE_MS, []) });
    expect(run([read, cap])).toMatchObject({ open: [], announced: [] });
  });

  test('what happened before the first look opens and is not reported', () => {
    const { open, announced } = run([event('project.paused', T0 - 2 * DAY_MS, {}, 3 * DAY_MS)]);
    expect(open).toHaveLength(1);
    expect(announced).toEqual([]);
  });
});

const HOUR = 60 * MINUTE_MS;

describe('the first look', () => {
  test('is the past for each kind by itself, however late its section is read', () => {
    const first = reduceSnapshot(emptyAttention, snapshotWith(T0)).state;
    const at = T0 + MINUTE_MS;
    const later = snapshotWith(at, {
      atLimit: atLimit(at, [barber]),
      deliveries: readSection({ total: 1, groups: [failingGroup(T0)] }, at),
    });
    const { open, announced } = run([later], first);
    expect(open).toHaveLength(2);
    expect(announced).toEqual([]);
  });

  test('a failure older than it, of a subscription that is read only later, is not reported', () => {
    const at = T0 + MINUTE_MS;
    const groups = [failingGroup(T0, { firstAt: T0 - 2 * DAY_MS, lastAt: T0 - 2 * DAY_MS })];
    const { open, announced } = run([
      snapshotWith(at, { deliveries: readSection({ total: groups.length, groups }, at) }),
    ]);
    expect(open).toHaveLength(1);
    expect(announced).toEqual([]);
  });
});

describe('what becomes worse after it was acknowledged', () => {
  test('a soft limit that turns hard asks again', () => {
    const soft = run([budget(T0, 'reached', false)]).state;
    const { state, announced } = run([budget(T0 + 1, 'reached', true)], acknowledged(soft));
    expect(attentionCount(attentionNowOf(state, 0))).toEqual({
      unacknowledged: 1,
      acknowledged: 0,
      worst: 'critical',
    });
    expect(announced).toEqual(['feature-budget:barber-bookings:ai:2026-11#2']);
  });

  const deliveries = (at: number, givenUp: boolean) =>
    snapshotWith(at, { deliveries: readSection({ total: 1, groups: [failingGroup(T0, { givenUp })] }, at) });
  const failing = (at: number, count: number) =>
    snapshotWith(at, { subscriptions: subscriptions(at, count) });

  test.each([
    ['deliveries that were given up', deliveries(T0, false), deliveries(T0 + MINUTE_MS, true)],
    ['more subscriptions that are refused', failing(T0, 1), failing(T0 + MINUTE_MS, 17)],
    [
      'a job that is paused',
      event('cron.job.failing', T0, { jobId: 'a' }),
      event('cron.job.paused', T0 + 1, { jobId: 'a' }),
    ],
  ])('%s', (name, before, after) => {
    const first = run([before]);
    expect(first.announced).toHaveLength(1);
    // An item that an acknowledgement ended opens again like any other.
    const { state, announced } = run([after], acknowledged(first.state));
    expect(announced, name).toHaveLength(1);
    expect(attentionCount(attentionNowOf(state, 0))).toMatchObject({ unacknowledged: 1, acknowledged: 0 });
  });

  test('getting better and as bad again is no news', () => {
    const before = run([deliveries(T0, true)]).state;
    const { state, announced } = run(
      [deliveries(T0 + MINUTE_MS, false), deliveries(T0 + 2 * MINUTE_MS, true)],
      acknowledged(before),
    );
    expect(announced).toEqual([]);
    expect(attentionCount(attentionNowOf(state, 0))).toMatchObject({ unacknowledged: 0, acknowledged: 1 });
  });

  test('what asks already is reported again only when it is more severe', () => {
    const { announced } = run([deliveries(T0, false), deliveries(T0 + MINUTE_MS, true)]);
    expect(announced).toHaveLength(1);
    expect(run([budget(T0, 'reached', false), budget(T0 + 1, 'reached', true)]).announced).toHaveLength(2);
  });
});

describe('what ends an item', () => {
  test.each(['project.paused', 'project.kill_switch.fired'])(
    '%s stays, acknowledged, until the project is resumed (service reference, Events)',
    (name) => {
      const paused = acknowledged(run([event(name, T0)]).state);
      expect(attentionCount(attentionNowOf(paused, 0))).toMatchObject({ unacknowledged: 0, acknowledged: 1 });
      expect(run([event('project.resumed', T0 + HOUR)], paused).open).toEqual([]);
    },
  );

  test('the month ends a cap that nothing can be read about (service reference, Versioning)', () => {
    const cap = event('project.credit_limit.reached', T0, { category: 'development' });
    const at = DECEMBER + 2 * MINUTE_MS;
    const error = { code: 'not-available' as const, since: T0 };
    const unread = snapshotWith(at, { atLimit: { data: null, readAt: null, error } });
    expect(run([cap]).open).toHaveLength(1);
    expect(run([cap, unread]).open).toEqual([]);
  });

  test('an event reported seconds after the month names the same cap as a list that ends with it', () => {
    const list = (at: number) => snapshotWith(at, { atLimit: atLimit(at, [barber], DECEMBER + 3000) });
    const cap = event('project.credit_limit.reached', DECEMBER + 2000, { category: 'development' });
    const { open, announced } = run([list(DECEMBER - 2000), cap, list(DECEMBER + 4000)]);
    expect(open).toEqual(['credit-cap:barber-bookings:development:2026-11']);
    expect(announced).toHaveLength(1);
  });

  test('a whole list of projects without the project ends what events reported of it', () => {
    const events = [event('project.payments.disconnected', T0), budget(T0, 'reached')];
    const projects = (at: number, total: number) =>
      snapshotWith(at, { projects: readSection({ total, items: [] }, at) });
    expect(run([...events, projects(T0 + HOUR, 50)]).open).toHaveLength(2);
    expect(run([...events, projects(T0 + SECOND_MS, 0)]).open).toHaveLength(2);
    expect(run([...events, projects(T0 + HOUR, 0)]).open).toEqual([]);
  });

  test('a project that the service does not find takes its items with it, and no others', () => {
    const other = { ...event('project.paused', T0), projectId: 'other' };
    const { state } = run([other, event('project.payments.disconnected', T0), budget(T0, 'reached')]);
    const left = openItems(settleProject(state, 'barber-bookings', T0 + 1));
    expect(left.map(({ id }) => id)).toEqual(['project-paused:other']);
  });
});

describe('credits', () => {
  const refused = (at: number): Snapshot =>
    snapshotWith(at, {
      account: { ...account(T0 - DAY_MS, 900), error: { code: 'no-credits', since: at } },
    });

  test('the refusal of reads opens it, a usable balance ends it (service reference, Errors)', () => {
    const { open, announced } = run([refused(T0), refused(T0 + MINUTE_MS)]);
    expect(open).toEqual(['credits-exhausted']);
    expect(announced).toHaveLength(1);
    const at = T0 + 2 * MINUTE_MS;
    expect(run([refused(T0), snapshotWith(at, { account: account(at, 40) })]).open).toEqual([]);
  });

  test('a rest that pays for nothing between two events makes no second opening', () => {
    const at = T0 + 30 * SECOND_MS;
    const { announced } = run([
      event('project.credits.exhausted', T0),
      snapshotWith(at, { account: account(at, 0.4) }),
      event('project.credits.exhausted', T0 + MINUTE_MS),
    ]);
    expect(announced).toEqual(['credits-exhausted#1']);
  });
});

describe('webhooks', () => {
  test('what the edge finds between two syncs is reported at once, though the section is no newer', () => {
    const silent = (at: number, missed: number) =>
      snapshotWith(at, { subscriptions: subscriptions(T0, 0, missed) });
    expect(run([silent(T0, 0), silent(T0 + MINUTE_MS, 2)]).open).toEqual(['webhooks-silent']);
    expect(run([silent(T0, 2), silent(T0 + MINUTE_MS, 0)]).open).toEqual([]);
  });
});

describe('an uncertain launch', () => {
  const launch = (key: string, state: LaunchRecord['state']): LaunchRecord => ({
    key,
    state,
    operation: 'launchProject',
    requestedProjectId: 'shop',
    projectId: null,
    label: null,
    createdAt: T0,
    settledAt: state === 'unknown' ? null : T0,
    refusal: null,
    agentStarted: null,
    warnings: [],
    nextCheckAt: null,
    candidates: [],
  });
  const list = (at: number, launches: LaunchRecord[]) => ({ ...snapshotWith(at), launches });
  const many = (state: LaunchRecord['state']) =>
    Array.from({ length: RECENT_LAUNCHES_MAX }, (_, n) => launch(`l${n}`, state));

  test('is not resolved by a list that is full of others that are not settled', () => {
    const before = list(T0, [launch('a', 'unknown')]);
    expect(run([before, list(T0 + 1, many('unknown'))]).open).toContain('launch-unknown:a');
  });

  test('is over when a list no longer has it among those that are not settled', () => {
    const before = list(T0, [launch('a', 'unknown')]);
    expect(run([before, list(T0 + 1, many('launched'))]).open).toEqual([]);
  });
});

describe.each([
  ['20 minutes', 20 * MINUTE_MS],
  ['40 days', 40 * DAY_MS],
])('after the clock was ahead by %s', (_, aheadMs) => {
  const withCap = (at: number, isReached: boolean) => ({
    ...wholeSnapshot(at),
    sections: {
      ...wholeSnapshot(at).sections,
      atLimit: atLimit(at, isReached ? [barber] : [], T0 + 99 * DAY_MS),
    },
  });
  const openAfter = (state: AttentionState, at: number) => {
    const { state: after, announcements } = reduceSnapshot(asHappened(state, at), withCap(at, true));
    return { open: openItems(after).map(({ reason }) => reason.kind), told: announcements.length };
  };

  test('what needs the user is told at once', () => {
    const ahead = reduceSnapshot(seen, withCap(T0 + aheadMs, false)).state;
    expect(openAfter(ahead, T0 + MINUTE_MS)).toEqual({ open: ['credit-cap'], told: 1 });
  });

  test('what had opened and ended then opens again', () => {
    const opened = reduceSnapshot(seen, withCap(T0 + aheadMs, true)).state;
    const ended = reduceSnapshot(opened, withCap(T0 + aheadMs + MINUTE_MS, false)).state;
    const first = reduceSnapshot(asHappened(ended, T0 + MINUTE_MS), withCap(T0 + MINUTE_MS, false)).state;
    expect(openAfter(first, T0 + 2 * MINUTE_MS)).toEqual({ open: ['credit-cap'], told: 1 });
  });
});
