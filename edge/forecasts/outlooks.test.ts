import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import { DAY_MS, MINUTE_MS, nextMonth, utcDay } from '../../shared/time.ts';
import { runAlarmsAt } from '../testing/alarms.ts';
import { pair } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';
import { balanceOutlook, capOutlook, Outlooks } from './outlooks.ts';

const NOW = Date.parse('2026-11-12T12:00:00Z');

const daily = (credits: number, days = 20) =>
  Array.from({ length: days }, (_, at) => ({
    date: utcDay(NOW - (days - 1 - at) * DAY_MS),
    development: credits,
    infrastructure: 0,
  }));
const about = (cap: number | null, used: number, credits: number, days?: number) =>
  capOutlook({
    projectId: 'shop',
    category: 'development',
    cap,
    used,
    daily: daily(credits, days),
    now: NOW,
  });

describe('where a cap is heading', () => {
  test('a steady pace that reaches it before the reset is a crossing, with its day', () =>
    expect(about(200, 120, 10)).toMatchObject({
      state: 'crossing',
      at: Date.parse('2026-11-20T00:00:00Z'),
      resetsAt: nextMonth(NOW),
    }));

  test('what is needed until the reset is known also of a cap that is reached', () => {
    expect(about(100, 120, 10)?.needs).toBeCloseTo(120 + 18 * 10, 5);
    expect(about(null, 120, 10)?.needs).toBeNull();
  });

  test('one that does not is healthy, and so is a project without a cap', () => {
    expect(about(5000, 220, 10)).toMatchObject({ state: 'healthy', at: null });
    expect(about(null, 120, 10)).toMatchObject({ state: 'healthy' });
  });

  test.each([
    ['a cap that is reached, of which another notice tells', 100, 120, 10, 20],
    ['too little of the cap used', 5000, 20, 1, 20],
  ])('a forecast ends with %s', (_, cap, used, credits, days) =>
    expect(about(cap, used, credits, days)).toMatchObject({ state: 'healthy' }),
  );

  test('nothing is known with a history that is too short; a forecast of another cap is over', () => {
    const short = {
      projectId: 'shop',
      category: 'development',
      used: 30,
      daily: daily(10, 3),
      now: NOW,
    } as const;
    const known = about(200, 120, 10) ?? undefined;
    // What is used of which cap is known all the same.
    for (const before of [undefined, known])
      expect(capOutlook({ ...short, cap: 200, known: before })).toMatchObject({
        ...{ state: 'unknown', at: null, used: 30, cap: 200 },
      });
    expect(capOutlook({ ...short, cap: 400, known })).toMatchObject({ state: 'healthy', cap: 400 });
  });
});

describe('where the balance is heading', () => {
  const balance = (credits: number, wasReported = false, a = 10) =>
    balanceOutlook({ daily: daily(a), credits, now: NOW, wasReported })?.state ?? null;

  test.each([
    ['two weeks of a steady pace', 120, false, 'crossing'],
    ['more', 170, false, 'healthy'],
    ['more, once it was told: it is no new crossing', 170, true, 'crossing'],
    ['three weeks, which are healthy again', 250, true, 'healthy'],
    ['nothing left, of which another notice tells', 0, false, null],
  ])('%s', (_, credits, wasReported, state) => expect(balance(credits, wasReported)).toBe(state));
});

