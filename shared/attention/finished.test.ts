import { describe, expect, test } from 'vitest';
import { ENDINGS, type Ending } from '../endings/ending.ts';
import { projectFixture, runFixture } from '../snapshot/project-fixture.ts';
import type { RunState } from '../snapshot/project-state.ts';
import { MINUTE_MS, SECOND_MS } from '../time.ts';
import type { CallEvidence, EventEvidence, Evidence, ReadEvidence } from '../work/evidence.ts';
import { rowsOf } from '../work/rows.ts';
import { readSection, snapshotWith } from './fixtures.ts';
import { emptyAttention } from './item.ts';
import { dueAt, reduceSnapshot } from './reduce.ts';

const T0 = Date.UTC(2026, 10, 21, 12);
const START = T0 + MINUTE_MS;
const END = START + 9 * MINUTE_MS;

const read = (at: number, more: Partial<ReadEvidence> = {}): ReadEvidence => ({
  ...{ from: 'reading', kind: 'run', at, startedAt: START, deploymentId: null, ending: null, endedAt: null },
  ...{ reason: null, credits: null, refunded: null, prompt: null, promptedAt: null, versionId: null },
  ...{ batch: null, ...more },
});
const over = (at: number, ending: Ending, more: Partial<ReadEvidence> = {}) =>
  read(at, { ending, endedAt: ending === 'not-known' ? null : END, credits: 12, ...more });
const told = (at = END, ending: Ending = 'not-known'): EventEvidence => ({
  ...{ from: 'event', kind: 'run', id: `event ${at}`, at, isBound: false, ending, reason: null },
  ...{ refunded: null, deploymentId: null, prompt: null },
});
const sent: CallEvidence = {
  ...{ from: 'ledger', kind: 'run', key: 'k', at: START - SECOND_MS, state: 'launched', begunAt: null },
  ...{ prompt: null, by: null },
};

/** Reduces at each time what is known by then. @param run as it was read at that time */
function announced(steps: readonly (readonly [at: number, known: Evidence[], run?: Partial<RunState>])[]) {
  let { state } = reduceSnapshot(emptyAttention, snapshotWith(T0));
  return steps.flatMap(([at, known, run]) => {
    const work = rowsOf(known).map((row, place) => ({
      ...row,
      id: place + 1,
      projectId: 'shop',
      mark: null,
    }));
    const items = run ? [projectFixture({ projectId: 'shop', run: runFixture(run) })] : [];
    const sections = { projects: readSection({ total: 1, items }, at) };
    const step = reduceSnapshot(state, { ...snapshotWith(at, sections), work });
    state = step.state;
    return step.announcements;
  });
}
const outcomes = (...steps: Parameters<typeof announced>[0]) =>
  announced(steps).map(({ about }) => ('outcome' in about ? about.outcome : about.kind));

describe('the end of a run', () => {
  test.each(ENDINGS.filter((ending) => ending !== 'not-known'))(
    'is told once as it was read (%s), whether the event comes first or the reading',
    (ending) => {
      const [begun, ended] = [read(START), over(END + 9, ending)];
      expect(outcomes([END, [begun, told()]], [END + 9, [begun, told(), ended]])).toEqual([ending]);
      expect(outcomes([END + 9, [begun, ended]], [END + 99, [begun, told(), ended]])).toEqual([ending]);
    },
  );

  test('is told with its row, its duration and its cost', () => {
    expect(announced([[END + 9, [read(START), over(END + 9, 'succeeded')]]])).toMatchObject([
      { key: 'run:shop@1', work: 1, at: END, about: { durationMs: 9 * MINUTE_MS, credits: 12 } },
    ]);
  });

  test('is waited for, and told without when nothing says how it was', () => {
    const [begun, ended] = [read(START), over(END + 9, 'not-known')];
    expect(outcomes([END, [begun, told()]], [END + 9, [begun, told(), ended]])).toEqual([]);
    expect(outcomes([END, [begun, told()]], [END + 130_000, []])).toEqual([]);
    expect(outcomes([END, [begun, told()]], [END + 130_000, [begun, told()]])).toEqual(['not-known']);
    expect(outcomes([END + 9, [begun, ended]], [END + 130_000, [begun, ended]])).toEqual(['not-known']);
    const { state } = reduceSnapshot(reduceSnapshot(emptyAttention, snapshotWith(T0)).state, {
      ...snapshotWith(END),
      work: rowsOf([begun, told()]).map((row) => ({ ...row, id: 1, projectId: 'shop', mark: null })),
    });
    expect(dueAt(state)).toBe(END + 2 * MINUTE_MS + 1);
    expect(dueAt(reduceSnapshot(state, snapshotWith(END + 9)).state), 'its project is gone').toBeNull();
  });

  test('is waited for where only a reached cap explains it, which a run may reach as it succeeds', () => {
    const cap: Evidence = { from: 'cap', kind: 'run', at: END, by: 'run-budget' };
    const begun = [read(START), cap, told()];
    const ended = over(END + 9, 'succeeded');
    expect(outcomes([END, begun], [END + 9, [...begun, ended]])).toEqual(['succeeded']);
    expect(outcomes([END, begun], [END + 130_000, begun])).toEqual(['capped']);
  });

  test('is not waited for once the next one has begun, of which readings tell from then on', () => {
    const next = read(END + 9, { startedAt: END + 5 });
    expect(outcomes([END + 9, [told(), next]])).toEqual(['not-known']);
  });

  test('is told at once where the event itself says it', () =>
    expect(outcomes([END, [read(START), told(END, 'failed')]])).toEqual(['failed']));

  test('is told for each of two that follow one another, with its own cost', () => {
    const first = [read(START), over(END + 1, 'succeeded', { credits: 31 }), told()];
    const next = { startedAt: END + 2_000, endedAt: END + 5_000, credits: 14 };
    const second = [over(END + 9_000, 'failed', next), told(END + 5_000)];
    expect(announced([[END + 9_000, [...first, ...second]]]).map(({ about }) => about)).toMatchObject([
      { outcome: 'succeeded', credits: 31 },
      { outcome: 'failed', credits: 14, durationMs: 3_000 },
    ]);
  });

  test('is told without an event only of what was begun here, was seen at work, or failed', () => {
    const ended = (ending: Ending) => over(END + 9, ending);
    expect(outcomes([END + 9, [ended('succeeded')]])).toEqual([]);
    expect(outcomes([END + 9, [ended('succeeded')]], [END + 99, [ended('succeeded'), told()]])).toEqual([
      'succeeded',
    ]);
    expect(outcomes([END + 9, [sent, ended('succeeded')]])).toEqual(['succeeded']);
    expect(outcomes([END + 9, [ended('failed')]])).toEqual(['failed']);
    expect(outcomes([END + 30 * 24 * 60 * MINUTE_MS, [ended('failed')]])).toEqual([]);
  });

  test('is not told of what was over before the first look', () => {
    const before = { startedAt: T0 - 2_000, endedAt: T0 - 1_000 };
    expect(outcomes([END, [over(T0 + 1_000, 'failed', before), told(T0 - 1_000)]])).toEqual([]);
  });
});

