import { expect, test } from 'vitest';
import {
  deployFixture as deploy,
  runFixture as run,
  projectFixture as state,
} from '../../shared/snapshot/project-fixture.ts';
import type { DeployState, RunState } from '../../shared/snapshot/project-state.ts';
import { rowsOf } from '../../shared/work/rows.ts';
import { asItsRow, type EndFact, endFactOf, type ProjectFacts, withFacts } from './event-facts.ts';

const READ = 1_000_000;
const fact = (changes: Partial<EndFact>): EndFact => ({
  at: READ,
  status: 'done',
  errorText: null,
  creditRefunded: null,
  ...changes,
});
const runAfter = (before: RunState | null, end: EndFact) =>
  withFacts(state({ run: before }), { run: end, deploy: null }, READ).run;
const deployAfter = (before: DeployState, end: EndFact) =>
  withFacts(state({ deploy: before }), { run: null, deploy: end }, READ).deploy;

test('a reported end takes precedence over a read that still shows the run', () => {
  expect(runAfter(run({ startedAt: READ - 9 }), fact({}))).toMatchObject({
    phase: 'unknown',
    ending: 'not-known',
    finishedAt: READ,
  });
  expect(runAfter(run({ startedAt: null }), fact({ at: READ - 5_000 }))?.ending).toBe('not-known');
});

test('a prompt of a batch that goes on ends nothing', () => {
  const batch = run({ startedAt: READ - 9, batch: { done: 1, total: 3 } });
  expect(runAfter(batch, fact({}))).toEqual(batch);
});

test('an end long after the last one that was read is that of another run', () => {
  const before = run({
    phase: 'finished',
    ending: 'succeeded',
    startedAt: 1,
    finishedAt: 2,
    creditsSpent: 12,
  });
  expect(runAfter(before, fact({}))).toMatchObject({
    ending: 'not-known',
    finishedAt: READ,
    startedAt: null,
    creditsSpent: null,
  });
  expect(runAfter(before, fact({ at: 30_000 }))).toMatchObject({ ending: 'succeeded', creditsSpent: 12 });
});

test('an end after a run was read as over is that of another run, however soon, until it is read again', () => {
  const before = run({
    phase: 'finished',
    ending: 'succeeded',
    startedAt: READ - 9_000,
    finishedAt: READ - 5,
  });
  const later = fact({ at: READ + 3_000 });
  expect(runAfter({ ...before, creditsSpent: 12 }, later)).toMatchObject({
    ending: 'not-known',
    startedAt: null,
    creditsSpent: null,
  });
  const known = state({ run: { ...before, creditsSpent: 12 } });
  const again = withFacts(known, { run: later, deploy: null }, READ + 4_000).run;
  expect(again).toMatchObject({ ending: 'succeeded', creditsSpent: 12, finishedAt: later.at });
  const onlyListed = withFacts(known, { run: later, deploy: null }, READ + 4_000, READ).run;
  expect(onlyListed).toMatchObject({ ending: 'not-known', creditsSpent: null });
});

test('a stop of ours and a cap that was reached say how a run ended, each only the run it fell into', () => {
  const unknown = run({ phase: 'unknown', ending: 'not-known', startedAt: READ - 100_000, finishedAt: READ });
  const result = (facts: Omit<ProjectFacts, 'run' | 'deploy'>, before = unknown) =>
    withFacts(state({ run: before }), { run: null, deploy: null, ...facts }, READ).run;
  expect(result({ stop: { at: READ - 5 } })).toMatchObject({ ending: 'stopped', phase: 'stopped' });
  expect(result({ cap: { at: READ + 5 } })).toMatchObject({ ending: 'capped', phase: 'stopped' });
  expect(result({ stop: { at: READ - 100_001 }, cap: { at: READ + 3_600_000 } })?.ending).toBe('not-known');
  const endless = { ...unknown, finishedAt: null };
  expect(result({ cap: { at: READ + 3_600_000 } }, endless)?.ending, 'nobody knows when it ended').toBe(
    'not-known',
  );
});

test('a run that began after the end goes on', () => {
  expect(runAfter(run({ startedAt: READ }), fact({ at: READ - 1 }))?.phase).toBe('running');
  expect(runAfter(run({ startedAt: null }), fact({ at: READ - 60_000 }))?.phase).toBe('running');
});

