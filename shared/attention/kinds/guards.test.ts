import { describe, expect, test } from 'vitest';
import type { KeptEvent } from '../../snapshot/kept-event.ts';
import type { Outlook, Snapshot } from '../../snapshot/snapshot.ts';
import { DAY_MS, HOUR_MS } from '../../time.ts';
import { readSection, snapshotWith } from '../fixtures.ts';
import { emptyAttention } from '../item.ts';
import { reduceSnapshot } from '../reduce.ts';
import type { Facts } from '../rule.ts';
import { capForecastRule, creditCapRule } from './caps.ts';
import { guardFailedRule, runBudgetRule } from './guards.ts';

const NOW = Date.parse('2026-11-12T12:00:00Z');
const RESETS_AT = Date.parse('2026-12-01T00:00:00Z');

const limitReached = (facts: KeptEvent['facts']): KeptEvent => ({
  seq: 1,
  id: 'limit-1',
  event: 'project.credit_limit.reached',
  projectId: 'shop',
  at: NOW,
  receivedAt: NOW,
  source: 'webhook',
  facts: { category: 'development', spent: 131, limit: 130, ...facts },
});

describe('a limit event with the cap that a budget set', () => {
  const budgeted = limitReached({ guard: 'run-budget', budget: 30 });

  test('is reported as the budget, and as no cap of the month', () => {
    expect(runBudgetRule.fromEvent?.(budgeted)).toMatchObject([
      { condition: { reason: { kind: 'run-budget', budget: 30, spent: 131 } } },
    ]);
    expect(creditCapRule.fromEvent?.(budgeted)).toEqual([]);
  });

  test('any other is a cap of the month', () => {
    const plain = limitReached({ guard: null });
    expect(runBudgetRule.fromEvent?.(plain)).toEqual([]);
    expect(creditCapRule.fromEvent?.(plain)).toHaveLength(1);
  });
});

test('a project at the budget of its run is not at its cap', () => {
  const project = {
    projectId: 'shop',
    label: null,
    caps: { development: 130, infrastructure: null },
    used: null,
    atLimit: { development: true, infrastructure: false },
  };
  const data = { total: 1, projects: [project], resetsAt: RESETS_AT, canEdit: true };
  const layers = [{ kind: 'run-budget', credits: 30, since: NOW, until: null, by: null }];
  const override = {
    projectId: 'shop',
    category: 'development',
    own: 500,
    cap: 130,
    state: 'set',
    layers,
    problem: null,
  };
  const conditions = (cap: number) =>
    creditCapRule.read?.({
      sections: { atLimit: { data, readAt: NOW, error: null } },
      guards: { overrides: [{ ...override, cap }], refusing: [], failing: [] },
    } as unknown as Snapshot)?.conditions;
  expect(conditions(130)).toEqual([]);
  expect(conditions(140), 'another value is somebody else’s').toHaveLength(1);
});

test('a guard that could not act is critical until it is not reported any more', () => {
  const failing = [{ projectId: 'shop', kind: 'run-time', code: 'X', message: 'No', since: NOW }];
  const read = (guards: object | undefined) =>
    guardFailedRule.read?.({ guards, at: NOW } as unknown as Snapshot) ?? null;
  expect(read({ overrides: [], refusing: [], failing })?.conditions).toMatchObject([
    { severity: 'critical' },
  ]);
  expect(read({ overrides: [], refusing: [], failing: [] })).toMatchObject({
    conditions: [],
    complete: true,
  });
  expect(read(undefined), 'it could not be read').toBeNull();
});

describe('the forecast of a cap', () => {
  const cap = {
    projectId: 'shop',
    category: 'development',
    readAt: NOW,
    at: NOW + 3 * DAY_MS,
    from: NOW,
    to: null,
    cap: 500,
    used: 100,
    needs: null,
    resetsAt: RESETS_AT,
  } as const;
  const read = (caps: Outlook['caps']) =>
    capForecastRule.read?.({
      sections: snapshotWith(NOW).sections,
      outlook: { readAt: NOW, caps },
    } as Snapshot) ?? null;

  test('opens for a crossing, under an id of its month', () =>
    expect(read([{ ...cap, state: 'crossing' }])).toMatchObject({
      conditions: [{ id: 'cap-forecast:shop:development:2026-11', reason: { at: cap.at } }],
      complete: false,
      over: [],
    }));

  test('only a healthy reading ends it: silence does not', () => {
    expect(read([{ ...cap, state: 'healthy', at: null, from: null }])).toMatchObject({
      conditions: [],
      over: ['cap-forecast:shop:development:2026-11'],
    });
    expect(read([])).toBeNull();
  });

  test('a cap that is reached is no forecast any more, and is reported again only by a later reading', () => {
    const atLimit = {
      projectId: 'shop',
      label: null,
      caps: { development: 500, infrastructure: null },
      used: null,
      atLimit: { development: true, infrastructure: false },
    };
    const at = (readAt: number, hours: number, isReached: boolean): Snapshot => ({
      ...snapshotWith(NOW + hours * HOUR_MS, {
        atLimit: readSection(
          {
            total: Number(isReached),
            projects: isReached ? [atLimit] : [],
            resetsAt: RESETS_AT,
            canEdit: true,
          },
          NOW + hours * HOUR_MS,
        ),
      }),
      outlook: { readAt, caps: [{ ...cap, state: 'crossing', readAt }] },
    });
    const story = [at(NOW, 0, false), at(NOW, 1, true), at(NOW, 2, false)];
    expect(result(story, 'cap-forecast').slice(1), 'the old forecast is not told again').toEqual([
      ['over', 0],
      ['over', 0],
    ]);
    expect(result([...story, at(NOW + 3 * HOUR_MS, 3, false)], 'cap-forecast').at(-1)).toEqual(['open', 1]);
  });
});

