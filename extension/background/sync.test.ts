import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { keptEventWith } from '../../shared/attention/fixtures.ts';
import { API_VERSION } from '../../shared/edge-api/health.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { attentionView } from '../attention/view.ts';
import { busyAccount, calmAccount } from '../fixtures/sample-account.ts';
import { draftFixture } from '../launch/entry-fixture.ts';
import { attentionItem, capChangesItem, readHealth, readSnapshot } from '../storage/account.ts';
import { cachedResponse, cacheResponse } from '../storage/console.ts';
import { draftStore, secretStore, templateStore } from '../storage/drafts.ts';
import { noticesItem } from '../storage/notices.ts';
import { connectionItem } from '../storage/pairing.ts';
import { asReadAt, readTimesOf } from '../storage/read-times.ts';
import { storageTroubleItem } from '../storage/session.ts';
import {
  DEFAULT_ENTRY_POINTS,
  DEFAULT_SETTINGS,
  entryPointsItem,
  settingsItem,
} from '../storage/settings.ts';
import { EDGE, FakeEdge, type FakeToolbar, fakeToolbar, pairedEdge, startUp, T0 } from './sync-fixture.ts';

const crossCap = (seq: number, at: number): KeptEvent =>
  keptEventWith({
    seq,
    at,
    event: 'project.credit_limit.reached',
    facts: { category: 'development', spent: 5000, limit: 5000 },
  });

let toolbar: FakeToolbar;
const created = () => toolbar.notified;
const openIds = async () => (await readSnapshot())?.snapshot.attention?.items.map(({ id }) => id) ?? [];

beforeEach(() => {
  fakeBrowser.reset();
  vi.restoreAllMocks();
  toolbar = fakeToolbar();
});

describe('pairing', () => {
  test('stores the address where pages see it, and reads the account at once', async () => {
    const edge = await pairedEdge();
    expect(await connectionItem.getValue()).toMatchObject({ edge: EDGE, role: 'owner' });
    expect(JSON.stringify(await connectionItem.getValue())).not.toContain('token-1');
    expect((await readSnapshot())?.snapshot.version).toBe(edge.snapshot.version);
  });

  test('notes the version that the edge speaks, also when nothing else is new, and whenever it changes', async () => {
    const edge = await pairedEdge();
    const noted = async () => (await readHealth()).edgeApi;
    expect(await noted()).toBe(API_VERSION);
    edge.api = null;
    await startUp(edge).sync.refresh();
    expect(await noted(), 'an edge that was put back to before there were versions').toBe(0);
    edge.down = true;
    await startUp(edge).sync.refresh();
    expect(await noted()).toBe(0);
  });

  test('keeps what was read of a section that a newer edge sends in another form', async () => {
    const edge = await pairedEdge();
    const { account } = edge.snapshot.sections;
    const sections = { ...edge.snapshot.sections, account: { data: 'in another form' } as never };
    edge.snapshot = { ...edge.snapshot, version: 'newer', sections };
    await startUp(edge).sync.refresh();
    const kept = (await readSnapshot())?.snapshot;
    expect(kept?.version).toBe('newer');
    expect(kept?.sections.account).toMatchObject({ data: account.data, error: { code: 'unreadable' } });
  });

  test('a wrong code is reported and changes nothing', async () => {
    const edge = await pairedEdge();
    const again = await startUp(edge).commands.pair({ address: EDGE, code: 'wrong', name: 'Test' });
    expect(again).toMatchObject({ ok: false, error: { kind: 'code-invalid' } });
    expect(await connectionItem.getValue()).not.toBeNull();
  });

  test('what was open before pairing is shown, not announced', async () => {
    const edge = new FakeEdge(busyAccount(T0));
    await startUp(edge).commands.pair({ address: EDGE, code: 'right-code', name: 'Test' });
    expect(await openIds()).toHaveLength(2);
    expect(created()).toEqual([]);
  });
});

