import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { keptEventWith } from '../../../shared/attention/fixtures.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { busyAccount, calmAccount } from '../../fixtures/sample-account.ts';
import { capChangesItem, snapshotItem } from '../../storage/account.ts';
import { noticesItem } from '../../storage/notices.ts';
import { type FakeEdge, type FakeToolbar, fakeToolbar, pairedEdge, startUp, T0 } from '../sync-fixture.ts';

const itemId = 'credit-cap:barber-bookings:development:2026-11';
const cap = { itemId, projectId: 'barber-bookings', category: 'development' } as const;
const budget = {
  itemId: 'feature-budget:barber-bookings:email:2026-11',
  projectId: 'barber-bookings',
  feature: 'email',
  field: 'monthlyUnitCap',
} as const;

let toolbar: FakeToolbar;

beforeEach(() => {
  fakeBrowser.reset();
  vi.restoreAllMocks();
  toolbar = fakeToolbar();
});

const openIds = async () =>
  (await snapshotItem.getValue())?.snapshot.attention?.items.map(({ id }) => id) ?? [];
const changes = () => capChangesItem.getValue();

/** A paired browser that has read of a project at its cap, and an edge whose next reading is another. */
async function atCap(next: FakeEdge['snapshot']) {
  const edge = await pairedEdge();
  edge.now = T0 + MINUTE_MS;
  edge.snapshot = { ...busyAccount(edge.now), version: 'at-cap' };
  const { sync, commands } = startUp(edge);
  await sync.refresh();
  expect(await openIds()).toContain(itemId);
  edge.snapshot = { ...next, version: 'next' };
  return { edge, sync, commands };
}

describe('raising a cap', () => {
  test('twice in a month keeps the last old value for undo', async () => {
    const { commands } = await atCap(calmAccount(T0 + 2 * MINUTE_MS));
    await commands.setCap({ ...cap, from: 5000, to: 6000 });
    await commands.setCap({ ...cap, from: 6000, to: 7200 });
    expect(await changes()).toMatchObject([{ from: 6000, to: 7200 }]);
    await commands.setCap({ ...cap, from: 7200, to: 6000 });
    expect(await changes()).toEqual([]);
  });

  test.each(['/caps/barber-bookings'])('whose response is lost is checked: it was raised', async (path) => {
    const { edge, commands } = await atCap(calmAccount(T0 + 2 * MINUTE_MS));
    edge.loseReplyTo = path;
    expect(await commands.setCap({ ...cap, from: 5000, to: 6000 })).toEqual({ ok: true, value: null });
    expect(await openIds()).not.toContain(itemId);
    expect(await changes()).toMatchObject([{ from: 5000, to: 6000 }]);
  });

  test('whose reply is lost is looked after: it was not raised', async () => {
    const { edge, commands } = await atCap(busyAccount(T0 + 2 * MINUTE_MS));
    edge.loseReplyTo = '/caps/barber-bookings';
    const outcome = await commands.setCap({ ...cap, from: 5000, to: 6000 });
    expect(outcome).toMatchObject({ ok: false, error: { kind: 'edge-timeout' } });
    expect(await openIds()).toContain(itemId);
    expect(await changes()).toEqual([]);
  });

  test('that is refused changes nothing and looks at nothing', async () => {
    const { edge, commands } = await atCap(busyAccount(T0 + 2 * MINUTE_MS));
    edge.revoked = true;
    const before = edge.requests.length;
    expect((await commands.setCap({ ...cap, from: 5000, to: 6000 })).ok).toBe(false);
    expect(edge.requests).toHaveLength(before + 1);
    expect(await changes()).toEqual([]);
  });
});

test('putting a cap back whose reply is lost keeps the way back until a reading shows it', async () => {
  const { edge, commands } = await atCap(calmAccount(T0 + 2 * MINUTE_MS));
  await commands.setCap({ ...cap, from: 5000, to: 6000 });
  edge.loseReplyTo = '/caps/barber-bookings';
  expect((await commands.setCap({ ...cap, from: 6000, to: 5000 })).ok).toBe(false);
  expect(await changes()).toHaveLength(1);
  edge.now = T0 + 3 * MINUTE_MS;
  edge.snapshot = { ...busyAccount(edge.now), version: 'back' };
  expect((await commands.setCap({ ...cap, from: 6000, to: 5000 })).ok).toBe(true);
  expect(await changes()).toEqual([]);
});

describe('putting a cap back', () => {
  test('opens it again without telling the user what the user has just done', async () => {
    const { edge, commands } = await atCap(calmAccount(T0 + 2 * MINUTE_MS));
    await commands.setCap({ ...cap, from: 5000, to: 6000 });
    toolbar.notified = [];
    edge.now = T0 + 3 * MINUTE_MS;
    edge.own = true;
    edge.snapshot = { ...busyAccount(edge.now), version: 'back' };
    await commands.setCap({ ...cap, from: 6000, to: 5000 });
    expect(await openIds()).toContain(itemId);
    expect(toolbar.notified).not.toContain(itemId);
    const [result] = (await noticesItem.getValue()).filter(({ noticeId }) => noticeId === itemId);
    expect(result?.fate).toEqual({ is: 'held', why: 'own' });
  });
});

describe('raising the budget of a feature', () => {
  const spent = keptEventWith({
    seq: 1,
    at: T0 + 30_000,
    event: 'project.feature_limit.reached',
    facts: { feature: 'email', used: 500, cap: 500, capKind: 'monthlyUnitCap', refusing: true },
  });

  test('keeps the old value for undo, and is put back by it', async () => {
    const edge = await pairedEdge();
    const { sync, commands } = startUp(edge);
    edge.now = T0 + MINUTE_MS;
    edge.keep(spent);
    edge.snapshot = { ...calmAccount(edge.now), version: 'spent' };
    await sync.refresh();
    const [open] = await openIds();
    expect(open).toContain('feature-budget');
    const raise = { ...budget, itemId: open ?? '' };
    await commands.setCap({ ...raise, from: 500, to: 600 });
    expect(edge.requests).toContain(
      'PUT /caps/barber-bookings {"category":"feature","feature":"email","field":"monthlyUnitCap","expected":500,"to":600}',
    );
    expect(await changes()).toMatchObject([
      { feature: 'email', field: 'monthlyUnitCap', from: 500, to: 600 },
    ]);
    await commands.setCap({ ...raise, from: 600, to: 500 });
    expect(await changes()).toEqual([]);
  });
});
