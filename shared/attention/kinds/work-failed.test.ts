import { describe, expect, test } from 'vitest';
import type { Ending } from '../../endings/ending.ts';
import type { KeptEvent } from '../../snapshot/kept-event.ts';
import { deployFixture, projectFixture, runFixture } from '../../snapshot/project-fixture.ts';
import type { DeployState, ProjectState, RunState } from '../../snapshot/project-state.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { DAY_MS, type InstantMs, MINUTE_MS } from '../../time.ts';
import { keptEventWith, readSection, snapshotWith } from '../fixtures.ts';
import { type AttentionState, emptyAttention } from '../item.ts';
import { attentionCount, attentionNowOf, openItems } from '../open-items.ts';
import { acknowledge, reduceEvents, reduceSnapshot, unacknowledge } from '../reduce.ts';

const T0 = Date.UTC(2026, 10, 21, 12);
const at = (minutes: number) => T0 + minutes * MINUTE_MS;

const read = (when: InstantMs, project: Partial<ProjectState>, total = 40): Snapshot =>
  snapshotWith(when, { projects: readSection({ total, items: [projectFixture(project)] }, when) });

function ended(
  ending: Ending,
  finishedAt: InstantMs,
  changes: Partial<RunState> = {},
): Partial<ProjectState> {
  const phase = ending === 'failed' ? 'failed' : ending === 'not-known' ? 'unknown' : 'finished';
  return {
    run: runFixture({
      phase,
      status: 'done',
      startedAt: finishedAt - MINUTE_MS,
      finishedAt,
      ending,
      ...changes,
    }),
  };
}
const runs = (startedAt: InstantMs): Partial<ProjectState> => ({ run: runFixture({ startedAt }) });
const deployed = (phase: DeployState['phase'], finishedAt: InstantMs): Partial<ProjectState> => ({
  deploy: deployFixture({ phase, finishedAt, errorText: phase === 'failed' ? 'Build error' : null }),
});

const before = reduceSnapshot(emptyAttention, read(T0, {})).state;
const look = (...snapshots: Snapshot[]): AttentionState =>
  snapshots.reduce((state, snapshot) => reduceSnapshot(state, snapshot).state, before);
const openIn = (state: AttentionState) => openItems(state).map(({ id }) => id);
const seen = (state: AttentionState, id: string, when: InstantMs) => acknowledge(state, id, when, 'Laptop');