test('once its edge starts anew with another account, a browser keeps its pairing and nothing of the former account', async () => {
  const edge = await pairedEdge();
  const raised = {
    itemId: 'cap',
    projectId: 'shop',
    category: 'development',
    from: 10,
    to: 20,
    at: T0,
  } as const;
  await capChangesItem.setValue([raised]);
  await cacheResponse('/service/account', { value: 1, readAt: T0 });
  const ledger = { ...edge.snapshot.ledger, epoch: 2 };
  edge.snapshot = { ...calmAccount(T0), ledger, version: 'of another account' };
  await startUp(edge).sync.refresh();
  expect(await connectionItem.getValue()).toMatchObject({ edge: EDGE, ledger });
  expect((await readSnapshot())?.snapshot).toMatchObject({ version: 'of another account', ledger });
  expect(await capChangesItem.getValue()).toEqual([]);
  expect(await cachedResponse('/service/account')).toBeNull();
});

describe('requests', () => {
  test('an unchanged snapshot is not sent again', async () => {
    const edge = await pairedEdge();
    await startUp(edge).sync.onAlarm();
    expect((await readHealth()).failure).toBeNull();
    expect(edge.requests.filter((line) => line.startsWith('GET /snapshot'))).toHaveLength(2);
  });

  describe('a reading that says nothing new', () => {
    const read = 'sections.account.readAt';
    /** The account is read again, five minutes later, as it was. */
    async function readAgain() {
      const edge = await pairedEdge();
      const first = edge.snapshot;
      edge.now = T0 + 5 * MINUTE_MS;
      const { times } = readTimesOf(first);
      const later = Object.fromEntries(Object.entries(times).map(([path, at]) => [path, at + 5 * MINUTE_MS]));
      edge.snapshot = asReadAt(first, { version: 'later', at: edge.now, times: later });
      const onDisk = await browser.storage.local.get(null);
      await startUp(edge).sync.onAlarm();
      return { edge, first, onDisk, readAt: later[read] };
    }

    test('writes nothing to disk, and is as old as it is, also for the next background', async () => {
      const { edge, onDisk, readAt } = await readAgain();
      expect(await browser.storage.local.get(null)).toEqual(onDisk);
      expect(await readSnapshot()).toMatchObject({
        etag: '"later"',
        receivedAt: edge.now,
        snapshot: { version: 'later', at: edge.now, sections: { account: { readAt } } },
      });
      expect((await readHealth()).lastOkAt).toBe(edge.now);
      const before = edge.requests.length;
      await startUp(edge).sync.onStart();
      expect(edge.requests.slice(before), 'a background that starts again knows how old it is').toEqual([]);
    });

    test('leaves what is on disk as old as it was written, for a browser that is closed', async () => {
      const { first } = await readAgain();
      await browser.storage.session.clear();
      expect((await readSnapshot())?.snapshot).toEqual(first);
      expect((await readHealth()).lastOkAt).toBe(T0);
    });

    test('is as old after the browser was closed where the edge had stopped answering before', async () => {
      const { edge, readAt } = await readAgain();
      edge.now += MINUTE_MS;
      edge.down = true;
      await startUp(edge).sync.onAlarm();
      await browser.storage.session.clear();
      expect((await readSnapshot())?.snapshot.sections.account.readAt).toBe(readAt);
      expect((await readHealth()).lastOkAt).toBe(T0 + 5 * MINUTE_MS);
      const onDisk = await browser.storage.local.get(null);
      edge.now += MINUTE_MS;
      await startUp(edge).sync.onAlarm();
      expect(await browser.storage.local.get(null), 'it still does not answer').toEqual(onDisk);
    });

    test('does not make a later change younger than it is', async () => {
      const { edge } = await readAgain();
      const { account } = edge.snapshot.sections;
      const data = account.data && { ...account.data, credits: 7 };
      const sections = { ...edge.snapshot.sections, account: { ...account, data } };
      edge.now += MINUTE_MS;
      edge.snapshot = { ...edge.snapshot, version: 'changed', at: edge.now, sections };
      await startUp(edge).sync.onAlarm();
      expect((await readSnapshot())?.snapshot).toEqual(edge.snapshot);
      await browser.storage.session.clear();
      expect((await readSnapshot())?.snapshot).toEqual(edge.snapshot);
      expect((await readHealth()).lastOkAt).toBe(edge.now);
    });

    test('is forgotten with the pairing', async () => {
      const { edge } = await readAgain();
      await startUp(edge).commands.unpair({});
      expect(await readSnapshot()).toBeNull();
      expect((await readHealth()).lastOkAt).toBeNull();
    });
  });

  test('a failure is kept with the instant at which it began, and what was read stays', async () => {
    const edge = await pairedEdge();
    edge.down = true;
    edge.now = T0 + MINUTE_MS;
    await startUp(edge).sync.onAlarm();
    edge.now = T0 + 5 * MINUTE_MS;
    await startUp(edge).sync.onAlarm();
    expect((await readHealth()).failure).toMatchObject({
      kind: 'edge-unreachable',
      since: T0 + MINUTE_MS,
    });
    expect(await readSnapshot()).not.toBeNull();
    edge.down = false;
    await startUp(edge).sync.onAlarm();
    expect((await readHealth()).failure).toBeNull();
  });

  test('a refresh requested while another runs is made after it, once for all requests', async () => {
    const edge = await pairedEdge();
    const { sync } = startUp(edge);
    const before = edge.requests.length;
    const running = sync.refresh();
    const alike = sync.refresh();
    const fresh = [sync.refresh({ fresh: true }), sync.refresh({ fresh: true })];
    for (const outcome of await Promise.all([running, alike, ...fresh])) expect(outcome.ok).toBe(true);
    expect(edge.requests.slice(before)).toEqual(['GET /snapshot', 'GET /snapshot?fresh=1']);
  });

  test('pairing again while an old request hangs reads the new account', async () => {
    const edge = await pairedEdge();
    const { sync, commands } = startUp(edge);
    const letGo = edge.holdNext();
    const old = sync.refresh();
    const paired = commands.pair({ address: EDGE, code: 'right-code', name: 'Test' });
    await vi.waitFor(() => expect(edge.requests.at(-1)).toMatch(/^POST \/pair/), { timeout: 20_000 });
    letGo();
    expect((await old).ok).toBe(true);
    expect((await paired).ok).toBe(true);
    expect(edge.requests.at(-1)).toBe('GET /snapshot?fresh=1');
    expect(await readSnapshot()).not.toBeNull();
  });

  test('a revoked browser says so', async () => {
    const edge = await pairedEdge();
    edge.revoked = true;
    await startUp(edge).sync.refresh({ fresh: true });
    expect((await readHealth()).failure?.kind).toBe('revoked');
  });

  test('waking with nothing overdue asks nothing', async () => {
    const edge = await pairedEdge();
    const before = edge.requests.length;
    edge.now = T0 + 1_000;
    await startUp(edge).sync.onStart();
    expect(edge.requests).toHaveLength(before);
  });

  test('the alarm is made once: making it again on every start would put it off for ever', async () => {
    const create = vi.spyOn(fakeBrowser.alarms, 'create');
    const edge = await pairedEdge();
    await startUp(edge).sync.onStart();
    await startUp(edge).sync.onStart();
    expect(create).toHaveBeenCalledTimes(1);
  });
});

