import { describe, expect, it, test } from 'vitest';
import { projectFixture, runFixture } from '../snapshot/project-fixture.ts';
import type { ProjectState } from '../snapshot/project-state.ts';
import type { Snapshot, SnapshotSections } from '../snapshot/snapshot.ts';
import { blockers } from '../spending/blockers.ts';
import type { Act } from '../spending/cause.ts';
import { DAY_MS, MINUTE_MS } from '../time.ts';
import { buildFactsOf } from './build-facts.ts';
import { keptEventWith, projectAtCap, readSection, snapshotWith } from './fixtures.ts';
import { type AttentionState, emptyAttention } from './item.ts';
import { attentionNowOf } from './open-items.ts';
import { reduceEvents, reduceSnapshot } from './reduce.ts';

const T0 = Date.UTC(2026, 10, 21, 12);
const who = { now: T0, role: 'owner' as const, link: null };
const projects = (state: Partial<ProjectState>): Partial<SnapshotSections> => ({
  projects: readSection({ total: 1, items: [projectFixture(state)] }, T0),
});
const balance = (credits: number) =>
  readSection({ credits, recurrentCredits: credits, oneTimeCredits: 0 }, T0);
const atLimit = (total: number): Partial<SnapshotSections> => ({
  atLimit: readSection({ total, projects: [projectAtCap('shop')], resetsAt: null, canEdit: true }, T0),
});

function kinds(sections: Partial<SnapshotSections>, act: Act, attention: AttentionState = emptyAttention) {
  const snapshot = { ...snapshotWith(T0, sections), attention: attentionNowOf(attention, 0) };
  const facts = buildFactsOf(snapshot, { ...who, act, projectId: 'shop' });
  return blockers(facts, act).map(({ cause }) => cause.kind);
}

describe('what a snapshot shows of what is in the way', () => {
  it.each<[string, Partial<SnapshotSections>, Act, string[]]>([
    ['a run', projects({ run: runFixture({ startedAt: T0 }) }), 'deploy', ['agent-running']],
    ['a batch', projects({ run: runFixture({ batch: { done: 1, total: 3 } }) }), 'prompt', ['batch-running']],
    ['a recovery', projects({ recovery: { startedAt: T0 } }), 'prompt', ['recovery-running']],
    ['an import', projects({ importing: { startedAt: T0 } }), 'prompt', ['import-running']],
    ['a server asleep', projects({ server: 'Archived' }), 'deploy', ['server-not-ready']],
    ['a server that starts', projects({ server: 'Starting' }), 'deploy', ['server-not-ready']],
    ['a server that runs', projects({ server: 'Active' }), 'deploy', []],
    ['a word for a server that is new to us', projects({ server: 'Dreaming' }), 'deploy', []],
    ['a cap', atLimit(1), 'prompt', ['development-cap']],
    ['no credits', { account: balance(0) }, 'prompt', ['balance-used-up']],
    [
      'no reads without credits',
      { account: { ...balance(9), error: { code: 'no-credits', since: T0 } } },
      'prompt',
      ['balance-used-up'],
    ],
  ])('%s', (_, sections, act, result) => expect(kinds(sections, act)).toEqual(result));
});

describe('what was due and not read says nothing now', () => {
  const since = (
    sections: Partial<SnapshotSections>,
    projectId: string | null = 'shop',
    unheardSince: number | null = null,
  ) =>
    buildFactsOf(snapshotWith(T0, sections), { ...who, act: 'prompt', projectId, unheardSince }).notReadSince;
  const old = T0 - 6 * MINUTE_MS;
  const none = readSection({ total: 0, items: [] }, old);

  test('of the account, and of a project by its work and its caps', () => {
    const overdue = { projects: { ...none, isOverdue: true } };
    expect(since({ ...overdue, account: balance(9) })).toBe(old);
    expect(since({ ...overdue, account: balance(9) }, null)).toBeNull();
    expect(since({})).toBeNull();
  });

  test('but what is as old as its pace makes it is known', () =>
    expect(since({ projects: none })).toBeNull());

  test('and nothing is, of an edge that is not heard', () =>
    expect(since({ projects: none }, 'shop', old)).toBe(old));

  test('but not of an account that may not be read because it has no credits', () =>
    expect(
      since(
        {
          account: {
            ...balance(9),
            readAt: old,
            isOverdue: true,
            error: { code: 'no-credits', since: old },
          },
        },
        null,
      ),
    ).toBeNull());
});

