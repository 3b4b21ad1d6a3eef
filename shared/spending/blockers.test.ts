import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../time.ts';
import type { Blocker, Ends } from './blocker.ts';
import { worstFirst } from './blocker.ts';
import { type BuildFacts, blockers, type ProjectFacts } from './blockers.ts';
import { ACTS, type Act, CAUSE_KINDS, type CauseKind, EFFECTS, type Effect } from './cause.ts';
import { factsFixture, NOW, projectFactsFixture } from './facts-fixture.ts';

const NEXT_MONTH = Date.UTC(2026, 11, 1);
const at = (instant: number): Ends => ({ kind: 'at', at: instant });
const between = (from: number, to: number): Ends => ({ kind: 'between', from: NOW + from, to: NOW + to });
const never: Ends = { kind: 'not-by-itself' };
const unknown: Ends = { kind: 'not-known' };

const shop = (project: Partial<ProjectFacts>): Partial<BuildFacts> => ({
  project: projectFactsFixture(project),
});
const { limits } = projectFactsFixture();
if (!limits) throw new Error('the fixture knows its limits');

/** State, name, effect on a prompt, a deploy, a launch and the app's calls, when it ends, and remedy. */
type Row = [
  CauseKind,
  Partial<BuildFacts>,
  [Effect, Effect, Effect, Effect],
  Ends,
  Blocker['lift'],
  /** The section of the reference for this row. */
  string,
];

const ROWS: Row[] = [
  [
    'not-paired',
    { link: { kind: 'not-paired' } },
    ['refused', 'refused', 'refused', 'none'],
    never,
    'pair',
    'ours',
  ],
  [
    'offline',
    { link: { kind: 'offline' } },
    ['refused', 'refused', 'refused', 'none'],
    unknown,
    'try-again',
    'ours',
  ],
  [
    'edge-not-answering',
    { link: { kind: 'edge-not-answering', since: 1, isError: false } },
    ['refused', 'refused', 'refused', 'none'],
    unknown,
    'try-again',
    'ours',
  ],
  [
    'key-rejected',
    { link: { kind: 'key-rejected', since: 1 } },
    ['refused', 'refused', 'refused', 'none'],
    never,
    'set-key',
    'Authentication 2',
  ],
  [
    'account-unconfirmed',
    { link: { kind: 'account-unconfirmed', since: 1 } },
    ['refused', 'refused', 'refused', 'none'],
    never,
    'confirm-account',
    'ours',
  ],
  [
    'service-not-answering',
    { link: { kind: 'service-not-answering', since: 1, isError: false } },
    ['unsure', 'unsure', 'unsure', 'unsure'],
    unknown,
    'try-again',
    'ours',
  ],
  ['role-too-low', { role: 'viewer' }, ['refused', 'refused', 'refused', 'none'], never, 'ask-owner', 'ours'],
  [
    'balance-used-up',
    { balance: { credits: 0, isCurrent: true } },
    ['refused', 'refused', 'refused', 'refused'],
    unknown,
    'buy-credits',
    'Errors INSUFFICIENT_CREDITS; Events project.credits.exhausted',
  ],
  [
    'emergency-stop',
    shop({ stopped: { since: 1 } }),
    ['unsure', 'unsure', 'none', 'refused'],
    never,
    'open-project',
    'Events project.kill_switch.fired',
  ],
  [
    'project-paused',
    shop({ paused: { since: 1, resumable: true } }),
    ['unsure', 'unsure', 'none', 'refused'],
    never,
    'open-project',
    'Events project.paused',
  ],
  [
    'development-cap',
    shop({ limits: { ...limits, development: { isReached: true, used: 5000, cap: 5000 } } }),
    ['refused', 'unsure', 'none', 'none'],
    at(NEXT_MONTH),
    'raise-cap',
    'Credit limits',
  ],
  [
    'run-budget',
    shop({
      limits: {
        ...limits,
        development: { isReached: true, used: 130, cap: 130 },
        runBudget: { until: NOW + HOUR_MS },
      },
    }),
    ['refused', 'unsure', 'none', 'none'],
    at(NOW + HOUR_MS),
    'change-guard',
    'Credit limits',
  ],
  [
    'daily-limit',
    { dailyLimit: { spent: 20, limit: 20, reserve: 0 } },
    ['refused', 'refused', 'refused', 'none'],
    at(Date.UTC(2026, 10, 22)),
    'raise-daily-limit',
    'ours',
  ],
  [
    'day-budget',
    shop({ guards: { day: { spent: 101, limit: 100 }, failures: null } }),
    ['refused', 'none', 'none', 'none'],
    at(Date.UTC(2026, 10, 22)),
    'change-guard',
    'ours',
  ],
  [
    'failure-guard',
    shop({ guards: { day: null, failures: 3 } }),
    ['refused', 'none', 'none', 'none'],
    never,
    'change-guard',
    'ours',
  ],
  [
    'recovery-running',
    shop({ recovery: { startedAt: NOW } }),
    ['refused', 'refused', 'none', 'none'],
    between(MINUTE_MS, 4 * MINUTE_MS),
    'wait',
    'What excludes what, R; Secrets, versions',
  ],
  [
    'batch-running',
    shop({ batch: { done: 2, total: 4, startedAt: NOW }, run: { startedAt: NOW } }),
    ['refused', 'refused', 'none', 'none'],
    between(5 * MINUTE_MS, 80 * MINUTE_MS),
    'wait',
    'What excludes what, B',
  ],
  [
    'agent-running',
    shop({ run: { startedAt: NOW - 10 * MINUTE_MS } }),
    ['refused', 'refused', 'none', 'none'],
    between(0, 30 * MINUTE_MS),
    'stop-run',
    'What excludes what, A; What the service does 1',
  ],
  [
    'deployment-running',
    shop({ deploy: { startedAt: NOW } }),
    ['refused', 'refused', 'none', 'none'],
    between(2 * MINUTE_MS, 5 * MINUTE_MS),
    'wait',
    'What excludes what, D; What the service does 1',
  ],
  [
    'rebuild-running',
    shop({ rebuild: { startedAt: NOW } }),
    ['refused', 'unsure', 'none', 'none'],
    between(MINUTE_MS, 4 * MINUTE_MS),
    'wait',
    'What excludes what, X',
  ],
  [
    'import-running',
    shop({ importing: { startedAt: NOW } }),
    ['refused', 'unsure', 'none', 'none'],
    between(MINUTE_MS, 30 * MINUTE_MS),
    'wait',
    'What excludes what, X; Secrets, versions',
  ],
  [
    'pull-running',
    shop({ pulling: { startedAt: null } }),
    ['refused', 'unsure', 'none', 'none'],
    unknown,
    'wait',
    'What excludes what, X',
  ],
  [
    'server-not-ready',
    shop({ server: 'asleep' }),
    ['waits', 'refused', 'none', 'none'],
    never,
    'start-server',
    'What excludes what, S',
  ],
  [
    'infrastructure-cap',
    shop({ limits: { ...limits, infrastructure: { isReached: true, used: 300, cap: 300 } } }),
    ['none', 'none', 'none', 'refused'],
    at(NEXT_MONTH),
    'raise-cap',
    'Credit limits',
  ],
  [
    'feature-off',
    shop({ features: { ai: { enabled: false } } }),
    ['none', 'none', 'none', 'refused'],
    never,
    'switch-on',
    'States, Feature',
  ],
  [
    'feature-budget',
    shop({
      features: { email: { enabled: true, monthlyCreditCap: 5, consumed: { credits: 5, units: 1 } } },
    }),
    ['none', 'none', 'none', 'refused'],
    at(NEXT_MONTH),
    'raise-budget',
    'States, Feature budget',
  ],
  [
    'visitor-limit',
    shop({ visitors: { perIpPerMinute: 10, planDefault: 5000, source: 'user' } }),
    ['none', 'none', 'none', 'unsure'],
    never,
    'raise-visitor-limit',
    'Rate limit setting',
  ],
];