describe('at the edge', () => {
  let now: number;
  beforeEach(async () => {
    await control('reset');
    const real = new Date();
    now = Date.UTC(real.getUTCFullYear(), real.getUTCMonth() + 1, 2, 12);
    await control('advance', now - (await control<number>('now')));
    await control('addProject', { projectId: 'shop' });
    for (let day = 0; day < 8; day++) {
      await control('startRun', 'shop', 'Add a page', { credits: 20 });
      await control('finishRun', 'shop');
      now += DAY_MS;
      await control('advance', DAY_MS);
    }
    vi.useFakeTimers({ now, toFake: ['Date'] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await reset();
  });

  test('caps and balance are reported to cross, and a cap that the owner raises is judged again at once', async () => {
    const owner = await pair();
    await owner.ask('PUT', '/caps/shop', { category: 'development', expected: 5_000, to: 250 });
    await control('setAccount', { recurrentCredits: 0, oneTimeCredits: 100 });
    const pass = async (ms: number) => {
      now += ms;
      await control('advance', ms);
      await runAlarmsAt(now);
    };
    const outlook = async () => (await owner.ask('GET', '/snapshot?fresh=1')).data.outlook;
    await outlook();
    await pass(2 * MINUTE_MS);
    await pass(2 * MINUTE_MS);
    expect((await outlook()).balance).toMatchObject({ state: 'crossing', credits: 100 });
    const cap = async () =>
      (await outlook()).caps.find((one: { category: string }) => one.category === 'development');
    expect(await cap()).toMatchObject({ state: 'crossing', cap: 250 });
    await owner.ask('PUT', '/caps/shop', { category: 'development', expected: 250, to: 5_000 });
    await control('setAccount', { oneTimeCredits: 5_000 });
    await outlook();
    await pass(2 * MINUTE_MS);
    expect(await cap()).toMatchObject({ state: 'healthy', cap: 5_000 });
    expect((await outlook()).balance).toMatchObject({ state: 'healthy', credits: 5_000 });
  });

  test("a forecast that can't be read again is not known after some hours, and never over; one failure ends nothing", async () => {
    const owner = await pair();
    await owner.ask('PUT', '/caps/shop', { category: 'development', expected: 5_000, to: 250 });
    await control('setAccount', { recurrentCredits: 0, oneTimeCredits: 100 });
    const pass = async (ms: number) => {
      now += ms;
      await control('advance', ms);
      await runAlarmsAt(now);
    };
    const read = async () => (await owner.ask('GET', '/snapshot')).data as Snapshot;
    const needs = async () =>
      ((await read()).attention?.items ?? [])
        .map(({ reason }) => reason.kind)
        .filter((kind) => /forecast/.test(kind));
    await read();
    await pass(2 * MINUTE_MS);
    await pass(2 * MINUTE_MS);
    expect((await needs()).toSorted()).toEqual(['balance-forecast', 'cap-forecast']);
    await control('addFault', { operation: '*', kind: 'error', status: 503, code: 'X', count: 100_000 });
    await pass(61 * MINUTE_MS);
    expect(await needs(), 'tried once').toHaveLength(2);
    for (let i = 0; i < 6; i++) await pass(30 * MINUTE_MS);
    expect(await needs()).toEqual([]);
    const { attention, outlook } = await read();
    const ended = (attention?.endedTroubles ?? []).filter(({ reason }) => /forecast/.test(reason.kind));
    expect(ended.map(({ endedBy }) => endedBy)).toEqual(['not-read', 'not-read']);
    expect([outlook?.balance, outlook?.caps.filter(({ state }) => state === 'crossing')]).toEqual([
      undefined,
      [],
    ]);
  });

  test('a project that throws as it is read holds up no other', async () => {
    const ids = Array.from({ length: 12 }, (_, at) => `shop-${at}`);
    const call = async (operation: string, { parameters }: { parameters?: { projectId: string } } = {}) => {
      if (operation === 'getSpending') return { ok: true, data: { daily: [] } };
      if (Number(parameters?.projectId.slice(5)) < 8) throw new Error('unexpected');
      const creditLimits = { maxDevelopmentCreditsPerMonth: null, maxInfrastructureCreditsPerMonth: null };
      return { ok: true, data: { creditLimits, usedThisMonth: { development: 1, infrastructure: 0 } } };
    };
    await runInDurableObject(env.ACCOUNT.getByName('account'), async (_, { storage }) => {
      const context = { storage, now: () => now, jobs: { schedule() {} }, emitter: { emit() {} } };
      const parts = { call, projectIds: () => ids, ownCap: () => undefined, credits: () => null };
      const outlooks = new Outlooks(context as never, parts as never);
      await outlooks.run();
      expect(outlooks.now().caps).toEqual([]);
      now += 30 * MINUTE_MS;
      await outlooks.run();
      expect(new Set(outlooks.now().caps.map(({ projectId }) => projectId)).size).toBe(4);
    });
  });

  test('a cap that changes while it is read, and more than are read at once, are judged again within seconds, or minutes where that fails', async () => {
    const ids = Array.from({ length: 10 }, (_, at) => `shop-${at}`);
    const daily = Array.from({ length: 9 }, (_, day) => ({
      ...{ date: utcDay(now - (day + 1) * DAY_MS), development: 20, infrastructure: 0 },
    })).reverse();
    let cap = 250;
    let changes = (): void => {};
    let isDown = false;
    const call = async (operation: string) => {
      if (isDown) return { ok: false };
      if (operation === 'getSpending') return { ok: true, data: { daily } };
      const creditLimits = { maxDevelopmentCreditsPerMonth: cap };
      changes();
      return { ok: true, data: { creditLimits, usedThisMonth: { development: 180, infrastructure: 0 } } };
    };
    await runInDurableObject(env.ACCOUNT.getByName('account'), async (_, { storage }) => {
      const context = { storage, now: () => now, jobs: { schedule() {} }, emitter: { emit() {} } };
      const parts = { call, projectIds: () => ids, ownCap: () => undefined, credits: () => null };
      const outlooks = new Outlooks(context as never, parts as never);
      const capsOf = () => outlooks.now().caps.map((one) => one.cap);
      await outlooks.run();
      expect(capsOf(), 'eight at a time').toEqual(Array(8).fill(250));
      now += 30 * MINUTE_MS;
      await outlooks.run();
      for (const id of ids) outlooks.onCapChanged(id);
      changes = () => {
        changes = () => {};
        cap = 5_000;
        for (const id of ids) outlooks.onCapChanged(id);
      };
      while (((await outlooks.run()) ?? 0) < now + MINUTE_MS);
      expect(capsOf()).toEqual(Array(10).fill(5_000));

      outlooks.onCapChanged('shop-0');
      isDown = true;
      expect(await outlooks.run(), 'a read that fails is tried again soon').toBe(now + 2 * MINUTE_MS);
      isDown = false;
      cap = 6_000;
      await outlooks.run();
      expect(capsOf()[0]).toBe(6_000);
    });
  });
});
