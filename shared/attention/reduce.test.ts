import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KeptEvent } from '../snapshot/kept-event.ts';
import type { AtLimitProject } from '../snapshot/project-state.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../time.ts';
import { keptEventWith, readSection, snapshotWith } from './fixtures.ts';
import { type AttentionState, emptyAttention, sinceOf } from './item.ts';
import { resolveWhere } from './lifecycle.ts';
import type { Announcement } from './news.ts';
import { attentionCount, attentionNowOf, openItems } from './open-items.ts';
import { acknowledge, reduceEvents, reduceSnapshot } from './reduce.ts';

const T0 = Date.UTC(2026, 10, 21, 12);
const RESETS = Date.UTC(2026, 11, 1);

const barber: AtLimitProject = {
  projectId: 'barber-bookings',
  label: 'Barber bookings',
  caps: { development: 5000, infrastructure: 300 },
  used: { development: 5000, infrastructure: 12 },
  atLimit: { development: true, infrastructure: false },
};

function atLimit(
  at: number,
  projects: AtLimitProject[],
  resetsAt = RESETS,
  total = projects.length,
): Snapshot {
  return snapshotWith(at, { atLimit: readSection({ total, projects, resetsAt, canEdit: true }, at) });
}

function failed(at: number): Snapshot {
  const section = { data: null, readAt: null, error: { code: 'timeout' as const, since: at } };
  return snapshotWith(at, { atLimit: section });
}

const capEvent = (seq: number, at: number): KeptEvent =>
  keptEventWith({
    seq,
    at,
    event: 'project.credit_limit.reached',
    facts: { category: 'development', spent: 5000, limit: 5000 },
  });

type Input = Snapshot | KeptEvent[];

function run(
  inputs: Input[],
  from: AttentionState = seen,
): { state: AttentionState; announcements: Announcement[] } {
  let state = from;
  const announcements: Announcement[] = [];
  for (const input of inputs) {
    const step = Array.isArray(input) ? reduceEvents(state, input) : reduceSnapshot(state, input);
    state = step.state;
    announcements.push(...step.announcements);
  }
  return { state, announcements };
}

/** The state after a first snapshot without open items. */
const seen: AttentionState = reduceSnapshot(emptyAttention, atLimit(T0 - DAY_MS, [])).state;

describe('a project at its credit cap', () => {
  test('the event and the at-limit list are one item, announced once', () => {
    const { state, announcements } = run([
      [capEvent(1, T0)],
      atLimit(T0 + MINUTE_MS, [barber]),
      atLimit(T0 + 2 * MINUTE_MS, [barber]),
    ]);
    expect(openItems(state).map(({ id }) => id)).toEqual(['credit-cap:barber-bookings:development:2026-11']);
    expect(announcements.map(({ key }) => key)).toEqual(['credit-cap:barber-bookings:development:2026-11#1']);
  });

  test('a month end that drifts by seconds names the same item', () => {
    const { announcements } = run([
      atLimit(T0, [barber], RESETS),
      atLimit(T0 + MINUTE_MS, [barber], RESETS - 3 * SECOND_MS),
      atLimit(T0 + 2 * MINUTE_MS, [barber], RESETS + 3 * SECOND_MS),
    ]);
    expect(announcements).toHaveLength(1);
  });

  test('a failed reading neither opens nor resolves', () => {
    const { state, announcements } = run([atLimit(T0, [barber]), failed(T0 + MINUTE_MS)]);
    expect(openItems(state)).toHaveLength(1);
    expect(announcements).toHaveLength(1);
  });

  test('a list that is cut off resolves nothing', () => {
    const { state } = run([atLimit(T0, [barber]), atLimit(T0 + MINUTE_MS, [], RESETS, 60)]);
    expect(openItems(state)).toHaveLength(1);
  });

  test('a list read right after the event, not yet showing it, does not resolve it', () => {
    const { state } = run([[capEvent(1, T0)], atLimit(T0 + SECOND_MS, [])]);
    expect(openItems(state)).toHaveLength(1);
  });

  test('it resolves when a later list no longer shows it, and opens again when it comes back', () => {
    const { state, announcements } = run([
      atLimit(T0, [barber]),
      atLimit(T0 + MINUTE_MS, []),
      atLimit(T0 + 2 * MINUTE_MS, [barber]),
    ]);
    expect(openItems(state)).toHaveLength(1);
    expect(announcements.map(({ key }) => key.split('#')[1])).toEqual(['1', '2']);
  });

  test('an event that a later reading has overtaken opens nothing', () => {
    const late = { ...capEvent(1, T0), source: 'reconciled' as const, receivedAt: T0 + 10 * MINUTE_MS };
    const { state, announcements } = run([atLimit(T0 + 5 * MINUTE_MS, []), [late]]);
    expect(openItems(state)).toEqual([]);
    expect(announcements).toEqual([]);
  });

  test('an event leaves what only the list knows: that the owner may raise it', () => {
    const { state } = run([atLimit(T0, [barber]), [capEvent(1, T0 + MINUTE_MS)]]);
    expect(openItems(state)[0]?.reason).toMatchObject({ canEdit: true, limit: 5000 });
  });

  test('a list read just before the event came still adds what only the list knows', () => {
    const { state } = run([[capEvent(1, T0 + SECOND_MS)], atLimit(T0, [barber])]);
    expect(openItems(state)[0]?.reason).toMatchObject({ canEdit: true, limit: 5000 });
  });

  test('raised by the user, it is over at once', () => {
    const { state } = run([atLimit(T0, [barber])]);
    const id = 'credit-cap:barber-bookings:development:2026-11';
    expect(openItems(resolveWhere(state, (item) => item.id === id, T0 + 1))).toEqual([]);
  });
});