describe('a cap that is crossed', () => {
  const ID = 'credit-cap:barber-bookings:development:2026-11';

  test('is reported once, whether live, by snapshot, or by another background', async () => {
    const edge = await pairedEdge();
    const { sync } = startUp(edge);
    await sync.connect();
    edge.sockets.at(-1)?.say(edge.keep(crossCap(1, T0 + 1_000)));
    await vi.waitFor(() => expect(created()).toEqual([ID]), { timeout: 20_000 });
    edge.snapshot = { ...busyAccount(T0 + 60_000), version: 'next' };
    await startUp(edge).sync.onAlarm();
    await startUp(edge).sync.onAlarm();
    expect(created().filter((id) => id === ID)).toHaveLength(1);
  });

  test('a background that ends between storing and showing leaves it to the next one', async () => {
    const edge = await pairedEdge();
    toolbar.breaks = () => true;
    edge.snapshot = { ...busyAccount(T0 + 60_000), version: 'next' };
    await startUp(edge)
      .sync.refresh()
      .catch(() => undefined);
    expect((await noticesItem.getValue()).some(({ fate }) => fate.is === 'pending')).toBe(true);
    toolbar.breaks = () => false;
    await startUp(edge).sync.onStart();
    expect((await noticesItem.getValue()).some(({ fate }) => fate.is === 'pending')).toBe(false);
    expect(created()).toContain(ID);
  });

  test('raising it sends the new cap, keeps the old one for undo, and resolves the item', async () => {
    const edge = await pairedEdge();
    edge.snapshot = { ...busyAccount(T0 + 60_000), version: 'next' };
    const { sync, commands } = startUp(edge);
    await sync.refresh();
    edge.snapshot = { ...calmAccount(T0 + 120_000), version: 'raised' };
    edge.now = T0 + 120_000;
    await commands.setCap({
      itemId: ID,
      projectId: 'barber-bookings',
      category: 'development',
      from: 5000,
      to: 6000,
    });
    expect(edge.requests).toContain(
      'PUT /caps/barber-bookings {"category":"development","expected":5000,"to":6000}',
    );
    expect(await capChangesItem.getValue()).toMatchObject([{ from: 5000, to: 6000 }]);
    expect(await openIds()).not.toContain(ID);
    await commands.setCap({
      itemId: ID,
      projectId: 'barber-bookings',
      category: 'development',
      from: 6000,
      to: 5000,
    });
    expect(await capChangesItem.getValue()).toEqual([]);
  });
});