test('a pause and an emergency stop are known from their open items', () => {
  const { state } = reduceSnapshot(emptyAttention, snapshotWith(T0));
  const event = (seq: number, name: string) =>
    keptEventWith({ seq, event: name, at: T0 + seq, projectId: 'shop', facts: { resumable: true } });
  const paused = reduceEvents(state, [
    event(1, 'project.paused'),
    event(2, 'project.kill_switch.fired'),
  ]).state;
  expect(kinds({}, 'prompt', paused)).toEqual(['emergency-stop', 'project-paused']);
  const resumed = reduceEvents(paused, [event(3, 'project.resumed')]).state;
  expect(kinds({}, 'prompt', resumed)).toEqual([]);
});

test('a list of capped projects that was cut shows nothing of those it does not name (decision 14)', () => {
  const limits = (total: number) =>
    buildFactsOf(snapshotWith(T0, atLimit(total)), {
      ...who,
      act: 'prompt',
      projectId: 'other',
    }).project?.limits;
  expect(limits(1)?.development.isReached).toBe(false);
  expect(limits(60)).toBeNull();
});

describe('what a forecast read of a cap', () => {
  const outlook = {
    readAt: T0,
    caps: [
      {
        ...{ projectId: 'shop', category: 'development' as const, state: 'crossing' as const, readAt: T0 },
        ...{
          at: T0 + DAY_MS,
          from: null,
          to: null,
          cap: 140,
          used: 129,
          needs: null,
          resetsAt: T0 + 9 * DAY_MS,
        },
      },
    ],
  };
  const factsOf = (state: Partial<ProjectState>) => {
    const sections = {
      ...projects(state),
      atLimit: readSection({ total: 0, projects: [], resetsAt: null, canEdit: true }, T0),
    };
    const snapshot = { ...snapshotWith(T0, sections), outlook };
    return buildFactsOf(snapshot, { ...who, act: 'prompt', projectId: 'shop' }).project;
  };

  test('says how much is left to it', () => {
    const project = factsOf({ lastModifiedAt: T0 - 1 });
    expect(project?.limits?.development).toEqual({ isReached: false, used: 129, cap: 140 });
    expect(project?.notLooked).not.toContain('caps');
  });

  test('but no longer once something was done in the project', () => {
    const project = factsOf({ lastModifiedAt: T0 + 1 });
    expect(project?.limits?.development).toEqual({ isReached: false, used: null, cap: null });
    expect(project?.notLooked).toContain('caps');
  });
});