describe('every state that is in the way, against what the reference says of it', () => {
  it.each(ROWS.map((row) => ({ name: `${row[0]} (${row[5]})`, row })))(
    '$name',
    ({ row: [kind, changes, effects, ends, lift] }) => {
      for (const [i, act] of ACTS.entries()) {
        const found = blockers(factsFixture(changes), act);
        const result = found.find(({ cause }) => cause.kind === kind);
        if (act === 'app' && kind === 'role-too-low') expect(result).toBeUndefined();
        else expect({ act, ...result }).toMatchObject({ act, effect: effects[i], ends, lift });
      }
    },
  );

  test('every cause has a row here or comes from a refusal alone', () => {
    const fromRefusals: CauseKind[] = [
      'key-restricted',
      'project-gone',
      'project-not-allowed',
      'not-available',
      'projects-used-up',
      'app-broken',
      'created-too-fast',
      'asked-too-often',
      'project-busy',
      'media-paused',
      'calls-queued',
    ];
    expect([...ROWS.map(([kind]) => kind), ...fromRefusals].sort()).toEqual([...CAUSE_KINDS].sort());
  });
});

test('nothing is in the way of a project in which nothing is', () => {
  for (const act of ACTS) expect(blockers(factsFixture(), act)).toEqual([]);
});