test('with a clock that is far ahead, a raised cap that is reached again still opens again', async () => {
  const edge = await pairedEdge();
  const ahead = 20 * MINUTE_MS;
  edge.snapshot = { ...busyAccount(T0 + 60_000), version: 'next' };
  edge.now = T0 + 60_000 + ahead;
  const { sync, commands } = startUp(edge);
  await sync.refresh();
  const itemId = 'credit-cap:barber-bookings:development:2026-11';
  const cap = { itemId, projectId: 'barber-bookings', category: 'development' } as const;
  await commands.setCap({ ...cap, from: 5000, to: 6000 });
  await sync.connect();
  edge.snapshot = { ...calmAccount(T0 + 65_000), version: 'raised' };
  const message = edge.keep(crossCap(1, T0 + 90_000));
  edge.snapshot = { ...edge.snapshot, version: 'reached again' };
  edge.sockets.at(-1)?.say(message);
  await vi.waitFor(async () => expect(await openIds()).toContain(itemId), { timeout: 20_000 });
});

describe('what is announced after an absence', () => {
  const pausedJobs = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      keptEventWith({
        seq: i + 1,
        at: T0 + (i + 1) * HOUR_MS,
        event: 'cron.job.paused',
        projectId: `project-${i}`,
        facts: { jobId: `job-${i}`, failures: 5 },
      }),
    );

  async function backAfter(hours: number, jobs = 4): Promise<FakeEdge> {
    const edge = await pairedEdge();
    edge.now = T0 + hours * HOUR_MS;
    edge.keep(...pausedJobs(jobs));
    edge.snapshot = { ...calmAccount(edge.now), version: 'later' };
    return edge;
  }
  const outcomes = async () => (await noticesItem.getValue()).map(({ fate }) => fate.is);

  test('many things make one notification', async () => {
    await startUp(await backAfter(8)).sync.onStart();
    expect(created()).toEqual(['digest']);
  });

  test('still makes one when the background ends between storing and showing', async () => {
    const edge = await backAfter(8);
    toolbar.breaks = () => true;
    await startUp(edge).sync.onStart();
    expect(await outcomes()).toEqual(Array(4).fill('pending'));
    toolbar.breaks = () => false;
    edge.now += MINUTE_MS;
    await startUp(edge).sync.onStart();
    expect(created()).toEqual(['digest']);
    expect(await outcomes()).toEqual(Array(4).fill('held'));
  });

  test('still makes one, in the same place, when the background ends between showing and storing', async () => {
    const edge = await backAfter(8);
    const set = vi.spyOn(fakeBrowser.storage.local, 'set');
    const store = set.getMockImplementation();
    toolbar.afterShowing = () => set.mockRejectedValue(new Error('the background ends here'));
    await startUp(edge).sync.onStart();
    toolbar.afterShowing = () => undefined;
    if (store) set.mockImplementation(store);
    else set.mockRestore();
    edge.now += MINUTE_MS;
    await startUp(edge).sync.onStart();
    expect(created()).toEqual(['digest', 'digest']);
    expect(await outcomes()).toEqual(Array(4).fill('held'));
  });

  test('still makes one when the socket reports it before a snapshot could be read', async () => {
    const edge = await backAfter(8);
    const { sync } = startUp(edge);
    edge.down = true;
    await sync.onStart();
    edge.sockets.at(-1)?.say(edge.message(0));
    await vi.waitFor(() => expect(created()).toEqual(['digest']), { timeout: 20_000 });
  });

  test('one that cannot be shown keeps no other from being shown, and is the only one tried again', async () => {
    const edge = await backAfter(0.1);
    toolbar.breaks = (id) => id.includes('job-1');
    await startUp(edge).sync.onStart();
    expect(created()).toHaveLength(3);
    expect(await outcomes()).toEqual(['shown', 'shown', 'pending', 'shown']);
    toolbar.breaks = () => false;
    edge.now += MINUTE_MS;
    await startUp(edge).sync.onStart();
    expect(created()).toHaveLength(4);
    expect(created()[3]).toContain('job-1');
  });
});

