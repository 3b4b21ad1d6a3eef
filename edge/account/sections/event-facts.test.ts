import { expect, test } from 'vitest';
import type { DeployState, ProjectState, RunState } from '../../../shared/snapshot/project-state.ts';
import { type EndFact, endFactOf, withFacts } from './event-facts.ts';
import { unknownRun } from './project-reading.ts';

const READ = 1_000_000;
const run = (changes: Partial<RunState>): RunState => ({
  ...unknownRun,
  phase: 'running',
  status: 'init',
  ...changes,
});
const deploy = (changes: Partial<DeployState>): DeployState => ({
  phase: 'deploying',
  status: 'deploying',
  startedAt: null,
  finishedAt: null,
  step: null,
  liveUrl: null,
  errorText: null,
  creditRefunded: null,
  ...changes,
});
const state = (changes: Partial<ProjectState>): ProjectState => ({
  projectId: 'shop',
  label: null,
  createdAt: null,
  lastModifiedAt: null,
  engine: 'v2',
  productionUrl: null,
  previewUrl: null,
  run: null,
  deploy: null,
  ...changes,
});
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