test('a parent switched off is reported once, for what is under it too (Feature limit entry, parent)', () => {
  const off = { enabled: false };
  const spent = { enabled: true, monthlyCreditCap: 1, consumed: { credits: 1, units: 0 } };
  const result = (features: ProjectFacts['features']) =>
    blockers(factsFixture(shop({ features })), 'app').map(({ cause }) =>
      'feature' in cause ? [cause.kind, cause.feature] : cause.kind,
    );
  expect(
    result({ ai: off, ai_text: { ...off, parent: 'ai' }, ai_image: { ...spent, parent: 'ai' } }),
  ).toEqual([['feature-off', 'ai']]);
  expect(result({ all: off, ai: off, email: spent })).toEqual([['feature-off', 'all']]);
  expect(result({ ai: spent, ai_text: { ...spent, parent: 'ai' }, email: off })).toEqual([
    ['feature-off', 'email'],
    ['feature-budget', 'ai'],
  ]);
});

test('a budget is reported in its own unit', () => {
  const features = {
    email: { enabled: true, monthlyUnitCap: 200, unit: 'recipients', consumed: { credits: 0, units: 200 } },
  };
  expect(blockers(factsFixture(shop({ features })), 'app')[0]?.cause).toMatchObject({
    used: 200,
    limit: 200,
    unit: 'recipients',
  });
});

test('a balance that could not be read again is not held against anyone', () => {
  expect(blockers(factsFixture({ balance: { credits: 0, isCurrent: false } }), 'prompt')).toEqual([]);
  const dear = factsFixture({ balance: { credits: 3, isCurrent: true }, price: { least: 4, most: 4 } });
  expect(blockers(dear, 'launch')[0]?.cause).toEqual({ kind: 'balance-used-up', credits: 3, needed: 4 });
});

test('who may not raise a cap is sent to the owner, also where only the key may not', () => {
  const capped = shop({ limits: { ...limits, development: { isReached: true, used: 1, cap: 1 } } });
  const lift = (changes: Partial<BuildFacts>) =>
    blockers(factsFixture({ ...capped, ...changes }), 'prompt')[0]?.lift;
  expect(lift({})).toBe('raise-cap');
  expect(lift({ canEdit: null })).toBe('raise-cap');
  expect(lift({ canEdit: false })).toBe('ask-owner');
  expect(lift({ role: 'builder' })).toBe('ask-owner');
});

test('the end of a run that takes longer than any other of the account is unknown', () => {
  const runs = (startedAt: number, low: number, high: number) =>
    blockers(
      factsFixture({
        ...shop({ run: { startedAt: NOW - startedAt } }),
        runDurationMs: { low, high, count: 9 },
      }),
      'prompt',
    )[0]?.ends;
  expect(runs(MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS)).toEqual(between(MINUTE_MS, 4 * MINUTE_MS));
  expect(runs(6 * MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS)).toEqual(unknown);
});

test('the end of a deployment is by the account’s own history, and by the service’s words without one', () => {
  const ends = (changes: Partial<BuildFacts>) =>
    blockers(factsFixture({ ...shop({ deploy: { startedAt: NOW } }), ...changes }), 'deploy')[0]?.ends;
  expect(ends({})).toEqual(between(2 * MINUTE_MS, 5 * MINUTE_MS));
  const deployDurationMs = { low: 3 * MINUTE_MS, high: 4 * MINUTE_MS, count: 3 };
  expect(ends({ deployDurationMs })).toEqual(between(3 * MINUTE_MS, 4 * MINUTE_MS));
});

test('what stops the act comes first, whatever else holds, and in one order', () => {
  const changes = fc
    .subarray(
      ROWS.filter(([kind]) => kind !== 'run-budget'),
      { minLength: 1 },
    )
    .map((rows) => merged(rows.map(([, one]) => one)));
  fc.assert(
    fc.property(changes, fc.constantFrom(...ACTS), (facts, act: Act) => {
      const found = blockers(factsFixture(facts), act);
      expect(found.toSorted(worstFirst)).toEqual(found);
      expect(found.toReversed().toSorted(worstFirst)).toEqual(found);
      const stops = found.map(({ effect }) => effect === 'refused');
      expect(stops.lastIndexOf(true)).toBe(stops.filter(Boolean).length - 1);
      for (const { cause, effect } of found) expect(effect).toBe(EFFECTS[cause.kind][act]);
    }),
  );
});

/** Several states at once: project facts are combined, of account facts the last wins. */
function merged(states: Partial<BuildFacts>[]): Partial<BuildFacts> {
  const plain = projectFactsFixture() as unknown as Record<string, unknown>;
  const project: Record<string, unknown> = {};
  for (const state of states)
    for (const [name, value] of Object.entries(state.project ?? {}))
      if (JSON.stringify(value) !== JSON.stringify(plain[name])) project[name] = value;
  return { ...Object.assign({}, ...states), project: projectFactsFixture(project) };
}

test('a browser that may spend nothing may not do so tomorrow', () => {
  const [first] = blockers(factsFixture({ dailyLimit: { spent: 0, limit: 0, reserve: 0 } }), 'launch');
  expect(first).toMatchObject({ cause: { kind: 'daily-limit' }, ends: never });
});
