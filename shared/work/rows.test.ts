import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../time.ts';
import type { BatchPlace, CallEvidence, EventEvidence, Evidence, ReadEvidence } from './evidence.ts';
import { endOfRow, type WorkRow } from './row.ts';
import { rowsOf } from './rows.ts';

const NOON = Date.parse('2026-11-12T12:00:00Z');
const at = (minutes: number) => NOON + minutes * MINUTE_MS;

const call = (change: Partial<CallEvidence> = {}): CallEvidence => ({
  ...{ from: 'ledger', kind: 'run', key: 'key-0001', at: NOON, state: 'launched', begunAt: null },
  ...{ prompt: 'Add a page', by: 'Laptop' },
  ...change,
});
const reading = (change: Partial<ReadEvidence> = {}): ReadEvidence => ({
  ...{ from: 'reading', kind: 'run', at: at(1), startedAt: at(0.1), deploymentId: null },
  ...{ ending: null, endedAt: null, reason: null, credits: null, refunded: null },
  ...{ prompt: null, promptedAt: null, versionId: null, batch: null },
  ...change,
});
const event = (change: Partial<EventEvidence> = {}): EventEvidence => ({
  ...{ from: 'event', kind: 'run', id: 'e1', at: at(20), isBound: false, ending: 'not-known' },
  ...{ reason: null, refunded: null, deploymentId: null, prompt: null },
  ...change,
});
const over = (change: Partial<ReadEvidence> = {}) =>
  reading({ at: at(21), ending: 'succeeded', endedAt: at(20), credits: 12, ...change });

const instants = fc.integer({ min: 0, max: 90 }).map((minutes) => at(minutes));
const prompts = fc.constantFrom(null, 'Add a page', 'Mend the cart');
const anyCall = fc
  .record({
    key: fc.constantFrom('key-0001', 'key-0002', 'key-0003'),
    state: fc.constantFrom('sent', 'unknown', 'absent', 'refused', 'launched'),
    begunAt: fc.option(instants, { freq: 6 }),
  } as const)
  // A call is sent once, with one prompt.
  .map((one) => call({ ...one, at: at(Number(one.key.at(-1)) * 20), prompt: `Prompt ${one.key}` }));
const anyBatch: fc.Arbitrary<BatchPlace | null> = fc.option(
  fc.record({
    startedAt: fc.constant(at(30)),
    place: fc.option(fc.integer({ min: 0, max: 3 })),
    total: fc.constantFrom(0, 4),
    isGoing: fc.boolean(),
    ends: fc.constant([]),
  }),
  { freq: 2 },
);
const anyReading = fc
  .record({
    at: instants,
    startedAt: fc.option(instants),
    ending: fc.option(fc.constantFrom('succeeded', 'failed', 'not-known', 'paused')),
    credits: fc.option(fc.integer({ min: 1, max: 40 })),
    prompt: prompts,
    promptedAt: fc.option(instants),
    batch: anyBatch,
  } as const)
  .map((one) => reading({ ...one, batch: one.startedAt === null ? null : one.batch }));
const anyStarted = fc
  .tuple(anyReading, instants)
  .map(([one, startedAt]) => ({ ...one, startedAt: one.startedAt ?? startedAt }));
const anyEvent = fc
  .record({
    id: fc.constantFrom('e1', 'e2', 'e3'),
    at: instants,
    isBound: fc.boolean(),
    ending: fc.constantFrom('succeeded', 'not-known'),
    prompt: prompts,
  } as const)
  .map(event);
const anyCause = fc
  .record({ from: fc.constantFrom('stop', 'cap'), at: instants } as const)
  .map((one): Evidence => ({ ...one, kind: 'run', by: null }));
const anyEvidence: fc.Arbitrary<Evidence[]> = fc.array(fc.oneof(anyCall, anyReading, anyEvent, anyCause), {
  maxLength: 12,
});

const shown = (rows: readonly WorkRow[]) => JSON.stringify(rows.map(({ evidence: _, ...row }) => row));

