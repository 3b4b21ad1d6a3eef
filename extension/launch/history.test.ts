import { describe, expect, it } from 'vitest';
import { LAUNCH_STATES } from '../../shared/snapshot/launches.ts';
import { projectFixture, runFixture } from '../../shared/snapshot/project-fixture.ts';
import type { RunState } from '../../shared/snapshot/project-state.ts';
import { isOpen, type LaunchEntry, projectOf } from '../storage/launches.ts';
import { entryFixture, recordFixture } from './entry-fixture.ts';
import { activeEntryOf, launchStatus, mergeReadings, putEntry, withRecord } from './history.ts';

const settled = (key: string, confirmedAt: number) =>
  entryFixture({ key, confirmedAt, record: recordFixture({ key }) });
const project = (run: Partial<RunState>) =>
  projectFixture({
    projectId: 'studio-nord-classes',
    run: runFixture({ startedAt: 1, call: 'key-1', ...run }),
  });

describe('putEntry', () => {
  it('keeps the newest first, each key once', () => {
    const entries = putEntry(putEntry([settled('a', 1)], settled('b', 2)), settled('a', 1));
    expect(entries.map((entry) => entry.key)).toEqual(['b', 'a']);
  });
});

describe('standingEntryOf', () => {
  it('finds what keeps a form from being launched again: made, or perhaps made', () => {
    const refused = entryFixture({ key: 'refused', record: recordFixture({ state: 'refused' }) });
    expect(activeEntryOf([refused, entryFixture({ key: 'open' })], 'draft-1')?.key).toBe('open');
    expect(activeEntryOf([refused, settled('made', 1)], 'draft-1')?.key).toBe('made');
    expect(activeEntryOf([refused], 'draft-1')).toBeNull();
  });
});

describe('withRecord', () => {
  it('never takes a settled record back', () => {
    const entry = withRecord(entryFixture(), recordFixture());
    expect(withRecord(entry, recordFixture({ state: 'unknown', settledAt: null }))).toBe(entry);
  });
});

describe('mergeReadings', () => {
  it('settles an unknown launch from the snapshot', () => {
    const [entry] = mergeReadings([entryFixture({ trouble: 'offline' })], [recordFixture()], []);
    expect(entry).toMatchObject({ phase: 'answered', trouble: null, record: { state: 'launched' } });
  });

  it('notes how the first run ended, and no later one', () => {
    const going = mergeReadings([settled('key-1', 1)], [], [project({})]);
    expect(going[0]?.outcome?.phase).toBe('running');
    const done = mergeReadings(
      going,
      [],
      [project({ phase: 'finished', creditsSpent: 18.5, finishedAt: 9, ending: 'succeeded' })],
    );
    expect(done[0]?.outcome).toMatchObject({
      ending: 'succeeded',
      creditsSpent: 18.5,
    });
    const later = { phase: 'finished', ending: 'succeeded', creditsSpent: 40, finishedAt: 99 } as const;
    for (const call of ['prompt-2', undefined])
      expect(mergeReadings(done, [], [project({ ...later, call })])).toBe(done);
  });

  it('takes the run of a retry for the first one, where the launch could not start it', () => {
    const retries = { agent: { key: 'retry-1', state: 'done' as const, message: null } };
    const [entry] = mergeReadings(
      [{ ...settled('key-1', 1), retries }],
      [],
      [project({ call: 'retry-1', ending: 'failed' })],
    );
    expect(entry?.outcome?.ending).toBe('failed');
  });

  it('records how a run ended when that is reported later', () => {
    const over = { phase: 'unknown' as const, finishedAt: 9 };
    const ended = mergeReadings([settled('key-1', 1)], [], [project({ ...over, ending: 'not-known' })]);
    expect(ended[0]?.outcome?.ending).toBe('not-known');
    const result = mergeReadings(ended, [], [project({ ...over, phase: 'stopped', ending: 'capped' })]);
    expect(result[0]?.outcome?.ending).toBe('capped');
  });

  it('does not take a later run for the first one, whose end stays unknown', () => {
    const over = { phase: 'unknown' as const, ending: 'not-known' as const, startedAt: 1, finishedAt: 9 };
    const ended = mergeReadings([settled('key-1', 1)], [], [project(over)]);
    const next = {
      phase: 'finished' as const,
      startedAt: 20,
      finishedAt: 30,
      creditsSpent: 40,
      call: 'prompt-2',
    };
    expect(mergeReadings(ended, [], [project({ ...next, ending: 'succeeded' })])).toBe(ended);
    expect(
      mergeReadings(
        ended,
        [],
        [project({ phase: 'running', startedAt: 20, finishedAt: null, call: 'prompt-2' })],
      ),
    ).toBe(ended);
  });

  it('changes nothing when there is nothing to learn', () => {
    const entries = [settled('key-1', 1)];
    expect(mergeReadings(entries, [recordFixture()], [])).toBe(entries);
  });
});

const refusal = { code: 'INSUFFICIENT_CREDITS', message: 'No', httpStatus: 402, details: null };
const PHASES: LaunchEntry['phase'][] = ['stored', 'sent', 'answered', 'given-up'];
const everyEntry = PHASES.flatMap((phase) =>
  [null, refusal].flatMap((refused) =>
    [null, 'offline'].flatMap((trouble) =>
      [null, ...LAUNCH_STATES.map((state) => recordFixture({ state, projectId: 'made' }))].map((record) =>
        entryFixture({ phase, refusal: refused, trouble, record }),
      ),
    ),
  ),
);

it('is open while it may turn out either way, and agrees with what people read', () => {
  for (const entry of everyEntry) {
    const { kind } = launchStatus(entry);
    expect(isOpen(entry), JSON.stringify(entry)).toBe(kind === 'launching' || kind === 'unknown');
  }
  expect(isOpen(entryFixture())).toBe(true);
  expect(isOpen(entryFixture({ refusal }))).toBe(false);
});

it('names the project that was made, and agrees with what people read', () => {
  for (const entry of everyEntry) {
    const status = launchStatus(entry);
    expect(projectOf(entry)).toBe(status.kind === 'launched' ? status.projectId : null);
  }
  expect(projectOf(entryFixture({ record: recordFixture({ projectId: null }) }))).toBe('studio-nord-classes');
});