describe('the end of a deployment', () => {
  const day = 24 * 60 * MINUTE_MS;
  const deploy = { kind: 'deploy', startedAt: T0 - 5 * day } as const;

  test('that was over before it was first read is no news and took no days', () => {
    for (const ending of ['succeeded', 'failed'] as const)
      expect(outcomes([T0 + 9, [over(T0 + 9, ending, { ...deploy, endedAt: null })]])).toEqual([]);
    const late = over(END + 9, 'failed', { ...deploy, startedAt: START, endedAt: null });
    expect(announced([[END + 9, [late]]])).toMatchObject([{ about: { durationMs: null } }]);
  });

  test('that failed while an older one is known is told as failed, at once and once', () => {
    const before = over(T0 + 9, 'succeeded', { ...deploy, endedAt: null });
    const failed = { ...told(END, 'failed'), kind: 'deploy', deploymentId: 'd1' } as const;
    const shown = over(END + 9, 'failed', { ...deploy, startedAt: START, endedAt: null });
    const steps = [[END, [before, failed]] as const, [END + 9, [before, failed, shown]] as const] as const;
    expect(outcomes(...steps.map(([at, all]): [number, Evidence[]] => [at, [...all]]))).toEqual(['failed']);
  });
});

test('what a reading shows to be over is told once the project is stored as it was read', () => {
  const known = [read(START), over(END + 9, 'succeeded')];
  const run = { startedAt: START };
  expect(outcomes([END + 9, known, run])).toEqual([]);
  const ended = { ...run, phase: 'finished', ending: 'succeeded', finishedAt: END } as const;
  expect(outcomes([END + 9, known, run], [END + 9, known, ended])).toEqual(['succeeded']);
});

test('a batch is told as one once it is over, not its prompts', () => {
  const batch = { startedAt: START, total: 2, isGoing: true, ends: [] };
  const first = { at: START + MINUTE_MS, ending: 'succeeded' } as const;
  const begun = read(START + 1, { batch: { ...batch, place: 0 } });
  const next = { startedAt: START + 2 * MINUTE_MS, batch: { ...batch, place: 1, ends: [first] } };
  const goes = [START + 3 * MINUTE_MS, [begun, told(first.at), read(START + 2 * MINUTE_MS, next)]] as const;
  const run = { startedAt: START, batch: { done: 1, total: 2 } };
  expect(outcomes([goes[0], [...goes[1]], run])).toEqual([]);
  const ends = [first, { at: END, ending: 'failed' as const }];
  const ended = over(END + 9, 'failed', { ...next, batch: { ...next.batch, isGoing: false, ends } });
  expect(announced([[END + 9, [...goes[1], ended, told()]]]).map(({ about }) => about)).toEqual([
    { kind: 'run-finished', outcome: 'failed', durationMs: null, credits: null },
  ]);
});
