import { expect, test } from 'vitest';
import type { Ending } from '../endings/ending.ts';
import type { CauseEvidence, EventEvidence, Evidence, ReadEvidence } from '../work/evidence.ts';
import { rowsOf } from '../work/rows.ts';
import { deployFixture as deploy, runFixture as run, projectFixture as state } from './project-fixture.ts';
import type { DeployState, RunState } from './project-state.ts';
import { withWork } from './project-work.ts';

const READ = 1_000_000;
const told = (at: number, more: Partial<EventEvidence> = {}): EventEvidence => ({
  ...{ from: 'event', kind: 'run', id: `event ${at}`, at, isBound: false, ending: 'not-known', reason: null },
  ...{ refunded: null, deploymentId: null, prompt: null, ...more },
});
const read = (startedAt: number | null, more: Partial<ReadEvidence> = {}): ReadEvidence => ({
  ...{ from: 'reading', kind: 'run', at: READ, startedAt, deploymentId: null, ending: null, endedAt: null },
  ...{ reason: null, credits: null, refunded: null, prompt: null, promptedAt: null, versionId: null },
  ...{ batch: null, ...more },
});
const cause = (from: CauseEvidence['from'], at: number): CauseEvidence => ({
  from,
  kind: 'run',
  at,
  by: null,
});
const numbered = (evidence: readonly Evidence[]) => rowsOf(evidence).map((row, id) => ({ ...row, id }));
const runWith = (before: RunState | null, evidence: readonly Evidence[], readAt = READ) =>
  withWork(state({ run: before }), numbered(evidence), readAt).run;
const deployWith = (before: DeployState, evidence: readonly Evidence[]) =>
  withWork(state({ deploy: before }), numbered(evidence), READ).deploy;

test('a told end takes precedence over a read that still shows the run', () => {
  expect(runWith(run({ startedAt: READ - 9 }), [read(READ - 9), told(READ)])).toMatchObject({
    ...{ phase: 'unknown', ending: 'not-known', finishedAt: READ },
  });
  expect(runWith(run({ startedAt: null }), [told(READ - 5_000)])?.ending).toBe('not-known');
});

test('a prompt of a batch that goes on ends nothing', () => {
  const batch = { startedAt: READ - 9, place: 0, total: 3, isGoing: true, ends: [] };
  const going = run({ startedAt: READ - 9, batch: { done: 1, total: 3 } });
  expect(runWith(going, [read(READ - 9, { batch }), told(READ)])).toEqual({ ...going, work: 2 });
});

const OVER = { phase: 'finished', ending: 'succeeded', startedAt: READ - 900_000, creditsSpent: 12 } as const;
const before = run({ ...OVER, finishedAt: READ - 100_000 });
const ofBefore = read(OVER.startedAt, { ending: 'succeeded', endedAt: READ - 100_000, credits: 12 });

test('a told end after the one that was read is of a later run, of which nothing else is known', () => {
  expect(runWith(before, [ofBefore, told(READ)])).toMatchObject({
    ...{ ending: 'not-known', finishedAt: READ, startedAt: null, creditsSpent: null },
  });
  expect(runWith(before, [ofBefore, told(READ - 99_000)])).toMatchObject({
    ...OVER,
    finishedAt: READ - 100_000,
  });
});

test('a later run that another reading has shown is shown with its own ending and cost', () => {
  const next = read(READ - 50, { ending: 'failed', endedAt: READ - 10, credits: 31 });
  expect(runWith(before, [ofBefore, next])).toMatchObject({
    ...{ ending: 'failed', startedAt: READ - 50, finishedAt: READ - 10, creditsSpent: 31 },
  });
  const goesOn = [ofBefore, read(READ - 50)];
  expect(runWith(before, goesOn), 'it goes on').toMatchObject({ phase: 'running', startedAt: READ - 50 });
  expect(runWith(before, goesOn, READ + 9), 'what was read after it shows it no more').toMatchObject(before);
});

test('a stop of ours and a cap that was reached say how a run ended, each only the run it fell into', () => {
  const unknown = run({ phase: 'unknown', ending: 'not-known', startedAt: READ - 100_000, finishedAt: READ });
  const ended = read(READ - 100_000, { ending: 'not-known', endedAt: READ });
  const by = (...causes: CauseEvidence[]) => runWith(unknown, [ended, ...causes]);
  expect(by(cause('stop', READ - 5))).toMatchObject({ ending: 'stopped', phase: 'stopped' });
  expect(by(cause('cap', READ + 5))).toMatchObject({ ending: 'capped', phase: 'stopped' });
  expect(by(cause('stop', READ - 100_001), cause('cap', READ + 3_600_000))?.ending).toBe('not-known');
});