test('a cut of the live socket by revocation is noticed at once', async () => {
  const edge = await pairedEdge();
  const { sync } = startUp(edge);
  await sync.connect();
  edge.revoked = true;
  edge.sockets.at(-1)?.dispatchEvent(Object.assign(new Event('close'), { code: 4001 }));
  await vi.waitFor(async () => expect((await readHealth()).failure?.kind).toBe('revoked'), {
    timeout: 20_000,
  });
});

test('the token is in no place that pages read', async () => {
  await pairedEdge();
  const all = await fakeBrowser.storage.local.get(null);
  const holders = Object.entries(all).filter(([, value]) => JSON.stringify(value).includes('token-1'));
  expect(holders.map(([key]) => key)).toEqual(['device-token']);
});

test('two changes of the settings at once are both saved', async () => {
  const { commands } = startUp(await pairedEdge());
  await Promise.all([
    commands.saveSettings({ settings: { theme: 'dark' }, ways: {} }),
    commands.saveSettings({ settings: { calmBadge: 'nothing' }, ways: { menu: false } }),
  ]);
  expect(await settingsItem.getValue()).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark', calmBadge: 'nothing' });
  expect(await entryPointsItem.getValue()).toEqual({ ...DEFAULT_ENTRY_POINTS, menu: false });
});