describe('a step that the answer to a launch warns of', () => {
  const launched = (
    when: InstantMs,
    step: string,
    errorCode = 'NOT_NOW',
    operation = 'launch',
  ): Snapshot => ({
    ...read(when, {}),
    launches: [
      {
        ...{ key: 'key-0001', operation, state: 'launched', requestedProjectId: 'shop', refusal: null },
        ...{
          projectId: 'shop',
          label: null,
          createdAt: at(1),
          settledAt: at(1),
          nextCheckAt: null,
          candidates: [],
        },
        ...{ agentStarted: step !== 'agent', warnings: [{ step, errorCode, errorMessage: 'Not now' }] },
      },
    ],
  });
  const secretOf = (projectId: string, did: string) => {
    const change = { seq: 1, event: 'edge.change', at: at(3), source: 'edge' as const, projectId };
    const items = [keptEventWith({ ...change, facts: { setting: 'secret', did, name: 'KEY' } })];
    return { events: readSection({ lastSeq: 1, items }, at(3)) };
  };
  const withUpload = (snapshot: Snapshot): Snapshot => ({
    ...snapshot,
    launches: [
      ...snapshot.launches,
      ...launched(at(3), 'files', '', 'uploadFile').launches.map((one) => ({ ...one, key: 'key-0002' })),
    ],
  });
  const withSections = (snapshot: Snapshot, sections: Partial<Snapshot['sections']>): Snapshot => ({
    ...snapshot,
    sections: { ...snapshot.sections, ...sections },
  });
  type MadeUp = ((snapshot: Snapshot) => Snapshot) | null;

  test.each<[step: string, madeUp: MadeUp, other: MadeUp]>([
    ['agent', (one) => withSections(one, read(one.at, runs(at(2))).sections), withUpload],
    [
      'secrets',
      (one) => withSections(one, secretOf('shop', 'added')),
      (one) => withSections(one, secretOf('shop', 'removed')),
    ],
    ['files', withUpload, (one) => withSections(one, secretOf('shop', 'added'))],
    ['designtool', null, withUpload],
    ['teleport', null, withUpload],
  ])('%s is told and needs the user, until it is made up for or seen', (step, madeUp, other) => {
    const id = `launch-step:shop:${step}`;
    const { state, announcements } = reduceSnapshot(before, launched(at(2), step));
    expect(announcements.map(({ noticeId }) => noticeId)).toEqual([id]);
    const reason = { kind: 'launch-step', step, message: 'Not now' };
    expect(openItems(state)).toMatchObject([{ id, severity: 'warning', projectId: 'shop', reason }]);
    const then = (from: AttentionState, ...more: Snapshot[]) =>
      openIn(more.reduce((one, next) => reduceSnapshot(one, next).state, from));
    const still = launched(at(4), step);
    expect(then(state, still)).toEqual([id]);
    if (other) expect(then(state, other(still)), 'something else was done').toEqual([id]);
    if (madeUp) expect(then(state, madeUp(still), launched(at(5), step))).toEqual([]);
    expect(then(seen(state, id, at(3)), still)).toEqual([]);
  });

  test('needs nobody where the edge sees to it, where it is a remark, and where no launch warns of it', () => {
    expect(openIn(look(launched(at(2), 'creditLimits')))).toEqual([]);
    expect(openIn(look(launched(at(2), 'agent', '')))).toEqual([]);
    expect(openIn(look(launched(at(2), 'agent', 'NOT_NOW', 'startAgent')))).toEqual([]);
  });
});

describe('a run that failed', () => {
  const FAILED = ended('failed', at(5), { lastMessage: 'The tests do not pass' });

  test('needs the user, with what the agent said last', () => {
    const state = look(read(at(6), FAILED));
    expect(openItems(state)[0]).toMatchObject({
      id: 'run-failed:shop',
      severity: 'warning',
      projectId: 'shop',
      since: at(5),
      reason: { kind: 'run-failed', message: 'The tests do not pass' },
    });
    expect(attentionCount(attentionNowOf(state, 0)).unacknowledged).toBe(1);
  });

  test('is over once a later one has succeeded', () => {
    expect(openIn(look(read(at(6), FAILED), read(at(20), ended('succeeded', at(19)))))).toEqual([]);
  });

  test('stays while the next one runs', () => {
    expect(openIn(look(read(at(6), FAILED), read(at(8), runs(at(7)))))).toEqual(['run-failed:shop']);
  });

  test.each(['stopped', 'capped', 'paused', 'not-known'] as const)(
    'stays when a later one ended otherwise than by success: %s',
    (ending) => {
      expect(openIn(look(read(at(6), FAILED), read(at(20), ended(ending, at(19)))))).toEqual([
        'run-failed:shop',
      ]);
    },
  );

  test('needs the user too when only its beginning is known', () => {
    const { run } = FAILED;
    const endless = { run: run ? { ...run, startedAt: at(1), finishedAt: null } : null };
    expect(openItems(look(read(at(6), endless)))).toMatchObject([{ id: 'run-failed:shop', since: at(1) }]);
  });

  test('is over once it is seen, and not opened again by a reading that still shows it', () => {
    const state = seen(look(read(at(6), FAILED)), 'run-failed:shop', at(7));
    expect(openIn(reduceSnapshot(state, read(at(8), FAILED)).state)).toEqual([]);
  });

  test('opens again when the next one fails too, though the first was seen while that ran', () => {
    const first = seen(look(read(at(6), FAILED), read(at(8), runs(at(7)))), 'run-failed:shop', at(9));
    expect(openIn(reduceSnapshot(first, read(at(20), ended('failed', at(19)))).state)).toEqual([
      'run-failed:shop',
    ]);
  });

  test('that is no longer among the projects read stays; of a project that is gone it ends', () => {
    const other = (total: number) => read(at(10), { projectId: 'other' }, total);
    expect(openIn(look(read(at(6), FAILED), other(40)))).toEqual(['run-failed:shop']);
    expect(openIn(look(read(at(6), FAILED), other(1)))).toEqual([]);
  });

  test('more than a week ago, and never known, is the past', () => {
    expect(openIn(look(read(at(1) + 8 * DAY_MS, ended('failed', at(1)))))).toEqual([]);
  });

  test('is not opened by a failed reading, and not closed by one', () => {
    const error = { code: 'timeout' as const, since: at(7) };
    const data = { total: 1, items: [projectFixture(ended('succeeded', at(6)))] };
    const failing = snapshotWith(at(8), { projects: { data, readAt: at(7), error } });
    expect(openIn(look(read(at(6), FAILED), failing))).toEqual(['run-failed:shop']);
  });
});