describe('laws', () => {
  test('any order of the same evidence gives the same rows, and a repetition changes nothing', () =>
    fc.assert(
      fc.property(
        anyEvidence.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }), fc.subarray(all)),
        ),
        ([all, shuffled, again]) => {
          expect(shown(rowsOf([...shuffled, ...again]))).toBe(shown(rowsOf(all)));
        },
      ),
      { numRuns: 1500 },
    ));

  test('what the rows keep of the evidence gives the same rows again', () =>
    fc.assert(
      fc.property(anyEvidence, (all) => {
        const rows = rowsOf(all);
        expect(shown(rowsOf(rows.flatMap(({ evidence }) => evidence)))).toBe(shown(rows));
      }),
      { numRuns: 1500 },
    ));

  test('nothing joins a row that began after it', () =>
    fc.assert(
      fc.property(anyEvidence, (all) => {
        for (const row of rowsOf(all))
          for (const one of row.evidence)
            if (one.from === 'event' || one.from === 'stop' || one.from === 'cap')
              expect(one.at).toBeGreaterThanOrEqual(row.begunAt);
      }),
    ));

  test('each paid call that may have begun has one row, or one of each prompt of its batch', () =>
    fc.assert(
      fc.property(anyEvidence, (all) => {
        const rows = rowsOf(all).filter(({ callKey, batch }) => callKey !== null && batch === null);
        expect(new Set(rows.map(({ callKey }) => callKey)).size).toBe(rows.length);
      }),
    ));

  test('each start is one row, and a null start is none', () =>
    fc.assert(
      fc.property(anyEvidence, (all) => {
        const starts = rowsOf(all).flatMap(({ startedAt }) => startedAt ?? []);
        expect(new Set(starts).size).toBe(starts.length);
      }),
      { numRuns: 1500 },
    ));

  test('an ending only gets better known, unless a later reading shows the run that it is of', () => {
    const rank = ({ ending }: WorkRow) =>
      ending === null ? 0 : ending === 'not-known' ? 1 : ending === 'paused' ? 1 : 2;
    fc.assert(
      // A reading without a start moves when its run is read, and so does a run told to be of a batch.
      fc.property(fc.array(anyStarted, { maxLength: 6 }), anyReading, (all, more) => {
        const { batch } = more;
        fc.pre(!batch || all.every((one) => one.batch || one.startedAt < batch.startedAt));
        const after = new Map(rowsOf([...all, more]).map((row) => [row.startedAt, row]));
        for (const row of rowsOf(all)) {
          const then = after.get(row.startedAt);
          if (row.startedAt !== null && row.batch === null && then?.batch === null)
            expect(rank(then)).toBeGreaterThanOrEqual(rank(row));
        }
      }),
    );
  });
});

const anyDeploy: fc.Arbitrary<Evidence> = fc.oneof(
  fc
    .record({
      at: instants,
      startedAt: instants,
      ending: fc.option(fc.constantFrom('succeeded', 'failed')),
      deploymentId: fc.constantFrom(null, 'd1', 'd2'),
    } as const)
    .map((one) => reading({ ...one, kind: 'deploy', at: Math.max(one.at, one.startedAt) })),
  fc
    .record({
      id: fc.constantFrom('e1', 'e2', 'e3'),
      at: instants,
      isBound: fc.boolean(),
      ending: fc.constantFrom('succeeded', 'failed', 'not-known'),
      deploymentId: fc.constantFrom(null, 'd1', 'd2', 'd3'),
    } as const)
    .map((one) => event({ ...one, kind: 'deploy' })),
);
const anyDeploys = fc.array(anyDeploy, { maxLength: 10 });