describe('the first look after pairing', () => {
  test('opens what holds and announces nothing', () => {
    const first = snapshotWith(T0, {
      atLimit: readSection({ total: 1, projects: [barber], resetsAt: RESETS, canEdit: true }, T0),
      events: readSection({ lastSeq: 1, items: [capEvent(1, T0 - MINUTE_MS)] }, T0),
    });
    const { state, announcements } = run([first], emptyAttention);
    expect(attentionCount(attentionNowOf(state, 0))).toEqual({
      unacknowledged: 1,
      acknowledged: 0,
      worst: 'critical',
    });
    expect(announcements).toEqual([]);
  });
});

describe('acknowledging', () => {
  test('keeps an item open without counting it', () => {
    const { state } = run([atLimit(T0, [barber])]);
    const id = openItems(state)[0]?.id ?? '';
    const after = run([atLimit(T0 + MINUTE_MS, [barber])], acknowledge(state, id, T0, 'Laptop')).state;
    expect(attentionCount(attentionNowOf(after, 0))).toEqual({
      unacknowledged: 0,
      acknowledged: 1,
      worst: null,
    });
  });

  test('ends what no later event would end', () => {
    const job = keptEventWith({ seq: 1, at: T0, event: 'cron.job.paused', facts: { jobId: 'nightly' } });
    const { state } = run([[job]]);
    const id = openItems(state)[0]?.id ?? '';
    expect(openItems(acknowledge(state, id, T0 + 1, 'Laptop'))).toEqual([]);
  });
});

describe('budgets of features', () => {
  const facts = { feature: 'ai_text', used: 100, cap: 100, capKind: 'credits', refusing: true };

  test('a spent budget takes the place of its warning', () => {
    const { state, announcements } = run([
      [keptEventWith({ seq: 1, at: T0, event: 'project.feature_limit.warning', facts })],
      [keptEventWith({ seq: 2, at: T0 + 1, event: 'project.feature_limit.reached', facts })],
    ]);
    expect(openItems(state).map(({ reason }) => reason.kind)).toEqual(['feature-budget']);
    expect(announcements).toHaveLength(2);
  });

  test('a soft limit is a warning, a hard one critical', () => {
    const soft = { ...facts, refusing: false };
    const { state } = run([
      [keptEventWith({ seq: 1, at: T0, event: 'project.feature_limit.reached', facts: soft })],
    ]);
    expect(openItems(state)[0]?.severity).toBe('warning');
  });

  test('the month ends it', () => {
    const event = keptEventWith({ seq: 1, at: T0, event: 'project.feature_limit.reached', facts });
    const { state } = run([[event], snapshotWith(RESETS + MINUTE_MS)]);
    expect(openItems(state)).toEqual([]);
  });
});

