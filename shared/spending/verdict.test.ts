import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../time.ts';
import type { BuildFacts, ProjectFacts } from './blockers.ts';
import type { Act } from './cause.ts';
import { factsFixture, NOW, projectFactsFixture } from './facts-fixture.ts';
import { ownWorkOf } from './own-work.ts';
import { canBuild } from './readiness.ts';
import { nothingCommitted } from './runs.ts';
import { type Verdict, verdictOf } from './verdict.ts';

function verdict(changes: Partial<BuildFacts>, act: Act = 'prompt'): Verdict {
  const facts = factsFixture(changes);
  return verdictOf(canBuild(facts, act, { ...nothingCommitted, of: USUAL }), NOW);
}
const USUAL = { low: 12, high: 34, count: 9 };
const project = (changes: Parameters<typeof projectFactsFixture>[0]) => ({
  project: projectFactsFixture(changes),
});
const since = { startedAt: NOW - MINUTE_MS };

describe('the verdict has four kinds', () => {
  test.each<[string, Partial<BuildFacts>, Act, Verdict['kind']]>([
    ['nothing is in the way', {}, 'prompt', 'free'],
    ['a run goes on', project({ run: since }), 'prompt', 'working'],
    ['a batch goes on', project({ batch: { done: 1, total: 3, ...since } }), 'prompt', 'working'],
    ['a deployment goes on', project({ deploy: since }), 'prompt', 'working'],
    ['a rebuild goes on', project({ rebuild: since }), 'prompt', 'working'],
    [
      'a rebuild goes on, of which no effect on a deploy is documented',
      project({ rebuild: since }),
      'deploy',
      'working',
    ],
    ['a pull goes on', project({ pulling: since }), 'prompt', 'working'],
    ['a recovery goes on', project({ recovery: since }), 'prompt', 'working'],
    ['the server starts, before a deploy', project({ server: 'starting' }), 'deploy', 'working'],
    ['the server is asleep, before a deploy', project({ server: 'asleep' }), 'deploy', 'stopped'],
    ['a guard is in the way', project({ guards: { day: null, failures: 3 } }), 'prompt', 'stopped'],
    ['a viewer asks', { role: 'viewer' }, 'prompt', 'stopped'],
    ['the balance is used up', { balance: { credits: 0, isCurrent: true } }, 'launch', 'stopped'],
    [
      'it is paused, of which no effect on a prompt is documented',
      project({ paused: { since: NOW, resumable: true } }),
      'prompt',
      'not-known',
    ],
    ['the browser is not paired', { link: { kind: 'not-paired' } }, 'prompt', 'not-known'],
    ['the browser is offline', { link: { kind: 'offline' } }, 'prompt', 'not-known'],
    [
      'the edge is away',
      { link: { kind: 'edge-not-answering', since: NOW, isError: false } },
      'prompt',
      'not-known',
    ],
    [
      'the service fails',
      { link: { kind: 'service-not-answering', since: NOW, isError: true } },
      'prompt',
      'not-known',
    ],
    ['nothing was read', { balance: null }, 'launch', 'not-known'],
    ['it was read too long ago', { notReadSince: NOW - 9 * MINUTE_MS }, 'prompt', 'not-known'],
    [
      'it was stopped, by what was read too long ago',
      { notReadSince: NOW - 9 * MINUTE_MS, ...project({ guards: { day: null, failures: 3 } }) },
      'prompt',
      'not-known',
    ],
  ])('%s', (_, facts, act, kind) => expect(verdict(facts, act).kind).toBe(kind));

  test('what is away is named, although work or a cap was read before', () => {
    const away = verdict({ link: { kind: 'offline' }, ...project({ run: since }) });
    expect(away).toMatchObject({
      kind: 'not-known',
      because: { cause: { kind: 'offline' }, lift: 'try-again' },
    });
  });

  test('work that goes on is no stop, and what stops building once it is over is named', () => {
    const spent = { guards: { day: { spent: 5, limit: 5 }, failures: null } };
    expect(verdict(project({ run: since, ...spent }))).toMatchObject({
      kind: 'working',
      because: { cause: { kind: 'agent-running' } },
      afterwards: { cause: { kind: 'day-budget' } },
      elapsedMs: MINUTE_MS,
    });
    expect(verdict({ role: 'viewer', ...project({ run: since }) })).toMatchObject({
      kind: 'working',
      afterwards: { cause: { kind: 'role-too-low' } },
    });
    expect(verdict(project({ run: since }))).toMatchObject({ kind: 'working', afterwards: null });
  });

  test('a run that usually takes more than its cap leaves is said to be at it, once what it took at its beginning is counted', () => {
    const at = (used: number, changes: Partial<ProjectFacts> = {}) => {
      const limits = {
        development: { isReached: false, used, cap: 140 },
        infrastructure: { isReached: false, used: 0, cap: null },
        ...{ resetsAt: null, runBudget: null },
      };
      const of = verdict(project({ run: since, limits, ...changes }));
      return of.kind === 'working' ? of.atCap : undefined;
    };
    expect(at(139)).toEqual({ used: 139, cap: 140, usual: USUAL });
    expect(at(127), 'the rest of it fits').toBeNull();
    expect(at(139, { run: null, deploy: since }), 'no run goes on').toBeNull();
  });

  test('work has its time, and how far it is of what is usual', () => {
    expect(verdict(project({ deploy: since }))).toMatchObject({ elapsedMs: MINUTE_MS, progress: 0.2 });
    expect(verdict(project({ deploy: { startedAt: null } }))).toMatchObject({
      elapsedMs: null,
      progress: null,
    });
  });
});

describe('rebuild and pull (published reference, Logs, delete, domain, publish, files)', () => {
  test('are said not to have been looked at', () => {
    expect(verdict(project(ownWorkOf(null, null)))).toMatchObject({
      kind: 'free',
      notLooked: ['rebuild', 'pull'],
    });
    expect(verdict(project(ownWorkOf({ status: 'idle' }, 'not-available')))).toMatchObject({ notLooked: [] });
  });

  test('are work once they were', () => {
    const at = new Date(NOW - MINUTE_MS).toISOString();
    expect(verdict(project(ownWorkOf({ status: 'rebuilding', startedAt: at }, null)))).toMatchObject({
      kind: 'working',
      elapsedMs: MINUTE_MS,
    });
    expect(
      verdict(project(ownWorkOf({ status: 'success' }, { status: 'pulling', createdAt: at }))),
    ).toMatchObject({
      kind: 'working',
      because: { cause: { kind: 'pull-running' } },
    });
  });
});
