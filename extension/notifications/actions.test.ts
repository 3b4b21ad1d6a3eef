// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { emptyAttention } from '../../shared/attention/item.ts';
import { updateNames } from '../../shared/attention/names.ts';
import type { Announcement } from '../../shared/attention/news.ts';
import { attentionNowOf } from '../../shared/attention/open-items.ts';
import { reduceSnapshot } from '../../shared/attention/reduce.ts';
import { apiError, success } from '../edge-client/api-error.ts';
import { busyAccount } from '../fixtures/sample-account.ts';
import type { MessageHandlers } from '../messaging/contract.ts';
import { attentionItem, NO_ATTENTION, snapshotItem } from '../storage/account.ts';
import { type Notice, noticesItem } from '../storage/notices.ts';
import { takeDeepLink } from '../ui/open-page.ts';
import { listenToNotifications } from './actions.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const CAP = 'credit-cap:barber-bookings:development:2026-11';

let click: (id: string) => void;
let press: (id: string, button: number) => void;
let opened: string[];
let popups: number;
let popupAllowed: boolean;
let notified: { id: string; title: string; message: string }[];
let cleared: string[];
const setCap = vi.fn<MessageHandlers['setCap']>(async () => success(null));
const saveSettings = vi.fn(async () => success(null));
const acknowledge = vi.fn(async () => {});

const notice = (about: Announcement['about'], noticeId: string, projectId: string): Notice => ({
  key: `${noticeId}#1`,
  noticeId,
  severity: 'note',
  projectId,
  about,
  at: NOW,
  storedAt: NOW,
  fate: { is: 'shown', raise: true, raiseTo: 6000 },
});

beforeEach(async () => {
  fakeBrowser.reset();
  vi.clearAllMocks();
  [opened, notified, cleared] = [[], [], []];
  [popups, popupAllowed] = [0, true];
  Object.assign(fakeBrowser.notifications, {
    onClicked: { addListener: (listener: typeof click) => (click = listener) },
    onButtonClicked: { addListener: (listener: typeof press) => (press = listener) },
    create: async (id: string, { title, message }: { title: string; message: string }) =>
      notified.push({ id, title, message }),
    clear: async (id: string) => cleared.push(id),
  });
  Object.assign(fakeBrowser, {
    action: {
      openPopup: async () => {
        if (!popupAllowed) throw new Error('No window in front.');
        popups += 1;
      },
    },
  });
  Object.assign(fakeBrowser.runtime, { getContexts: async () => [] });
  Object.assign(fakeBrowser.tabs, { create: async ({ url }: { url: string }) => opened.push(url) });
  const read = busyAccount(NOW);
  const { state } = reduceSnapshot(emptyAttention, read);
  const snapshot = { ...read, attention: attentionNowOf(state, 0) };
  await snapshotItem.setValue({ snapshot, etag: null, receivedAt: NOW, skewMs: 0 });
  await attentionItem.setValue({ ...NO_ATTENTION, names: updateNames({}, snapshot) });
  const cap = state.items[CAP];
  if (!cap) throw new Error('the sample account has no project at its cap');
  await noticesItem.setValue([
    notice(cap.reason, CAP, 'barber-bookings'),
    notice(
      { kind: 'deploy-finished', outcome: 'succeeded', durationMs: null, liveUrl: null, refunded: false },
      'deploy-finished:landing-2026',
      'landing-2026',
    ),
  ]);
  listenToNotifications({ acknowledge, setCap, saveSettings } as unknown as MessageHandlers);
});