test('a reset revokes the token at the edge and forgets the pairing, settings, drafts, templates and ways to launch', async () => {
  const edge = await pairedEdge();
  const { commands } = startUp(edge);
  await commands.saveSettings({ settings: { theme: 'dark' }, ways: {} });
  await entryPointsItem.setValue({ ...DEFAULT_ENTRY_POINTS, menu: false });
  await draftStore.write(draftFixture({ id: 'a' }));
  await secretStore.write('a', { KEY: 'value' });
  await fakeBrowser.storage.local.set({ 'captured:b': { title: 'A page', text: 'Its text' } });
  await templateStore.write([{ id: 't', name: 'Shop', text: 'A shop', addressPattern: '' }]);

  expect(await commands.resetAll({})).toEqual({ ok: true, value: null });

  expect(edge.requests).toContain('DELETE /devices/d1');
  expect(await connectionItem.getValue()).toBeNull();
  expect(await settingsItem.getValue()).toEqual(DEFAULT_SETTINGS);
  expect(await entryPointsItem.getValue()).toEqual(DEFAULT_ENTRY_POINTS);
  expect(await draftStore.list()).toEqual([]);
  expect(
    Object.keys(await fakeBrowser.storage.local.get(null)).filter((key) => key.startsWith('captured:')),
  ).toEqual([]);
  expect(await secretStore.read('a')).toEqual({});
  expect(await templateStore.read()).toEqual([]);
});

test("a browser's daily limit is set, and taken away, at the edge", async () => {
  const edge = await pairedEdge();
  const { commands } = startUp(edge);
  await commands.setDailySpend({ deviceId: 'd 2', credits: 40 });
  await commands.setDailySpend({ deviceId: 'd 2', credits: null });
  expect(edge.requests.slice(-2)).toEqual([
    'PATCH /devices/d%202 {"dailySpendCredits":40}',
    'PATCH /devices/d%202 {"dailySpendCredits":null}',
  ]);
});

describe('a browser that keeps no more', () => {
  const full = new Error('QUOTA_BYTES quota exceeded');
  const badge = () => vi.mocked(fakeBrowser.action.setBadgeText).mock.lastCall?.[0].text;
  const title = () => vi.mocked(fakeBrowser.action.setTitle).mock.lastCall?.[0].title;

  /** Storage takes nothing more, until it is mended. */
  function fillUp(): () => void {
    const { set } = fakeBrowser.storage.local;
    fakeBrowser.storage.local.set = async () => {
      throw full;
    };
    return () => {
      fakeBrowser.storage.local.set = set;
    };
  }

  test('says so on the badge and to every page, and is calm again only once it keeps', async () => {
    const edge = await pairedEdge();
    edge.snapshot = { ...calmAccount(T0 + MINUTE_MS), version: 'next' };
    edge.now = T0 + MINUTE_MS;
    const mend = fillUp();
    await startUp(edge).sync.onAlarm();
    expect([badge(), title()]).toEqual(['?', expect.stringContaining("This browser can't store more")]);
    expect((await storageTroubleItem.getValue())?.since).toBe(edge.now);
    edge.now += MINUTE_MS;
    await startUp(edge).sync.onAlarm();
    expect((await storageTroubleItem.getValue())?.since, 'since when').toBe(T0 + MINUTE_MS);
    mend();
    await startUp(edge).sync.onAlarm();
    expect(badge()).toBe('');
    expect(await storageTroubleItem.getValue()).toBeNull();
  });

  test('of a valid snapshot larger than may be stored it keeps the one before, and says so until one fits', async () => {
    const edge = await pairedEdge();
    const before = edge.snapshot.version;
    const huge = { ...calmAccount(T0 + MINUTE_MS), version: 'huge' };
    const { projects } = huge.sections;
    const [one] = projects.data?.items ?? [];
    if (!projects.data || !one) throw new Error('the account has no project');
    const items = Array.from({ length: 5_000 }, (_, at) => ({ ...one, projectId: `project-${at}` }));
    huge.sections.projects = { ...projects, data: { ...projects.data, items } };
    edge.snapshot = huge;
    edge.now = T0 + MINUTE_MS;
    await startUp(edge).sync.onAlarm();
    expect((await readSnapshot())?.snapshot.version).toBe(before);
    expect([badge(), title()]).toEqual(['?', expect.stringContaining("This browser can't store more")]);
    edge.snapshot = { ...calmAccount(edge.now), version: 'next' };
    edge.now += MINUTE_MS;
    await startUp(edge).sync.onAlarm();
    expect((await readSnapshot())?.snapshot.version).toBe('next');
    expect([badge(), await storageTroubleItem.getValue()]).toEqual(['', null]);
  });

  test('makes room of what can be read again before it gives up', async () => {
    const edge = await pairedEdge();
    await cacheResponse('/service/account', { value: 1, readAt: 1 });
    await draftStore.write(draftFixture({ id: 'looked', words: '' }));
    await draftStore.write(draftFixture({ id: 'typed', words: 'Mine' }));
    edge.snapshot = { ...calmAccount(T0 + MINUTE_MS), version: 'next' };
    const { set } = fakeBrowser.storage.local;
    fakeBrowser.storage.local.set = async (items) => {
      if ((await cachedResponse('/service/account')) !== null) throw full;
      return set(items);
    };
    await startUp(edge).sync.onAlarm();
    fakeBrowser.storage.local.set = set;
    expect((await readSnapshot())?.snapshot.version).toBe('next');
    expect(await storageTroubleItem.getValue()).toBeNull();
    expect((await draftStore.list()).map(({ id }) => id)).toEqual(['typed']);
  });

  test('refuses what the user does, instead of seeming to have done it', async () => {
    const edge = await pairedEdge();
    edge.snapshot = { ...busyAccount(T0 + MINUTE_MS), version: 'next' };
    await startUp(edge).sync.refresh();
    await connectionItem.setValue({ ...(await connectionItem.getValue()), role: 'viewer' } as never);
    const [id = ''] = await openIds();
    const mend = fillUp();
    await expect(startUp(edge).commands.acknowledge({ id })).rejects.toThrow('quota');
    mend();
  });
});