test('a run that began after the end goes on', () => {
  const evidence = [read(READ), told(READ - 1)];
  expect(runWith(run({ startedAt: READ }), evidence)?.phase).toBe('running');
  expect(runWith(run({ startedAt: null }), [told(READ - 60_000)])?.phase).toBe('running');
});

test('where the state can’t be read, the row is what is known, with what another reading told', () => {
  const known = (how: Ending) => runWith(null, [told(READ, { ending: how })]);
  expect(known('not-known')).toMatchObject({ ending: 'not-known', finishedAt: READ });
  expect(known('failed')).toMatchObject({ ending: 'failed', phase: 'failed' });
  const other = read(READ - 9, { at: READ + 9, ending: 'succeeded', endedAt: READ, credits: 15 });
  expect(runWith(null, [told(READ), cause('cap', READ), other])).toMatchObject({
    ...{ ending: 'succeeded', phase: 'finished', creditsSpent: 15, finishedAt: READ },
  });
});

const ofDeploy = (startedAt: number, more: Partial<ReadEvidence> = {}) =>
  read(startedAt, { kind: 'deploy', deploymentId: `d ${startedAt}`, ...more });
const toldDeploy = (at: number, of: number, more: Partial<EventEvidence> = {}) =>
  told(at, { kind: 'deploy', deploymentId: `d ${of}`, ...more });

test('a failed deployment is shown with its reason and its refund', () => {
  const end = toldDeploy(READ, READ - 9, { ending: 'failed', reason: 'no room', refunded: true });
  const result = { phase: 'failed', errorText: 'no room', creditRefunded: true, finishedAt: READ };
  const going = deploy({ startedAt: READ - 9 });
  expect(deployWith(going, [ofDeploy(READ - 9), end])).toMatchObject(result);
  const failed = ofDeploy(READ - 9, { ending: 'failed' });
  expect(deployWith({ ...going, phase: 'failed' }, [failed, end])).toMatchObject(result);
});

test('an older end says nothing about a newer deployment', () => {
  const newer = deploy({ phase: 'live', startedAt: READ });
  const end = toldDeploy(READ - 1, READ - 9, { ending: 'failed', reason: 'old' });
  const own = ofDeploy(READ, { ending: 'succeeded' });
  expect(deployWith(newer, [own, end])).toEqual({ ...newer, finishedAt: READ, work: 1 });
});

test('a failed deployment that no reading shows yet is not live because the one before it was (Events, deployment.finished)', () => {
  const [live, begun] = [{ ending: 'succeeded' as const }, READ - 900_000];
  const known = deploy({ phase: 'live', startedAt: begun, finishedAt: READ - 800_000 });
  const after = (ending: Ending) =>
    deployWith(known, [ofDeploy(begun, live), toldDeploy(READ, READ - 9, { ending })]);
  const result = { startedAt: null, finishedAt: READ, liveUrl: null };
  expect(after('failed')).toMatchObject({ ...result, phase: 'failed' });
  expect(after('not-known')).toMatchObject({ ...result, phase: 'unknown' });
});

test('a reading after an end without words says what that end was; without one it is over and neither live nor failed', () => {
  const [begun, at] = [READ - 900_000, READ - 60_000];
  const end = toldDeploy(at, begun);
  const live = deploy({ phase: 'live', startedAt: begun, finishedAt: null });
  expect(deployWith(live, [ofDeploy(begun, { ending: 'succeeded' }), end])).toMatchObject({
    ...{ phase: 'live', finishedAt: at },
  });
  expect(deployWith(deploy({ startedAt: begun }), [ofDeploy(begun), end])).toMatchObject({
    ...{ phase: 'unknown', finishedAt: at },
  });
});

test('what was taken down since, or never ran, is not told by the row of before', () => {
  const row = ofDeploy(READ - 900_000, { at: READ - 60_000, ending: 'succeeded' });
  expect(deployWith(deploy({ phase: 'never', status: null }), [row])?.phase).toBe('never');
});