describe('a click opens the very thing', () => {
  test('the published site of a finished deploy', async () => {
    click('deploy-finished:landing-2026');
    await vi.waitFor(() => expect(cleared).toEqual(['deploy-finished:landing-2026']), { timeout: 20_000 });
    expect(opened).toEqual(['https://landing-2026.apps.example']);
  });

  test.each<Announcement['about']>([
    { kind: 'deploy-finished', outcome: 'failed', durationMs: null, liveUrl: null, refunded: true },
    { kind: 'run-finished', outcome: 'failed', durationMs: null, credits: null },
    { kind: 'run-finished', outcome: 'stopped', durationMs: null, credits: null },
  ])('the row of what did not come out: $kind, $outcome', async (about) => {
    await noticesItem.setValue([notice(about, 'ended:landing-2026', 'landing-2026')]);
    click('ended:landing-2026');
    await vi.waitFor(() => expect(popups).toBe(1), { timeout: 20_000 });
    expect(opened).toEqual([]);
  });

  test('the row of anything else, in the popup', async () => {
    click(CAP);
    await vi.waitFor(() => expect(cleared).toEqual([CAP]), { timeout: 20_000 });
    expect(popups).toBe(1);
    expect(opened).toEqual([]);
    expect(await takeDeepLink()).toBe(CAP);
    expect(await takeDeepLink(), 'once').toBe('');
  });

  test('in the console where the browser opens no popup by itself', async () => {
    popupAllowed = false;
    click(CAP);
    await vi.waitFor(() => expect(cleared).toEqual([CAP]), { timeout: 20_000 });
    expect(opened).toEqual([expect.stringMatching(/console\.html#\/now\/credit-cap%3Abarber-bookings/)]);
    expect(await takeDeepLink(), 'the next popup points at nothing').toBe('');
  });
});

describe('the buttons do the useful thing', () => {
  test('raising the cap, and saying so in the same place, by its name', async () => {
    press(CAP, 0);
    await vi.waitFor(() => expect(notified).toHaveLength(1), { timeout: 20_000 });
    expect(notified[0]).toEqual({
      id: CAP,
      title: 'The cap of Barber bookings is now 6,000',
      message: 'Before: 5,000.',
    });
    expect(setCap).toHaveBeenCalledWith({
      itemId: CAP,
      projectId: 'barber-bookings',
      category: 'development',
      from: 5000,
      to: 6000,
    });
  });

  test('a cap that could not be raised is reported in the same place, with the reason', async () => {
    setCap.mockResolvedValueOnce(apiError('offline'));
    press(CAP, 0);
    await vi.waitFor(() => expect(notified).toHaveLength(1), { timeout: 20_000 });
    expect(notified[0]).toEqual({
      id: CAP,
      title: 'The cap of Barber bookings was not raised',
      message: 'You are offline.',
    });
  });

  test.each([
    ['changed elsewhere since', 9000],
    ['no longer reached', null],
  ])('a cap that is %s is looked at, not set', async (_why, limit) => {
    const stored = await snapshotItem.getValue();
    const attention = stored?.snapshot.attention;
    if (!stored || !attention) throw new Error('nothing was read');
    const items = attention.items.flatMap((item) =>
      item.id !== CAP ? item : limit === null ? [] : { ...item, reason: { ...item.reason, limit } },
    );
    const snapshot = { ...stored.snapshot, attention: { ...attention, items } };
    await snapshotItem.setValue({ ...stored, snapshot });
    press(CAP, 0);
    await vi.waitFor(() => expect(popups).toBe(1), { timeout: 20_000 });
    expect(setCap).not.toHaveBeenCalled();
  });

  test('marking it as seen', async () => {
    press(CAP, 1);
    await vi.waitFor(() => expect(cleared).toEqual([CAP]), { timeout: 20_000 });
    expect(acknowledge).toHaveBeenCalledExactlyOnceWith({ id: CAP });
  });

  test('muting the project of a finished deploy', async () => {
    press('deploy-finished:landing-2026', 1);
    await vi.waitFor(() => expect(saveSettings).toHaveBeenCalledOnce(), { timeout: 20_000 });
    const settings = { silencedProjects: ['landing-2026'] };
    expect(saveSettings).toHaveBeenCalledWith({ settings, ways: {} });
  });

  test('a notice that is no longer known does nothing', async () => {
    press('gone', 0);
    await Promise.resolve();
    expect([opened, notified, cleared]).toEqual([[], [], []]);
  });
});
