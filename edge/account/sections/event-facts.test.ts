import { expect, test } from 'vitest';
import {
  deployFixture as deploy,
  runFixture as run,
  projectFixture as state,
} from '../../../shared/snapshot/project-fixture.ts';
import type { DeployState, RunState } from '../../../shared/snapshot/project-state.ts';
import { type EndFact, endFactOf, withFacts } from './event-facts.ts';

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

test('an end that was told beats a read that still shows the run', () => {
  expect(runAfter(run({ startedAt: READ - 9 }), fact({}))).toMatchObject({
    phase: 'finished',
    finishedAt: READ,
  });
  expect(runAfter(run({ startedAt: null }), fact({ at: READ - 5_000 }))?.phase).toBe('finished');
});

test('a run that began after the end goes on', () => {
  expect(runAfter(run({ startedAt: READ }), fact({ at: READ - 1 }))?.phase).toBe('running');
  expect(runAfter(run({ startedAt: null }), fact({ at: READ - 60_000 }))?.phase).toBe('running');
});

test('where the state can’t be read, the event is what is known', () => {
  expect(runAfter(null, fact({}))).toMatchObject({ phase: 'finished', finishedAt: READ });
});

test('a failed deployment is told with its reason and its refund', () => {
  const end = fact({ status: 'error', errorText: 'no room', creditRefunded: true });
  const told = { phase: 'failed', errorText: 'no room', creditRefunded: true, finishedAt: READ };
  expect(deployAfter(deploy({ startedAt: READ - 9 }), end)).toMatchObject(told);
  expect(deployAfter(deploy({ phase: 'failed', startedAt: READ - 9 }), end)).toMatchObject(told);
});

test('an older end says nothing about a newer deployment', () => {
  const newer = deploy({ phase: 'live', startedAt: READ });
  expect(deployAfter(newer, fact({ at: READ - 1, status: 'error', errorText: 'old' }))).toEqual(newer);
});

test('only events that end work tell of an end', () => {
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
  expect(endFactOf({ ...event, event: 'project.paused' })).toBeNull();
});
