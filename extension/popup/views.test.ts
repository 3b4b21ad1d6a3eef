import { describe, expect, test } from 'vitest';
import { readSection } from '../../shared/attention/fixtures.ts';
import { ENDINGS } from '../../shared/endings/ending.ts';
import { unreadSection } from '../../shared/snapshot/section.ts';
import { endedWork, runningWork } from '../../shared/snapshot/work.ts';
import { balanceForecast } from '../../shared/spending/spending-days.ts';
import { DAY_MS, MINUTE_MS, utcDay } from '../../shared/time.ts';
import { type ConnectionStatus, connectionStatus } from '../connection/status.ts';
import { type PopupState, popupStates } from '../fixtures/popup-states.ts';
import { busyAccount, calmAccount, sampleProject } from '../fixtures/sample-account.ts';
import { connectionWords } from '../i18n/connection-words.ts';
import { balanceView } from '../now/balance.tsx';
import { NO_ATTENTION } from '../storage/account.ts';
import { DEFAULT_SETTINGS } from '../storage/settings.ts';
import type { Stored } from '../ui/stored-state.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

const day = (ago: number, development: number) => ({
  date: utcDay(NOW - ago * DAY_MS),
  development,
  infrastructure: 0,
});
const spentBefore = (spent: readonly number[]) =>
  spent.map((credits, at) => day(spent.length - 1 - at, credits));

describe('the balance', () => {
  test('ends by the forecast that Money shows, with its range', () => {
    const daily = spentBefore(Array.from({ length: 45 }, (_, at) => 20 + (at % 3)));
    const { forecast } = balanceView(calmAccount(NOW, { spending: readSection({ daily }, NOW) }), NOW);
    expect(forecast).toEqual(balanceForecast(daily, 412.5, NOW));
    expect(forecast).toMatchObject({ kind: 'about', ground: { days: 44 } });
  });

  test('has no end with too little history, and says so', () => {
    const daily = spentBefore([5, 5, 5]);
    const { forecast } = balanceView(calmAccount(NOW, { spending: readSection({ daily }, NOW) }), NOW);
    expect(forecast).toEqual({ kind: 'too-early', days: 2 });
    expect(balanceView(calmAccount(NOW, { spending: unreadSection }), NOW).forecast).toBeNull();
  });

  test('counts a day that the service leaves out as one on which nothing was spent', () => {
    const daily = [13, 12, 3, 0].map((ago) => day(ago, 70));
    const { days } = balanceView(calmAccount(NOW, { spending: readSection({ daily }, NOW) }), NOW);
    expect(days).toHaveLength(14);
    expect(days.reduce((sum, { spent }) => sum + spent, 0)).toBe(280);
  });

  test('has no day that was not read: old spending ends where it was read', () => {
    const { days } = balanceView(calmAccount(NOW), NOW + 5 * DAY_MS);
    expect(days.at(-1)?.date).toBe('2026-11-21');
  });

  test('counts what running runs will use from this account alone, and invents no number', () => {
    expect(balanceView(busyAccount(NOW), NOW).committed).toMatchObject({ runs: 1, credits: 8 });
    const history = readSection({ runDurationMs: null, runCredits: null, deployDurationMs: null }, NOW);
    expect(balanceView(busyAccount(NOW, { history }), NOW).committed).toEqual({
      runs: 1,
      begun: 1,
      isMore: false,
      credits: null,
      most: null,
      of: null,
    });
    expect(balanceView(calmAccount(NOW), NOW).committed).toBeNull();
  });
});

describe('runs and deploys', () => {
  const running = (minutes: number) =>
    runningWork(
      busyAccount(NOW, {
        projects: readSection(
          { total: 1, items: [sampleProject('a', null, { run: { startedAt: NOW - minutes * MINUTE_MS } })] },
          NOW,
        ),
      }),
      NOW,
    )[0];

  test.each([
    [14, false],
    [22, false],
    [33, false],
    [34, true],
  ])('after %i minutes, where 9 to 22 are usual, overdue: %s', (minutes, overdue) => {
    expect(running(minutes)).toMatchObject({ overdue, elapsedMs: minutes * MINUTE_MS });
  });

  test('without history, a run takes what the service says, which is not told as this account’s own', () => {
    const history = readSection({ runDurationMs: null, runCredits: null, deployDurationMs: null }, NOW);
    const run = { startedAt: NOW - 61 * MINUTE_MS };
    const items = [sampleProject('a', null, { run })];
    const account = busyAccount(NOW, { history, projects: readSection({ total: 1, items }, NOW) });
    expect(runningWork(account, NOW)).toMatchObject([
      { usual: { low: 5 * MINUTE_MS, high: 40 * MINUTE_MS, count: 0 }, overdue: true },
    ]);
  });

  test('a start in the future by a clock that is off is no negative time', () => {
    expect(running(-5)?.elapsedMs).toBe(0);
  });

  test('what ended more than a day ago is left to the history', () => {
    expect(endedWork(calmAccount(NOW), NOW)).toHaveLength(2);
    expect(endedWork(calmAccount(NOW), NOW + 2 * DAY_MS)).toEqual([]);
  });

  test.each(ENDINGS)('a run that ended %s is told as that, whatever its phase says', (ending) => {
    const run = { phase: 'unknown' as const, status: 'done', ending, finishedAt: NOW - 1 };
    const account = busyAccount(NOW, {
      projects: readSection({ total: 1, items: [sampleProject('a', null, { run })] }, NOW),
    });
    expect(endedWork(account, NOW)).toMatchObject([{ kind: 'run', ending }]);
  });
});

describe('how things stand', () => {
  const storedOf = (state: PopupState): Stored => {
    const seeded = popupStates(NOW)[state] as ReturnType<typeof popupStates>['busy'];
    return {
      connection: seeded.connection ?? null,
      snapshot: seeded.snapshot ?? null,
      attention: seeded.attention ?? NO_ATTENTION,
      health: seeded.health ?? { lastOkAt: null, failure: null, live: false },
      settings: DEFAULT_SETTINGS,
      capChanges: [],
    } as unknown as Stored;
  };

  test.each<[PopupState, ConnectionStatus['kind']]>([
    ['busy', 'fine'],
    ['not-paired', 'not-paired'],
    ['loading', 'loading'],
    ['revoked', 'failing'],
    ['edge-unreachable', 'failing'],
    ['key-rejected', 'failing'],
    ['account-unconfirmed', 'failing'],
    ['service-failing', 'service-failing'],
    ['no-credits', 'no-credits'],
    ['offline', 'offline'],
    ['clock-wrong', 'clock-wrong'],
    ['partly', 'partly'],
    ['stale', 'stale'],
  ])('%s', (state, is) => {
    const status = connectionStatus(storedOf(state), true, NOW);
    expect(status.kind).toBe(is);
    const words = connectionWords(status, { host: 'edge.example', readAt: NOW - 1, now: NOW });
    expect(words === null).toBe(is === 'fine');
    if (words) expect(words.title && words.facts).not.toBe('');
  });

  test('a browser that is offline says so before it blames the edge', () => {
    expect(connectionStatus(storedOf('edge-unreachable'), false, NOW).kind).toBe('offline');
  });

  test('but a browser that was unpaired says that first', () => {
    expect(connectionStatus(storedOf('revoked'), false, NOW)).toMatchObject({
      kind: 'failing',
      cause: 'revoked',
    });
  });
});