describe('a deployment that failed', () => {
  const event = (seq: number, when: InstantMs, status: 'success' | 'error'): KeptEvent =>
    keptEventWith({
      ...{ seq, at: when, event: 'deployment.finished', projectId: 'shop' },
      facts: { status, ...(status === 'error' && { creditRefunded: true }) },
    });

  test('needs the user as soon as its event arrives, with its cause once that is read', () => {
    const result = reduceEvents(before, [event(1, at(5), 'error')]);
    expect(openIn(result.state)).toEqual(['deploy-failed:shop']);
    const { state } = reduceSnapshot(result.state, read(at(6), deployed('failed', at(5))));
    expect(openItems(state)[0]?.reason).toMatchObject({ message: 'Build error' });
  });

  test('keeps its cause when the event comes after the reading', () => {
    const state = reduceEvents(look(read(at(6), deployed('failed', at(5)))), [
      event(1, at(7), 'error'),
    ]).state;
    expect(openItems(state)[0]?.reason).toMatchObject({ message: 'Build error', refunded: true });
  });

  test('whose event says nothing, because its delivery was lost, opens once it is read, and closes nothing', () => {
    const lost = keptEventWith({
      ...{
        seq: 1,
        at: at(5),
        event: 'deployment.finished',
        projectId: 'shop',
        source: 'reconciled',
        facts: {},
      },
    });
    const told = reduceEvents(before, [lost]);
    expect(openIn(reduceSnapshot(told.state, read(at(6), deployed('failed', at(5)))).state)).toEqual([
      'deploy-failed:shop',
    ]);
    const failed = look(read(at(6), deployed('failed', at(5))));
    expect(openIn(reduceEvents(failed, [{ ...lost, at: at(9) }]).state)).toEqual(['deploy-failed:shop']);
  });

  test.each(['', 'bundled', 'canceled'])(
    'stays when the next event says %j, which no reference documents',
    (status) => {
      const failed = look(read(at(6), deployed('failed', at(5))));
      const next = keptEventWith({
        ...{ seq: 1, at: at(9), event: 'deployment.finished', projectId: 'shop', facts: { status } },
      });
      expect(openIn(reduceEvents(failed, [next]).state)).toEqual(['deploy-failed:shop']);
    },
  );

  test('needs the user too when only its beginning is known', () => {
    const deploy = deployFixture({ phase: 'failed', startedAt: at(4), finishedAt: null });
    expect(openItems(look(read(at(6), { deploy })))).toMatchObject([{ since: at(4) }]);
  });

  test('is over once the next one is live, by event or by reading', () => {
    const failed = look(read(at(6), deployed('failed', at(5))));
    expect(openIn(reduceEvents(failed, [event(1, at(9), 'success')]).state)).toEqual([]);
    expect(openIn(reduceSnapshot(failed, read(at(10), deployed('live', at(9)))).state)).toEqual([]);
  });

  test('is not opened again by a reading from before the next one went live', () => {
    const live = reduceEvents(before, [event(1, at(9), 'success')]).state;
    expect(openIn(reduceSnapshot(live, read(at(10), deployed('failed', at(5)))).state)).toEqual([]);
  });

  test('is over once it is seen', () => {
    const state = seen(look(read(at(6), deployed('failed', at(5)))), 'deploy-failed:shop', at(7));
    expect(openIn(reduceSnapshot(state, read(at(8), deployed('failed', at(5)))).state)).toEqual([]);
  });
});