test('an event names the opening that it reports, whether it or a reading came first', () => {
  const first = reduceEvents(seen, [capEvent(1, T0)]);
  expect(first.needs).toEqual({ 1: first.announcements[0]?.key });
  const read = reduceSnapshot(seen, atLimit(T0, [barber]));
  expect(reduceEvents(read.state, [capEvent(1, T0 + MINUTE_MS)])).toMatchObject({
    ...{ needs: { 1: read.announcements[0]?.key }, announcements: [] },
  });
});

describe('whatever the order, repetition and gaps', () => {
  const inputArb = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('event' as const), seq: fc.integer({ min: 1, max: 6 }) }),
      fc.record({
        kind: fc.constant('reading' as const),
        minute: fc.integer({ min: 1, max: 30 }),
        holds: fc.boolean(),
        drift: fc.integer({ min: -5, max: 5 }),
      }),
      fc.record({ kind: fc.constant('failed' as const), minute: fc.integer({ min: 1, max: 30 }) }),
    ),
    { maxLength: 20 },
  );

  test('an opening is announced exactly once, and nothing is announced that did not open', () => {
    fc.assert(
      fc.property(inputArb, (script) => {
        const inputs = script.map((one): Input => {
          if (one.kind === 'event') return [capEvent(one.seq, T0 + one.seq * MINUTE_MS)];
          if (one.kind === 'failed') return failed(T0 + one.minute * MINUTE_MS);
          return atLimit(
            T0 + one.minute * MINUTE_MS,
            one.holds ? [barber] : [],
            RESETS + one.drift * SECOND_MS,
          );
        });
        const { state, announcements } = run(inputs);
        const keys = announcements.map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
        const items = Object.values(state.items);
        expect(items.length).toBeLessThanOrEqual(1);
        expect(keys.length).toBeLessThanOrEqual(items[0]?.opening ?? 0);
      }),
      { numRuns: 300 },
    );
  });

  test('reducing everything a second time changes nothing and announces nothing', () => {
    fc.assert(
      fc.property(inputArb, (script) => {
        const events = script.flatMap((one) =>
          one.kind === 'event' ? [capEvent(one.seq, T0 + one.seq * MINUTE_MS)] : [],
        );
        const once = run([events]);
        const twice = run([events], once.state);
        expect(twice.announcements).toEqual([]);
        expect(twice.state.items).toEqual(once.state.items);
      }),
      { numRuns: 200 },
    );
  });

  test('a failed read changes nothing', () => {
    fc.assert(
      fc.property(inputArb, (script) => {
        const inputs = (skipFailed: boolean) =>
          script
            .filter((one) => !(skipFailed && one.kind === 'failed'))
            .map((one): Input => {
              if (one.kind === 'event') return [capEvent(one.seq, T0 + one.seq * MINUTE_MS)];
              if (one.kind === 'failed') return failed(T0 + one.minute * MINUTE_MS);
              return atLimit(T0 + one.minute * MINUTE_MS, one.holds ? [barber] : []);
            });
        const withFailures = run(inputs(false));
        const without = run(inputs(true));
        expect(withFailures.announcements).toEqual(without.announcements);
        expect(withFailures.state.items).toEqual(without.state.items);
      }),
      { numRuns: 200 },
    );
  });
});

describe('since when something holds', () => {
  const since = (state: AttentionState) => openItems(state).map((item) => sinceOf(item));

  test('is not invented: what a reading shows began before it', () => {
    const { state, announcements } = run([atLimit(T0, [barber])]);
    expect(since(state)).toEqual([{ before: T0 }]);
    expect(announcements).toMatchObject([{ isEarlier: true }]);
    const later = run([atLimit(T0 + MINUTE_MS, [barber])], state).state;
    expect(since(later)).toEqual([{ before: T0 }]);
  });

  test('is when the event says, whether that came first or last', () => {
    const orders: Input[][] = [
      [[capEvent(1, T0)], atLimit(T0 + MINUTE_MS, [barber])],
      [atLimit(T0 + MINUTE_MS, [barber]), [capEvent(1, T0)]],
    ];
    for (const order of orders) {
      const { state } = run(order);
      expect(since(state)).toEqual([T0]);
    }
  });
});
