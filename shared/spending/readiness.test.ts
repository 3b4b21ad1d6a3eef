import { describe, expect, it } from 'vitest';
import type { BuildFacts } from './blockers.ts';
import type { Act } from './cause.ts';
import { factsFixture, projectFactsFixture } from './facts-fixture.ts';
import { canBuild } from './readiness.ts';

const usual = { low: 12, high: 30, count: 8 };
const idle = { runs: 0, begun: 0, isMore: false, credits: 0, most: 0, of: usual };
const twoRuns = { runs: 2, begun: 2, isMore: false, credits: 42, most: 60, of: usual };
const noHistory = { runs: 0, begun: 0, isMore: false, credits: 0, most: 0, of: null };
const twoWithoutHistory = { runs: 2, begun: 2, isMore: false, credits: null, most: null, of: null };
const development = (used: number, cap: number | null) => ({
  development: { isReached: cap !== null && used >= cap, used, cap },
  infrastructure: { isReached: false, used: 0, cap: 300 },
  resetsAt: null,
  runBudget: null,
});
const asleep = { project: projectFactsFixture({ server: 'asleep' }) };
const unread = { limits: null, isRead: false, features: null };

describe('can I build?', () => {
  it.each<
    [string, Partial<BuildFacts>, Act, typeof idle | typeof noHistory | typeof twoWithoutHistory, unknown]
  >([
    [
      '19 usual runs',
      {},
      'prompt',
      idle,
      { kind: 'yes', lasting: { kind: 'runs', runs: 19, by: 'balance' } },
    ],
    ['less what is committed', {}, 'prompt', twoRuns, { lasting: { kind: 'runs', runs: 17 } }],
    [
      'less the price',
      { price: { least: 100, most: 100 }, project: null },
      'launch',
      idle,
      { lasting: { runs: 14 } },
    ],
    [
      'up to the cap of the project',
      { project: projectFactsFixture({ limits: development(900, 1000) }) },
      'prompt',
      idle,
      { kind: 'yes', lasting: { kind: 'runs', runs: 4, by: 'development-cap' } },
    ],
    [
      'less than a usual run below the cap',
      { project: projectFactsFixture({ limits: development(995, 1000) }) },
      'prompt',
      idle,
      { kind: 'short', left: 5, by: 'development-cap' },
    ],
    [
      'up to what this browser may spend today',
      { dailyLimit: { spent: 50, limit: 100, reserve: 21 } },
      'prompt',
      idle,
      { kind: 'yes', lasting: { kind: 'runs', runs: 2, by: 'daily-limit' } },
    ],
    [
      'up to the budget of the day',
      { project: projectFactsFixture({ guards: { day: { spent: 75, limit: 90 }, failures: null } }) },
      'prompt',
      idle,
      { kind: 'short', left: 15, by: 'day-budget' },
    ],
    ['no history yet', {}, 'prompt', noHistory, { kind: 'yes', lasting: { kind: 'no-history' } }],
    [
      'runs without history',
      {},
      'prompt',
      twoWithoutHistory,
      { kind: 'yes', lasting: { kind: 'no-history' } },
    ],
    [
      'a few credits',
      { balance: { credits: 4, isCurrent: true } },
      'prompt',
      idle,
      { kind: 'short', left: 4 },
    ],
    ['a deploy is not counted in runs', {}, 'deploy', idle, { kind: 'yes', lasting: null, after: null }],
    [
      'a prompt wakes the server',
      asleep,
      'prompt',
      idle,
      { kind: 'yes', after: { cause: { kind: 'server-not-ready' } } },
    ],
    ['a deploy does not wait for it', asleep, 'deploy', idle, { kind: 'no' }],
    [
      'what is in the way is told, the worst first',
      {
        balance: { credits: 0, isCurrent: true },
        project: projectFactsFixture({ run: { startedAt: null } }),
      },
      'prompt',
      idle,
      { kind: 'no', because: { cause: { kind: 'balance-used-up' } } },
    ],
    [
      'a paused project may or may not take it',
      { project: projectFactsFixture({ paused: { since: null, resumable: true } }) },
      'prompt',
      idle,
      { kind: 'unsure', because: { cause: { kind: 'project-paused' } } },
    ],
    [
      'nothing read',
      { balance: null, project: projectFactsFixture(unread) },
      'prompt',
      idle,
      {
        kind: 'not-known',
        missing: ['balance', 'work', 'limits'],
      },
    ],
    [
      'the app, of which nothing was read',
      { project: projectFactsFixture(unread) },
      'app',
      idle,
      {
        kind: 'not-known',
        missing: ['limits', 'features'],
      },
    ],
    ['a new project needs none of that', { project: null }, 'launch', idle, { kind: 'yes' }],
    [
      'a cap that only stops the app stops no prompt',
      {
        project: projectFactsFixture({
          limits: { ...development(1, 5000), infrastructure: { isReached: true, used: 300, cap: 300 } },
        }),
      },
      'prompt',
      idle,
      { kind: 'yes' },
    ],
  ])('%s', (_, facts, act, committed, readiness) =>
    expect(canBuild(factsFixture(facts), act, committed).readiness).toMatchObject(readiness as object),
  );
});