describe('keys that the agent asks for', () => {
  const key = (isGiven: boolean | null) => ({ name: 'STRIPE_KEY', description: 'For payments', isGiven });
  const asks = (when: InstantMs, isGiven: boolean | null) =>
    ended('succeeded', when, { keysNeeded: [key(isGiven), { ...key(true), name: 'MAIL_KEY' }] });

  test('need the user while the project does not have them', () => {
    const state = look(read(at(6), asks(at(5), false)));
    expect(openItems(state)[0]).toMatchObject({
      id: 'keys-needed:shop',
      reason: { kind: 'keys-needed', keys: [{ name: 'STRIPE_KEY', description: 'For payments' }] },
    });
  });

  test('are announced: nothing else reports them', () => {
    const { announcements } = reduceSnapshot(before, read(at(6), asks(at(5), false)));
    expect(announcements.map(({ about }) => about.kind)).toEqual(['keys-needed']);
  });

  test('are nothing to tell before it was read whether the project has them', () => {
    expect(openIn(look(read(at(6), asks(at(5), null))))).toEqual([]);
  });

  test('stay while a later run has not succeeded, or it was not read whether the project has them', () => {
    const withKeys = look(read(at(6), asks(at(5), false)));
    for (const later of [ended('not-known', at(19)), ended('failed', at(19)), asks(at(19), null)])
      expect(openIn(reduceSnapshot(withKeys, read(at(20), later)).state)).toContain('keys-needed:shop');
  });

  test('are over once the project has them, or the next run asks for none', () => {
    const withKeys = look(read(at(6), asks(at(5), false)));
    expect(openIn(reduceSnapshot(withKeys, read(at(8), asks(at(5), true))).state)).toEqual([]);
    expect(openIn(reduceSnapshot(withKeys, read(at(20), ended('succeeded', at(19)))).state)).toEqual([]);
  });

  test('that were seen stay open without being counted', () => {
    const state = seen(look(read(at(6), asks(at(5), false))), 'keys-needed:shop', at(7));
    const after = reduceSnapshot(state, read(at(8), asks(at(5), false))).state;
    expect(attentionCount(attentionNowOf(after, 0))).toEqual({
      unacknowledged: 0,
      acknowledged: 1,
      worst: null,
    });
  });
});

test('a failure that was marked as seen by mistake needs the user again, unless a later run has succeeded meanwhile', () => {
  const id = 'run-failed:shop';
  const began = reduceSnapshot(emptyAttention, read(at(0), runs(at(-1)))).state;
  const failed = reduceSnapshot(began, read(at(2), ended('failed', at(1)))).state;
  expect(openItems(failed)).toMatchObject([{ id, seen: null }]);
  const marked = seen(failed, id, at(3));
  expect(openItems(marked)).toEqual([]);
  const back = unacknowledge(marked, id);
  expect(openItems(back)).toMatchObject([{ id, seen: null }]);
  expect(unacknowledge(back, id)).toBe(back);
  const succeeded = reduceSnapshot(back, read(at(6), ended('succeeded', at(5)))).state;
  expect(openItems(unacknowledge(succeeded, id))).toEqual([]);
});