describe('the forecast of the balance', () => {
  const at = (hours: number, state: 'crossing' | 'healthy' | null, credits = 293): Snapshot => {
    const readAt = NOW + hours * HOUR_MS;
    const days = state === 'crossing' ? { at: NOW + 5 * DAY_MS, from: NOW, to: null } : null;
    const none = { at: null, from: null, to: null };
    return {
      ...snapshotWith(readAt, {
        account: readSection({ credits, recurrentCredits: null, oneTimeCredits: null }, readAt),
      }),
      outlook: {
        readAt,
        caps: [],
        ...(state === null ? {} : { balance: { ...(days ?? none), state, readAt, credits } }),
      },
    };
  };

  test('is reported once for a crossing, however often it is read, and again only after a healthy reading', () => {
    const story = [at(0, 'healthy'), at(6, 'crossing'), at(7, 'crossing'), at(8, null), at(9, 'crossing')];
    expect(result(story, 'balance-forecast')).toEqual([
      ['none', 0],
      ['open', 1],
      ['open', 0],
      ['open', 0],
      ['open', 0],
    ]);
    const again = [...story, at(10, 'healthy', 900), at(20, 'crossing')];
    expect(result(again, 'balance-forecast').slice(-2)).toEqual([
      ['over', 0],
      ['open', 1],
    ]);
  });

  test('is not reported beside a balance that is used up', () =>
    expect(
      result([at(0, 'healthy'), at(6, 'crossing'), at(7, 'crossing', 0)], 'balance-forecast').at(-1),
    ).toEqual(['over', 0]));
});

describe('a balance below what somebody chose', () => {
  const at = (hours: number, credits: number, tellBelow: number | null = 100): Facts => {
    const readAt = NOW + hours * HOUR_MS;
    const data = { credits, recurrentCredits: null, oneTimeCredits: null };
    return { ...snapshotWith(readAt, { account: readSection(data, readAt) }), tellBelow };
  };
  /** A later snapshot whose account was last read with the one before. */
  const unread = (hours: number, before: Facts, error: object | null, isOverdue = false): Facts => ({
    ...before,
    ...snapshotWith(NOW + hours * HOUR_MS, {
      account: { ...before.sections.account, error, isOverdue } as Facts['sections']['account'],
    }),
    tellBelow: 100,
  });
  const low = at(1, 90);
  const since = NOW + 2 * HOUR_MS;

  test('is told once for a crossing, whatever it falls to, and again after a refill', () =>
    expect(result([at(0, 120), low, at(2, 40), at(3, 100), at(4, 99)], 'balance-low')).toEqual([
      ['none', 0],
      ['open', 1],
      ['open', 0],
      ['over', 0],
      ['open', 1],
    ]));

  test.each([
    ['could not be read', unread(2, low, { code: 'unreachable', since })],
    ['was due and not read', unread(2, low, null, true)],
  ])('is neither told again nor over while the balance %s', (_, snapshot) => {
    expect(result([at(0, 120), low, snapshot], 'balance-low').at(-1)).toEqual(['open', 0]);
    expect(result([at(0, 120), snapshot, at(3, 500)], 'balance-low').at(-1)?.[1]).toBe(0);
  });

  test.each([
    ['nothing is left', at(2, 0), 'replaced'],
    [
      'the service reads nothing for want of credits',
      unread(2, low, { code: 'no-credits', since }),
      'replaced',
    ],
    ['nobody wants to be told any more', at(2, 90, null), 'not-read'],
    ['it was refilled', at(2, 100), undefined],
  ])('ends when %s, and only a refill is told as over', (_, snapshot, endedBy) => {
    const story = [at(0, 120), low, snapshot];
    expect(result(story, 'balance-low').at(-1)).toEqual(['over', 0]);
    const { state } = story.reduce((step, one) => reduceSnapshot(step.state, one), {
      state: emptyAttention,
    } as Pick<ReturnType<typeof reduceSnapshot>, 'state'>);
    expect(Object.values(state.items).find(({ reason }) => reason.kind === 'balance-low')?.endedBy).toBe(
      endedBy,
    );
  });
});

/** After each snapshot: how the item of the kind stands, and how many notices that made. */
function result(story: readonly Facts[], kind: string): ['none' | 'open' | 'over', number][] {
  let state = emptyAttention;
  return story.map((snapshot) => {
    const step = reduceSnapshot(state, snapshot);
    state = step.state;
    const item = Object.values(state.items).find(({ reason }) => reason.kind === kind);
    const status = item === undefined ? 'none' : item.resolvedAt === null ? 'open' : 'over';
    return [status, step.announcements.filter(({ about }) => about.kind === kind).length];
  });
}