describe('announcements', () => {
  const pause = (seq: number) =>
    keptEventWith({ seq, at: T0 + seq * 1_000, event: 'project.paused', projectId: `project-${seq}` });
  const fetches = (edge: FakeEdge) => edge.requests.filter((line) => line.startsWith('GET /announcements'));

  test('that the socket did not bring are fetched at the alarm, page by page, each shown once', async () => {
    const edge = await pairedEdge();
    edge.keep(pause(1), pause(2), pause(3), pause(4), pause(5));
    edge.snapshot = { ...calmAccount(T0 + MINUTE_MS), version: 'next' };
    await startUp(edge).sync.onAlarm();
    await startUp(edge).sync.onAlarm();
    expect(fetches(edge)).toEqual([0, 2, 4].map((since) => `GET /announcements?since=${since}`));
    expect(created()).toHaveLength(5);
    expect((await attentionItem.getValue()).cursor).toBe(5);
  });

  test('that can’t be fetched are fetched at the next alarm, though the snapshot is unchanged', async () => {
    const edge = await pairedEdge();
    edge.keep(pause(1));
    edge.snapshot = { ...calmAccount(T0 + MINUTE_MS), version: 'next' };
    edge.silent = true;
    await startUp(edge).sync.onAlarm();
    expect(created()).toEqual([]);
    expect((await readSnapshot())?.snapshot.version).toBe('next');
    edge.silent = false;
    await startUp(edge).sync.onAlarm();
    expect(created()).toEqual(['project-paused:project-1']);
  });

  test('beyond what the socket brought are fetched first: none is skipped', async () => {
    const edge = await pairedEdge();
    const { sync } = startUp(edge);
    await sync.connect();
    edge.keep(pause(1));
    const second = edge.keep(pause(2));
    edge.snapshot = { ...calmAccount(T0 + MINUTE_MS), version: 'next' };
    edge.sockets.at(-1)?.say(second);
    await vi.waitFor(() => expect(created()).toHaveLength(2), { timeout: 20_000 });
    expect(created().toSorted()).toEqual(['project-paused:project-1', 'project-paused:project-2']);
  });

  test('that follow this browser’s own change, are over or seen are kept, and not shown', async () => {
    const edge = await pairedEdge();
    edge.own = true;
    edge.keep(pause(1));
    edge.own = false;
    edge.keep(pause(2), pause(3));
    Object.assign(edge.announced[1] ?? {}, { over: true });
    Object.assign(edge.announced[2] ?? {}, { seen: true });
    edge.snapshot = { ...calmAccount(T0 + MINUTE_MS), version: 'next' };
    await startUp(edge).sync.onAlarm();
    expect(created()).toEqual([]);
    expect((await noticesItem.getValue()).map(({ fate }) => fate)).toEqual([
      { is: 'held', why: 'seen' },
      { is: 'held', why: 'over' },
      { is: 'held', why: 'own' },
    ]);
  });

  test('of what somebody else has seen are withdrawn', async () => {
    const edge = await pairedEdge();
    edge.keep(pause(1));
    edge.snapshot = { ...calmAccount(T0 + MINUTE_MS), version: 'next' };
    await startUp(edge).sync.onAlarm();
    expect(toolbar.cleared).toEqual([]);
    await startUp(edge).commands.acknowledge({ id: 'project-paused:project-1' });
    expect(edge.requests).toContain('POST /attention/project-paused%3Aproject-1/seen');
    edge.snapshot = { ...calmAccount(T0 + 2 * MINUTE_MS), version: 'seen' };
    await startUp(edge).sync.onAlarm();
    expect(toolbar.cleared).toContain('project-paused:project-1');
  });
});