test('where the state can’t be read, the event is what is known', () => {
  expect(runAfter(null, fact({}))).toMatchObject({ ending: 'not-known', finishedAt: READ });
  expect(runAfter(null, fact({ status: 'error' }))).toMatchObject({ ending: 'failed', phase: 'failed' });
});

test('a failed deployment is reported with its reason and its refund', () => {
  const end = fact({ status: 'error', errorText: 'no room', creditRefunded: true });
  const result = { phase: 'failed', errorText: 'no room', creditRefunded: true, finishedAt: READ };
  expect(deployAfter(deploy({ startedAt: READ - 9 }), end)).toMatchObject(result);
  expect(deployAfter(deploy({ phase: 'failed', startedAt: READ - 9 }), end)).toMatchObject(result);
});

test('an older end says nothing about a newer deployment', () => {
  const newer = deploy({ phase: 'live', startedAt: READ });
  expect(deployAfter(newer, fact({ at: READ - 1, status: 'error', errorText: 'old' }))).toEqual(newer);
});

test('a failed deployment that no reading shows yet is not live because the one before it was (Events, deployment.finished)', () => {
  const before = deploy({ phase: 'live', startedAt: READ - 900_000, finishedAt: READ - 800_000 });
  expect(deployAfter(before, fact({ status: 'error' }))).toMatchObject({
    phase: 'failed',
    startedAt: null,
    finishedAt: READ,
    liveUrl: null,
  });
  expect(deployAfter(before, fact({ status: null }))).toMatchObject({ phase: 'unknown', finishedAt: READ });
});

test('a reading after an end without words says what that end was', () => {
  const read = deploy({ phase: 'live', startedAt: READ - 900_000, finishedAt: null });
  const end = fact({ at: READ - 60_000, status: null });
  expect(deployAfter(read, end)).toMatchObject({ phase: 'live', finishedAt: READ - 60_000 });
});

test('a deployment whose event says nothing, or an unknown word, is over and neither live nor failed', () => {
  for (const status of [null, 'bundled'])
    expect(deployAfter(deploy({ startedAt: READ - 9 }), fact({ status }))).toMatchObject({
      phase: 'unknown',
      finishedAt: READ,
    });
});

test('only events that end work report an end', () => {
  const event = {
    seq: 1,
    id: 'e',
    projectId: 'shop',
    at: READ,
    receivedAt: READ,
    source: 'webhook' as const,
    facts: { status: 'error', errorDetails: 'why' },
  };
  expect(endFactOf({ ...event, event: 'deployment.finished' })).toMatchObject({
    kind: 'deploy',
    fact: { status: 'error', errorText: 'why' },
  });
  const cap = { ...event, event: 'project.credit_limit.reached' };
  expect(endFactOf({ ...cap, facts: { category: 'development' } })).toMatchObject({ kind: 'cap' });
  expect(endFactOf({ ...cap, facts: { category: 'infrastructure' } })).toBeNull();
  expect(endFactOf({ ...event, event: 'project.paused' })).toBeNull();
});

test('a run of which only the event and a reached cap are known here has ended as its row says', () => {
  const facts = { run: fact({}), deploy: null, cap: { at: READ } };
  const told = withFacts(state({ run: null }), facts, READ - 9);
  expect(told.run?.ending).toBe('capped');
  const of = { kind: 'run', deploymentId: null, reason: null, refunded: null, prompt: 'Add a page' } as const;
  const event = { ...of, from: 'event', id: 'e1', at: READ, isBound: false, ending: 'not-known' } as const;
  const read = { ...of, from: 'reading', at: READ + 9, startedAt: READ - 9, promptedAt: READ - 9 } as const;
  const over = { ending: 'succeeded', endedAt: READ, credits: 15, versionId: null, batch: null } as const;
  expect(asItsRow(told, () => rowsOf([event, { ...read, ...over }])).run).toMatchObject({
    ...{ ending: 'succeeded', phase: 'finished', creditsSpent: 15, startedAt: null, finishedAt: READ },
  });
  expect(asItsRow(told, () => rowsOf([event]))).toEqual(told);
});
