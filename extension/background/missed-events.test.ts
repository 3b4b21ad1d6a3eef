import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { keptEventWith, readSection } from '../../shared/attention/fixtures.ts';
import { openItems } from '../../shared/attention/open-items.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import { RECENT_EVENTS_MAX } from '../../shared/snapshot/snapshot.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts';
import { calmAccount } from '../demo/sample-account.ts';
import { attentionItem } from '../storage/account.ts';
import { EDGE, FakeEdge, fakeToolbar, pairedEdge, startUp, T0 } from './sync-fixture.ts';

const KILLED = 'kill-switch:barber-bookings';

beforeEach(() => {
  fakeBrowser.reset();
  vi.restoreAllMocks();
  fakeToolbar();
});

/** The edge has this many events, of which only the oldest reports that an app was stopped. */
function keep(edge: FakeEdge, count: number, firstSeq = 1): void {
  edge.now = T0 + DAY_MS;
  const first = keptEventWith({ seq: firstSeq, at: edge.now, event: 'project.kill_switch.fired' });
  const rest = Array.from({ length: count - 1 }, (_, n) =>
    keptEventWith({ seq: firstSeq + n + 1, at: edge.now + n, event: 'project.preview.url_rotated' }),
  );
  edge.kept = [first, ...rest].toReversed();
  tell(edge, edge.kept);
}

function tell(edge: FakeEdge, kept: KeptEvent[]): void {
  const lastSeq = kept[0]?.seq ?? 0;
  const items = kept.slice(0, RECENT_EVENTS_MAX);
  const events = readSection({ lastSeq, items }, edge.now);
  edge.snapshot = { ...calmAccount(edge.now, { events }), version: `v${lastSeq}` };
}

const open = async () => openItems(await attentionItem.getValue()).map(({ id }) => id);
const pages = (edge: FakeEdge) => edge.requests.filter((line) => line.startsWith('GET /events'));

describe('events of an absence that a snapshot has no room for', () => {
  test('are requested, page by page, before the cursor moves on', async () => {
    const edge = await pairedEdge();
    keep(edge, 500);
    await startUp(edge).sync.onAlarm();
    expect(await open()).toEqual([KILLED]);
    expect((await attentionItem.getValue()).lastSeq).toBe(500);
    expect(pages(edge)).toHaveLength(5);
    await startUp(edge).sync.onAlarm();
    expect(pages(edge)).toHaveLength(5);
  });

  test('are not requested when the snapshot goes back far enough', async () => {
    const edge = await pairedEdge();
    keep(edge, RECENT_EVENTS_MAX);
    await startUp(edge).sync.onAlarm();
    expect(await open()).toEqual([KILLED]);
    expect(pages(edge)).toEqual([]);
  });

  test('that the edge does not return now are requested at the next sync, and no live event replaces them', async () => {
    const edge = await pairedEdge();
    keep(edge, 40);
    const { kept } = edge;
    edge.kept = null;
    const { sync } = startUp(edge);
    await sync.onAlarm();
    expect((await attentionItem.getValue()).lastSeq).toBe(0);
    await attentionItem.setValue({ ...(await attentionItem.getValue()), lastSeq: 3 });
    const event = keptEventWith({ seq: 41, at: edge.now, event: 'project.preview.url_rotated' });
    edge.sockets.at(-1)?.say({ type: 'changed', version: 'v41', cursor: 41, events: [event] });
    await vi.waitFor(() => expect(pages(edge)).toHaveLength(2), { timeout: 20_000 });
    expect((await attentionItem.getValue()).lastSeq).toBe(3);
    await attentionItem.setValue({ ...(await attentionItem.getValue()), lastSeq: 0 });
    edge.kept = kept;
    await sync.onAlarm();
    expect(await open()).toEqual([KILLED]);
  });

  test('after a gap in the live events are requested as well', async () => {
    const edge = await pairedEdge();
    const { sync } = startUp(edge);
    await sync.connect();
    keep(edge, 140);
    edge.sockets.at(-1)?.say({ type: 'gap', version: edge.snapshot.version, cursor: 140 });
    await vi.waitFor(async () => expect(await open()).toEqual([KILLED]), { timeout: 20_000 });
  });

  test('are read when pairing too, and not announced', async () => {
    const edge = new FakeEdge();
    const toolbar = fakeToolbar();
    keep(edge, 300, 1_795_000_000);
    await startUp(edge).commands.pair({ address: EDGE, code: 'right-code', name: 'Test' });
    expect(await open()).toEqual([KILLED]);
    expect(toolbar.notified).toEqual([]);
  });

  test('when pairing, an edge that does not return them still shows the newest', async () => {
    const edge = new FakeEdge();
    keep(edge, 40);
    edge.kept = null;
    await startUp(edge).commands.pair({ address: EDGE, code: 'right-code', name: 'Test' });
    expect((await attentionItem.getValue()).lastSeq).toBe(40);
  });
});

test('a project that the service no longer finds asks for nothing any more', async () => {
  const edge = await pairedEdge();
  edge.now = T0 + MINUTE_MS;
  const lost = { feature: 'ai', used: 100, cap: 100, capKind: 'credits' };
  tell(edge, [
    keptEventWith({ seq: 2, at: edge.now, event: 'project.payments.disconnected' }),
    keptEventWith({ seq: 1, at: edge.now, event: 'project.feature_limit.reached', facts: lost }),
  ]);
  const { sync, commands } = startUp(edge);
  await sync.onAlarm();
  expect(await open()).toHaveLength(2);
  edge.refuse = { path: '/limits', code: 'PROJECT_NOT_FOUND' };
  const outcome = await commands.setFeatureBudget({
    itemId: 'feature-budget:barber-bookings:ai:2026-11',
    projectId: 'barber-bookings',
    feature: 'ai',
    field: 'monthlyCreditCap',
    from: 100,
    to: 120,
  });
  expect(outcome).toMatchObject({ ok: false, error: { code: 'PROJECT_NOT_FOUND' } });
  expect(await open()).toEqual([]);
});