describe('what an event says of itself stands', () => {
  test('its row ended as it says, and no row has events of two deployments', () =>
    fc.assert(
      fc.property(anyDeploys, (all) => {
        for (const row of rowsOf(all)) {
          const events = row.evidence.filter((one) => one.from === 'event');
          const said = new Set<string>(
            events.flatMap(({ ending }) => (ending === 'not-known' ? [] : ending)),
          );
          const isById = ({ deploymentId }: EventEvidence) => deploymentId !== null;
          const signed = events.filter(({ isBound }) => !isBound);
          if (!events.some(isById)) expect(said.size).toBeLessThanOrEqual(1);
          if (said.size === 1 && signed.some(({ ending }) => said.has(ending)))
            expect([...said]).toEqual([row.ending]);
          expect(new Set(events.flatMap((one) => one.deploymentId ?? [])).size).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 1500 },
    ));

  test('in any order, and again from what the rows keep', () =>
    fc.assert(
      fc.property(
        anyDeploys.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
        ),
        ([all, shuffled]) => {
          const rows = rowsOf(all);
          expect(shown(rowsOf(shuffled))).toBe(shown(rows));
          expect(shown(rowsOf(rows.flatMap(({ evidence }) => evidence)))).toBe(shown(rows));
        },
      ),
      { numRuns: 1500 },
    ));

  const before = reading({ kind: 'deploy', startedAt: at(-5 * 24 * 60), at: at(0), ending: 'succeeded' });
  const failed = event({ kind: 'deploy', at: at(1), ending: 'failed', deploymentId: 'd1' });

  test.each([
    ['by a signed event', failed],
    ['in the record of deliveries', { ...failed, isBound: true }],
    ['long after the one before was read', { ...failed, at: at(90) }],
    ['without its id', { ...failed, deploymentId: null }],
  ])('a failed deployment that nothing else shows is its own, told %s', (_, one) => {
    expect(rowsOf([before, one]).map(({ ending, hasEvent }) => [ending, hasEvent])).toEqual([
      ['succeeded', false],
      ['failed', true],
    ]);
  });

  test('so is one that succeeded, beside one of days before', () => {
    for (const minute of [1, 90]) {
      const good = { ...failed, at: at(minute), ending: 'succeeded' as const };
      expect(rowsOf([before, good]).map(({ hasEvent }) => hasEvent)).toEqual([false, true]);
    }
  });

  test('the next reading shows which one it was, and it is one', () => {
    const shownThen = reading({ kind: 'deploy', startedAt: at(0.5), at: at(2), ending: 'failed' });
    expect(rowsOf([before, failed, shownThen])).toMatchObject([
      { hasEvent: false },
      { startedAt: at(0.5), endedAt: at(1), ending: 'failed', deploymentId: 'd1' },
    ]);
  });

  test('two that fail and succeed while nothing can be read are two', () => {
    const good = event({ id: 'e2', kind: 'deploy', at: at(1.5), ending: 'succeeded', deploymentId: 'd2' });
    const rows = rowsOf([before, failed, good]);
    expect(rows.map(({ ending, deploymentId }) => [ending, deploymentId])).toEqual([
      ['succeeded', null],
      ['failed', 'd1'],
      ['succeeded', 'd2'],
    ]);
  });

  test('a reading of the same deployment that says otherwise overwrites nothing', () => {
    const other = reading({ kind: 'deploy', at: at(2), ending: 'succeeded', deploymentId: 'd1' });
    expect(rowsOf([other, failed]).map(({ ending }) => ending)).toEqual(['failed']);
  });

  test('a run that was over when it was read is not ended by an event that comes much later', () => {
    const stopped = over({ at: at(2), startedAt: at(0), endedAt: null, ending: 'not-known' });
    expect(rowsOf([stopped, event({ at: at(20) })]).map(({ hasEvent }) => hasEvent)).toEqual([false, true]);
    expect(rowsOf([stopped, event({ at: at(2.5) })]).map(({ hasEvent }) => hasEvent)).toEqual([true]);
  });
});

test('what was over before anybody looked has the time of its start, and what was seen at work of when it was seen to be over', () => {
  const first = reading({ kind: 'deploy', at: at(30), startedAt: at(1), ending: 'succeeded' });
  expect(rowsOf([first]).map(endOfRow)).toEqual([at(1)]);
  expect(rowsOf([{ ...first, at: at(3), ending: null }, first]).map(endOfRow)).toEqual([at(30)]);
  expect(rowsOf([call({ kind: 'deploy' }), first]).map(endOfRow)).toEqual([at(30)]);
  expect(rowsOf([reading()]).map(endOfRow)).toEqual([null]);
});

describe('which run it is', () => {
  test('a batch whose status still has the start of the run before it takes nothing from that run', () => {
    const before = over({ startedAt: at(-30), endedAt: at(-2), at: at(-1) });
    const batch = { startedAt: at(1), place: 0, total: 2, isGoing: true, ends: [] };
    const rows = rowsOf([before, reading({ at: at(2), startedAt: at(-30), batch })]);
    expect(rows.map(({ begunAt, ending, credits }) => [begunAt, ending, credits])).toEqual([
      [at(-30), 'succeeded', 12],
      [at(1), null, null],
      [at(1) + 1, null, null],
    ]);
  });

  test('a status that still tells the run before says nothing of the run that was just sent', () => {
    const before = over({ at: at(-1), startedAt: at(-30), endedAt: at(-2) });
    const lagging = { ...before, at: at(5) };
    const rows = rowsOf([before, call(), lagging]);
    expect(rows.map(({ callKey, over: by }) => [callKey, by])).toEqual([
      [null, 'reading'],
      ['key-0001', null],
    ]);
  });

  test('nor does one whose start is older than the call, however late it is read', () => {
    const rows = rowsOf([call(), over({ startedAt: at(-10), endedAt: at(-2) })]);
    expect(rows.map(({ callKey, over: by }) => [callKey, by])).toEqual([
      [null, 'reading'],
      ['key-0001', null],
    ]);
  });

  test('nor does one of another prompt', () => {
    const rows = rowsOf([call(), over({ prompt: 'Somebody else’s' })]);
    expect(rows.map(({ callKey, over: by }) => [callKey, by])).toEqual([
      ['key-0001', null],
      [null, 'reading'],
    ]);
  });

  test('a late event of the run before ends that run, and not the one that was just sent', () => {
    const rows = rowsOf([
      reading({ at: at(-20), startedAt: at(-30) }),
      call(),
      event({ at: at(-1) }),
      event({ id: 'e2', at: at(-1), isBound: false }),
    ]);
    expect(rows.map(({ callKey, over: by }) => [callKey, by])).toEqual([
      [null, 'event'],
      ['key-0001', null],
    ]);
  });

  test('an end that the sweep found is of the run that is over, not of the one that runs', () => {
    const rows = rowsOf([
      over({ at: at(-1), startedAt: at(-30), endedAt: at(-2) }),
      call(),
      reading(),
      event({ at: at(3), isBound: true }),
    ]);
    expect(rows.map(({ hasEvent, over: by }) => [hasEvent, by])).toEqual([
      [true, 'reading'],
      [false, null],
    ]);
  });

  test('two runs a second apart stay two, each with its own call', () => {
    const rows = rowsOf([
      call({ prompt: null }),
      call({ key: 'key-0002', at: NOON + SECOND_MS, prompt: null }),
      over({ startedAt: NOON + 100, credits: 5 }),
      over({ startedAt: NOON + SECOND_MS + 100, credits: 7, endedAt: at(22) }),
    ]);
    expect(rows.map(({ callKey, credits }) => [callKey, credits])).toEqual([
      ['key-0001', 5],
      ['key-0002', 7],
    ]);
  });

  test('a run whose start is not told is its paid call, from the first reading that shows it to its end', () => {
    const without = { startedAt: null };
    const lagging = over({ ...without, at: at(0.5), endedAt: at(-3) });
    expect(rowsOf([call(), lagging])).toMatchObject([{ callKey: 'key-0001', over: null }]);
    const running = reading(without);
    expect(rowsOf([call(), lagging, running])).toMatchObject([{ callKey: 'key-0001', over: null }]);
    expect(rowsOf([call(), lagging, running, over(without)])).toMatchObject([
      { callKey: 'key-0001', over: 'reading', ending: 'succeeded' },
    ]);
    const own = over({ ...without, prompt: 'Add &amp; a page'.replace('&amp; ', ''), promptedAt: at(0.1) });
    expect(rowsOf([call(), own])).toMatchObject([{ callKey: 'key-0001', over: 'reading' }]);
  });

  test('what follows ends what went before, and does not say how', () => {
    const rows = rowsOf([call(), reading(), reading({ startedAt: at(30), at: at(31) })]);
    expect(rows.map(({ over: by, ending }) => [by, ending])).toEqual([
      ['next', 'not-known'],
      [null, null],
    ]);
  });

  test('a refused call, or one that never was, has no row', () => {
    expect(rowsOf([call({ state: 'refused' }), call()])).toMatchObject([{ callKey: 'key-0001' }]);
    expect(rowsOf([call({ state: 'sent' }), call({ state: 'refused' })])).toEqual([]);
    expect(rowsOf([call({ state: 'sent' }), call({ state: 'absent' })])).toEqual([]);
  });

  test('a deployment is its id, else its start', () => {
    const rows = rowsOf([
      over({ kind: 'deploy', startedAt: at(0), deploymentId: 'd1', endedAt: null, ending: 'failed' }),
      over({ kind: 'deploy', startedAt: at(10), deploymentId: 'd2', endedAt: null }),
      event({ kind: 'deploy', deploymentId: 'd1', at: at(12), ending: 'failed', reason: 'No entry' }),
    ]);
    expect(rows.map(({ deploymentId, reason }) => [deploymentId, reason])).toEqual([
      ['d1', 'No entry'],
      ['d2', null],
    ]);
  });

  test('a stop and a reached cap explain the end of the run that was under way', () => {
    const stop = { from: 'stop', kind: 'run', at: at(5), by: null } as const;
    const cap = { from: 'cap', kind: 'run', at: at(40), by: 'run-budget' } as const;
    const rows = rowsOf([
      over({ ending: 'not-known', endedAt: null, at: at(6) }),
      over({ startedAt: at(30), ending: 'not-known', endedAt: null, at: at(41) }),
      stop,
      cap,
    ]);
    expect(rows.map(({ ending }) => ending)).toEqual(['stopped', 'capped']);
  });

  test('a cap that was reached just before explains the end of a run that only its event tells', () => {
    const cap = { from: 'cap', kind: 'run', at: at(40) - 1, by: null } as const;
    const end = event({ at: at(40), ending: 'not-known' });
    const before = over({ startedAt: at(10), endedAt: at(20), at: at(21) });
    expect(rowsOf([before, cap, end]).map(({ ending }) => ending)).toEqual(['succeeded', 'capped']);
    const much = { ...cap, at: at(30) };
    expect(rowsOf([before, much, end]).map(({ ending }) => ending)).toEqual(['succeeded', 'not-known']);
  });
});

describe('a batch', () => {
  const place = (n: number, change: Partial<BatchPlace> = {}): BatchPlace => ({
    ...{ startedAt: at(0.1), place: n, total: 3, isGoing: true, ends: [] },
    ...change,
  });
  const ends = (...minutes: number[]) => minutes.map((m) => ({ at: at(m), ending: 'succeeded' as const }));
  const readings = [
    reading({ startedAt: at(0.1), batch: place(0) }),
    reading({ at: at(12), startedAt: at(10), batch: place(1, { ends: ends(9) }) }),
    reading({ at: at(22), startedAt: at(20), batch: place(2, { ends: ends(9, 19) }) }),
  ];

  test('of n is n, all of its call, and over when its last one is', () => {
    const rows = rowsOf([call(), ...readings]);
    expect(rows.map(({ callKey, startedAt, over: by }) => [callKey, startedAt, by])).toEqual([
      ['key-0001', at(0.1), 'reading'],
      ['key-0001', at(10), 'reading'],
      ['key-0001', at(20), null],
    ]);
    const done = over({ startedAt: at(20), batch: place(2, { isGoing: false, ends: ends(9, 19, 30) }) });
    expect(rowsOf([call(), ...readings, done]).map(({ ending, endedAt }) => [ending, endedAt])).toEqual([
      ['succeeded', at(9)],
      ['succeeded', at(19)],
      ['succeeded', at(30)],
    ]);
  });

  test('is one while it is planned, and goes on', () => {
    const planned = reading({ batch: place(0, { place: null, total: 0 }) });
    expect(rowsOf([call(), planned])).toMatchObject([
      { callKey: 'key-0001', over: null, batch: { place: null } },
    ]);
    expect(rowsOf([call(), planned, ...readings])).toHaveLength(3);
  });

  test('with a pause between its prompts, each has its own end and cost, also when the first is told late', () => {
    const later = [
      reading({ at: at(52), startedAt: at(50), batch: place(1, { total: 2, ends: ends(9) }) }),
      over({
        at: at(61),
        startedAt: at(50),
        endedAt: at(60),
        credits: 7,
        batch: place(1, { total: 2, isGoing: false, ends: ends(9, 60) }),
      }),
    ];
    const first = over({
      at: at(10),
      endedAt: at(9),
      credits: 5,
      batch: place(0, { total: 2, ends: ends(9) }),
    });
    const rows = rowsOf([call(), first, ...later, event({ at: at(9) }), event({ id: 'e2', at: at(60) })]);
    expect(rows.map(({ endedAt, credits, hasEvent }) => [endedAt, credits, hasEvent])).toEqual([
      [at(9), 5, true],
      [at(60), 7, true],
    ]);
  });

  test('its events are of its prompts', () => {
    const rows = rowsOf([call(), ...readings, event({ at: at(9) }), event({ id: 'e2', at: at(19) })]);
    expect(rows.map(({ hasEvent }) => hasEvent)).toEqual([true, true, false]);
  });
});

test('a status that was asked for before a call was sent shows other work, however near its start is', () => {
  const [before, after] = rowsOf([call(), reading({ at: NOON - 500, startedAt: NOON - SECOND_MS })]);
  expect([before?.callKey, after?.callKey]).toEqual([null, 'key-0001']);
});

test('of two runs that a call may have started it is the nearer', () => {
  const rows = rowsOf([call(), reading(), reading({ at: at(2), startedAt: at(0.5) })]);
  expect(rows.map(({ callKey, startedAt }) => [callKey, startedAt])).toEqual([
    ['key-0001', at(0.1)],
    [null, at(0.5)],
  ]);
});

test('a stop long after the end is not about the run that had ended', () => {
  const [row] = rowsOf([call(), over(), { from: 'stop', kind: 'run', at: at(90), by: null }]);
  expect([row?.stoppedAt, row?.ending]).toEqual([null, 'succeeded']);
});

test('what the sweep found while a run went on is not its own end: that is told of its row, once', () => {
  const swept = event({ id: 'swept', at: at(15), isBound: true });
  const rows = rowsOf([call(), reading(), swept, event({ id: 'own', ending: 'failed' })]);
  expect(rows.map(({ callKey, over: by, ending }) => [callKey, by, ending])).toEqual([
    ['key-0001', 'event', 'failed'],
    [null, 'event', 'not-known'],
  ]);
});

test('a stop is of the run that was sent before it, also by a clock of the service that is ahead', () => {
  const before = over({ startedAt: at(-20), endedAt: at(-0.1), at: at(-0.05) });
  const run = over({ startedAt: at(0.8), endedAt: at(1.2), at: at(3), ending: 'not-known' });
  const rows = rowsOf([before, call(), run, { from: 'stop', kind: 'run', at: at(0.5), by: null }]);
  expect(rows.map(({ ending }) => ending)).toEqual(['succeeded', 'stopped']);
});