describe('at the turn of the month', () => {
  const DECEMBER = Date.UTC(2026, 11);
  const read = DECEMBER - MINUTE_MS;
  const list = (resetsAt: number | null, readAt = read) => ({
    atLimit: readSection({ total: 1, projects: [projectAtCap('shop')], resetsAt, canEdit: true }, readAt),
  });
  const limits = (now: number, sections: Partial<SnapshotSections>) =>
    buildFactsOf(snapshotWith(read, sections), { ...who, now, act: 'prompt', projectId: 'shop' }).project
      ?.limits;

  test.each([DECEMBER, null])(
    'a cap that was reached before it is not known to be reached after it (reset: %s)',
    (resetsAt) => {
      expect(limits(DECEMBER - 1, list(resetsAt))?.development.isReached).toBe(true);
      expect(limits(DECEMBER, list(resetsAt))).toBeNull();
    },
  );

  test('a list that is read after it, and still names the reset before, is what the service says', () =>
    expect(limits(DECEMBER + MINUTE_MS, list(DECEMBER, DECEMBER + 1))?.development.isReached).toBe(true));

  test('what was used of a cap before it is not what is used of it now', () => {
    const one = { projectId: 'shop', category: 'development', state: 'healthy', readAt: read } as const;
    const none = { at: null, from: null, to: null, needs: null };
    const caps = [{ ...one, ...none, cap: 140, used: 139, resetsAt: DECEMBER }];
    const sections = {
      projects: readSection({ total: 1, items: [projectFixture({ lastModifiedAt: read - 1 })] }, read),
      atLimit: readSection({ total: 0, projects: [], resetsAt: DECEMBER + 30 * DAY_MS, canEdit: true }, read),
    };
    const snapshot = { ...snapshotWith(read, sections), outlook: { readAt: read, caps } };
    const usedAt = (now: number) =>
      buildFactsOf(snapshot, { ...who, now, act: 'prompt', projectId: 'shop' }).project?.limits?.development
        .used;
    expect([usedAt(DECEMBER - 1), usedAt(DECEMBER)]).toEqual([139, null]);
  });
});

describe('at midnight UTC', () => {
  const MIDNIGHT = Date.UTC(2026, 10, 29);
  const read = MIDNIGHT - MINUTE_MS;
  const none = { overrides: [], failing: [], refusing: [], dayBudgets: [] };
  const guardsAt = (now: number, guards: Partial<NonNullable<Snapshot['guards']>>) => {
    const snapshot = { ...snapshotWith(read), guards: { ...none, ...guards } };
    return buildFactsOf(snapshot, { ...who, now, act: 'prompt', projectId: 'shop' }).project?.guards;
  };
  const refusing = { projectId: 'shop', since: read, until: null, limit: 100 };

  test('the budget of the day before refuses no more', () => {
    const day = { ...refusing, kind: 'day-budget', until: MIDNIGHT, number: 101 } as const;
    expect(guardsAt(MIDNIGHT - 1, { refusing: [day] })?.day).toEqual({ spent: 101, limit: 100 });
    expect(guardsAt(MIDNIGHT, { refusing: [day] })?.day).toBeNull();
  });

  test('what was spent of it leaves nothing less', () => {
    const dayBudgets = [{ projectId: 'shop', spent: 60, limit: 100 }];
    expect(guardsAt(MIDNIGHT - 1, { dayBudgets })?.day).toEqual({ spent: 60, limit: 100 });
    expect(guardsAt(MIDNIGHT, { dayBudgets })?.day).toBeNull();
  });

  test('prompts that are off for failures stay off', () =>
    expect(guardsAt(MIDNIGHT, { refusing: [{ ...refusing, kind: 'failures', number: 3 }] })?.failures).toBe(
      3,
    ));
});

test('what was read beyond the snapshot wins', () => {
  const facts = buildFactsOf(snapshotWith(T0, atLimit(1)), {
    ...who,
    act: 'prompt',
    projectId: 'shop',
    known: { limits: null, server: 'asleep' },
  });
  expect(facts.project).toMatchObject({ limits: null, server: 'asleep' });
});

test('what this browser has spent today counts until the UTC day is over', () => {
  const since = T0 - (T0 % DAY_MS);
  const snapshot = { ...snapshotWith(T0), dailySpend: { spent: 20, limit: 20, since } };
  const limitAt = (now: number) =>
    buildFactsOf(snapshot, { ...who, now, act: 'launch', projectId: null }).dailyLimit;
  expect(limitAt(since + DAY_MS - 1)).toEqual({ spent: 20, limit: 20, reserve: 0 });
  expect(limitAt(since + DAY_MS)).toEqual({ spent: 0, limit: 20, reserve: 0 });
});