test('what a viewer has seen stays in this browser, and asks again once it opens anew', async () => {
  const edge = await pairedEdge();
  const pause = (seq: number, event = 'project.paused') =>
    keptEventWith({ seq, at: T0 + seq * MINUTE_MS, event, projectId: 'shop' });
  edge.keep(pause(1));
  edge.snapshot = { ...calmAccount(T0 + MINUTE_MS), version: 'paused' };
  await startUp(edge).sync.onAlarm();
  await connectionItem.setValue({ ...(await connectionItem.getValue()), role: 'viewer' } as never);
  const id = 'project-paused:shop';
  await startUp(edge).commands.acknowledge({ id });
  expect(edge.requests.some((line) => line.startsWith('POST /attention'))).toBe(false);
  const isSeen = async () => {
    const view = attentionView((await readSnapshot())?.snapshot ?? null, await attentionItem.getValue());
    return view.items.find((item) => item.id === id)?.seen !== null;
  };
  expect(await isSeen()).toBe(true);
  edge.keep(pause(2, 'project.resumed'), pause(3));
  edge.snapshot = { ...calmAccount(T0 + 3 * MINUTE_MS), version: 'paused again' };
  await startUp(edge).sync.onAlarm();
  expect(await isSeen()).toBe(false);
});

test('a socket that was lost is opened again within seconds, while the background lives', async () => {
  vi.useFakeTimers();
  try {
    const edge = await pairedEdge();
    const before = edge.sockets.length;
    edge.sockets.at(-1)?.dispatchEvent(Object.assign(new Event('close'), { code: 1006 }));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(edge.sockets).toHaveLength(before + 1);
    edge.sockets.at(-1)?.dispatchEvent(Object.assign(new Event('close'), { code: 1006 }));
    await vi.advanceTimersByTimeAsync(1_500);
    expect(edge.sockets, 'later each time').toHaveLength(before + 1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(edge.sockets).toHaveLength(before + 2);
  } finally {
    vi.useRealTimers();
  }
});
